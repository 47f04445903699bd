import type { Theme, ThemeOptions } from '@mui/material/styles'
import { forcedColourStyles } from './media'

const size = (pixels: number, line: number, weight: number) => ({
  fontSize: `${pixels / 16}rem`,
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: 0,
})

const outlined = ({ theme }: { theme: Theme }) => ({ border: `1px solid ${theme.palette.edge}` })

/** Upright phones, and those that lie on their side. */
const phones = '@media (max-width: 599.95px), (pointer: coarse) and (max-height: 599.95px)'

/** As high as a thumb needs, and as wide where it is no text. */
const forThumbs = { [phones]: { minHeight: 44 } }
const squareForThumbs = { [phones]: { minWidth: 44, minHeight: 44 } }

/** Typography, spacing, motion and component styles; colours come from the palette. */
export const options: Omit<ThemeOptions, 'palette'> = {
  shape: { borderRadius: 8 },
  spacing: 8,
  // Lines and steps of lightness part the surfaces, never shadows; a menu or dialog above the page has its line too.
  shadows: Array(25).fill('none') as Theme['shadows'],
  typography: {
    // Chinese uses system fonts: a web font would be megabytes.
    fontFamily:
      "'Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', system-ui, sans-serif",
    fontSize: 14,
    fontWeightRegular: 400,
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: size(24, 32, 600),
    h2: size(20, 28, 600),
    h3: size(16, 24, 600),
    h4: size(14, 20, 600),
    h5: size(14, 20, 600),
    h6: size(14, 20, 600),
    subtitle1: size(14, 20, 500),
    subtitle2: size(14, 20, 600),
    body1: size(14, 20, 400),
    body2: size(13, 20, 400),
    caption: size(12, 16, 400),
    overline: { ...size(12, 16, 500), textTransform: 'none', letterSpacing: 0 },
    button: { ...size(14, 20, 500), textTransform: 'none' },
  },
  transitions: {
    duration: { shortest: 120, shorter: 150, short: 160, standard: 180, enteringScreen: 180, leavingScreen: 140 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: ({ palette }) => ({
        'html, body, #root': { height: '100%' },
        html: { backgroundColor: palette.background.default },
        body: { fontFeatureSettings: "'cv05', 'ss03'" },
        '.tabular, .MuiDataGrid-root, table, time': { fontVariantNumeric: 'tabular-nums' },
        // An iPhone enlarges the page around a focused field with smaller letters, and leaves it so.
        '@supports (-webkit-touch-callout: none)': {
          'input, select, textarea': { fontSize: 'max(16px, 1em) !important' },
        },
        ':focus-visible': { outline: `2px solid ${palette.focus}`, outlineOffset: 2 },
        '.MuiButtonBase-root:focus-visible, .MuiMenuItem-root:focus-visible': {
          outline: `2px solid ${palette.focus}`,
          outlineOffset: -2,
        },
        '@media (prefers-reduced-motion: reduce)': {
          '*, ::before, ::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            // Not a short one: every change of every element would be a transition, at twice the work of opening a page.
            transitionDuration: '0s !important',
            scrollBehavior: 'auto !important',
          },
        },
        ...forcedColourStyles,
      }),
    },
    // A button does not take its page's letters by itself.
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit' } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 36, borderRadius: 8, paddingInline: 14, ...forThumbs },
        sizeSmall: { minHeight: 30, paddingInline: 10, fontSize: 13, ...forThumbs },
        sizeLarge: { minHeight: 44, paddingInline: 18 },
        containedPrimary: ({ theme: { palette } }) => ({
          backgroundColor: palette.fill.main,
          color: palette.fill.text,
          '&:hover': { backgroundColor: palette.fill.hover },
        }),
      },
    },
    // Toggle buttons look like the filter chips of a list; MUI's grey is too weak on the page.
    MuiToggleButton: {
      styleOverrides: {
        root: ({ theme }) => ({
          ...size(13, 20, 500),
          minHeight: 36,
          paddingBlock: 0,
          paddingInline: 14,
          textTransform: 'none',
          color: theme.palette.text.primary,
          '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.palette.surfaces.chosen },
          ...forThumbs,
        }),
        sizeSmall: { fontSize: 13 },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: { borderRadius: 8, ...squareForThumbs },
      },
    },
    MuiCheckbox: { styleOverrides: { root: squareForThumbs } },
    MuiPaginationItem: {
      styleOverrides: { root: { [phones]: { minWidth: 44, height: 44, margin: 0, borderRadius: 8 } } },
    },
    MuiSvgIcon: { styleOverrides: { root: { fontSize: 20 }, fontSizeSmall: { fontSize: 18 } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiPopover: { styleOverrides: { paper: outlined } },
    MuiMenu: { styleOverrides: { paper: outlined } },
    MuiDialog: {
      styleOverrides: {
        // In a dialog with a form the content scrolls, and its buttons stay visible.
        paper: (of: { theme: Theme }) => ({
          ...outlined(of),
          '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        }),
      },
    },
    MuiMenuItem: {
      styleOverrides: { root: { minHeight: 36, fontSize: 14, ...forThumbs } },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400, arrow: false },
      styleOverrides: {
        tooltip: ({ theme: { palette } }) => ({
          fontSize: 12,
          fontWeight: 500,
          backgroundColor: palette.tooltip.main,
          color: palette.tooltip.text,
        }),
      },
    },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiOutlinedInput: { styleOverrides: { root: { borderRadius: 8, ...forThumbs } } },
    // Grey on grey does not show whether it is on.
    MuiSwitch: {
      styleOverrides: {
        switchBase: ({ theme: { palette } }) => ({
          '&.Mui-checked, &.Mui-checked:hover': { color: palette.focus },
          '&.Mui-checked + .MuiSwitch-track': { backgroundColor: palette.focus },
        }),
      },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    // The focus outline of the first element needs room.
    MuiDialogContent: { styleOverrides: { root: { '.MuiDialogTitle-root + &&': { paddingTop: 4 } } } },
    MuiDialogTitle: { styleOverrides: { root: { ...size(16, 24, 600) } } },
  },
}

import type { Theme, ThemeOptions } from '@mui/material/styles'
import { forcedColourStyles } from './media'

const size = (pixels: number, line: number, weight: number) => ({
  fontSize: `${pixels / 16}rem`,
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: 0,
})

const outlined = ({ theme }: { theme: Theme }) => ({ border: `1px solid ${theme.palette.edge}` })

/** Phones in portrait and in landscape. */
const phones = '@media (max-width: 599.95px), (pointer: coarse) and (max-height: 599.95px)'

/** The minimum height of a touch target. */
const touchTarget = { [phones]: { minHeight: 44 } }
const squareForThumbs = { [phones]: { minWidth: 44, minHeight: 44 } }

/** Typography, spacing, motion and component styles; colours come from the palette. */
export const options: Omit<ThemeOptions, 'palette'> = {
  shape: { borderRadius: 8 },
  spacing: 8,
  // Surfaces are separated by lines and lightness, never by shadows; menus and dialogs over the page have a line too.
  shadows: Array(25).fill('none') as Theme['shadows'],
  typography: {
    // Chinese uses system fonts, because a web font would have megabytes.
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
        // iPhones zoom in on a focused field with a smaller font, and do not zoom out again.
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
            // No transition at all: even a short one for every change of every element doubles the work of opening a
            // page.
            transitionDuration: '0s !important',
            scrollBehavior: 'auto !important',
          },
        },
        ...forcedColourStyles,
      }),
    },
    // Buttons do not inherit the font of the page by default.
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit' } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 36, borderRadius: 8, paddingInline: 14, ...touchTarget },
        sizeSmall: { minHeight: 30, paddingInline: 10, fontSize: 13, ...touchTarget },
        sizeLarge: { minHeight: 44, paddingInline: 18 },
        containedPrimary: ({ theme: { palette } }) => ({
          backgroundColor: palette.fill.main,
          color: palette.fill.text,
          '&:hover': { backgroundColor: palette.fill.hover },
        }),
      },
    },
    // Toggle buttons look like the filter chips of a list; MUI's grey has too little contrast on the page.
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
          ...touchTarget,
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
        // In a dialog with a form the content scrolls and its buttons stay visible.
        paper: (of: { theme: Theme }) => ({
          ...outlined(of),
          '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        }),
      },
    },
    MuiMenuItem: {
      styleOverrides: { root: { minHeight: 36, fontSize: 14, ...touchTarget } },
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
    MuiOutlinedInput: { styleOverrides: { root: { borderRadius: 8, ...touchTarget } } },
    // Grey on grey would not show whether the switch is on.
    MuiSwitch: {
      styleOverrides: {
        switchBase: ({ theme: { palette } }) => ({
          '&.Mui-checked, &.Mui-checked:hover': { color: palette.focus },
          '&.Mui-checked + .MuiSwitch-track': { backgroundColor: palette.focus },
        }),
      },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    // Leaves room for the focus outline of the first element.
    MuiDialogContent: { styleOverrides: { root: { '.MuiDialogTitle-root + &&': { paddingTop: 4 } } } },
    MuiDialogTitle: { styleOverrides: { root: { ...size(16, 24, 600) } } },
  },
}

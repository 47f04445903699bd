import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles'
import type { Tone } from '../shared/lifecycle'

/** A look by name; the other themes of the specification join here. */
export type Mode = 'light' | 'dark'

/** Text, tint and line of one of the five tones; text on tint and on paper passes AA. */
export interface ToneColours {
  text: string
  tint: string
  line: string
}

declare module '@mui/material/styles' {
  interface Palette {
    tones: Record<Tone, ToneColours>
    /** The surface behind the menu, and a row under the pointer or chosen. */
    surfaces: { menu: string; hover: string; chosen: string }
  }
  interface PaletteOptions {
    tones: Record<Tone, ToneColours>
    surfaces: { menu: string; hover: string; chosen: string }
  }
}

/** The portal's MUI theme; `texts` are MUI's own words in the reader's language. Themes are remembered, so that asking is free. */
export const themeOf = (mode: Mode, texts: object[] = []): Theme => {
  const known = themes.find((theme) => theme.mode === mode && sameWords(theme.texts, texts))
  if (known) return known.theme
  const theme = createTheme(optionsOf(mode), ...texts)
  themes.push({ mode, texts, theme })
  return theme
}

/** Width of the menu, height of the toolbar, in pixels (specification, section 9). */
export const menuWidth = 280
export const toolbarHeight = 64

const themes: { mode: Mode; texts: object[]; theme: Theme }[] = []
const sameWords = (one: object[], other: object[]) =>
  one.length === other.length && one.every((words, index) => words === other[index])

// Chinese comes from the system: a web font of it would be megabytes.
const family =
  "'Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', system-ui, sans-serif"

// The specification's primary scale and its orange. On dark, the scale's deep steps cannot be read: its pale ones stand in.
const scale = { 50: '#e3e6e8', 100: '#bac0c5', 200: '#8c969f', 300: '#5e6c78', 500: '#192d3e', 700: '#122230' }
const orange = '#FF9800'
const ink = '#111827'

const palettes = {
  dark: {
    mode: 'dark',
    primary: { light: scale[50], main: scale[100], dark: scale[200], contrastText: ink },
    secondary: { light: '#FFB74D', main: orange, dark: '#F57C00', contrastText: ink },
    background: { paper: '#1E2125', default: '#121212' },
    text: { primary: '#ECEFF1', secondary: '#A9B3BB', disabled: '#77818A' },
    divider: '#30353B',
    error: { main: '#FF8A80', contrastText: ink },
    warning: { main: '#FFC266', contrastText: ink },
    success: { main: '#7FD6A0', contrastText: ink },
    info: { main: '#8CC8FF', contrastText: ink },
    surfaces: { menu: '#17191C', hover: '#262A2F', chosen: '#2C2A24' },
    tones: {
      neutral: { text: '#C3CBD1', tint: '#2B3036', line: '#8c969f' },
      info: { text: '#8CC8FF', tint: '#17304A', line: '#4A9DEB' },
      success: { text: '#7FD6A0', tint: '#15352A', line: '#3FA96B' },
      warning: { text: '#FFC266', tint: '#3D2E10', line: '#F0A020' },
      danger: { text: '#FF9E95', tint: '#46201F', line: '#EF5B50' },
    },
  },
  light: {
    mode: 'light',
    primary: { light: scale[300], main: scale[500], dark: scale[700], contrastText: '#FFFFFF' },
    secondary: { light: '#FFB74D', main: '#B35C00', dark: '#8A4700', contrastText: '#FFFFFF' },
    background: { paper: '#FFFFFF', default: '#F6F7F9' },
    text: { primary: '#17212B', secondary: '#56636F', disabled: '#8c969f' },
    divider: '#DFE3E8',
    error: { main: '#B3261E', contrastText: '#FFFFFF' },
    warning: { main: '#8A5300', contrastText: '#FFFFFF' },
    success: { main: '#1B6E42', contrastText: '#FFFFFF' },
    info: { main: '#0B5CAD', contrastText: '#FFFFFF' },
    surfaces: { menu: '#FFFFFF', hover: '#F0F2F5', chosen: '#FDF3E6' },
    tones: {
      neutral: { text: '#46535F', tint: '#E9ECEF', line: '#8c969f' },
      info: { text: '#0B5CAD', tint: '#E3F0FD', line: '#2F80D1' },
      success: { text: '#1B6E42', tint: '#E1F4E8', line: '#2E9E5B' },
      warning: { text: '#7A4A00', tint: '#FFF1D9', line: '#D98600' },
      danger: { text: '#A3211A', tint: '#FDE7E5', line: '#D2392F' },
    },
  },
} satisfies Record<Mode, ThemeOptions['palette']>

const optionsOf = (mode: Mode): ThemeOptions => ({
  palette: { ...palettes[mode], contrastThreshold: 4.5 },
  shape: { borderRadius: 8 },
  spacing: 8,
  // Lines and steps of lightness part the surfaces, never shadows; a menu or dialog above the page has its line too.
  shadows: Array(25).fill('none') as Theme['shadows'],
  typography: {
    fontFamily: family,
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
    MuiCssBaseline: { styleOverrides: baseline(mode) },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 36, borderRadius: 8, paddingInline: 14 },
        sizeSmall: { minHeight: 30, paddingInline: 10, fontSize: 13 },
        sizeLarge: { minHeight: 44, paddingInline: 18 },
        ...(mode === 'dark'
          ? {
              containedPrimary: {
                backgroundColor: orange,
                color: ink,
                '&:hover': { backgroundColor: '#FFAC33' },
              },
            }
          : {}),
      },
    },
    MuiIconButton: { styleOverrides: { root: { borderRadius: 8 } } },
    MuiSvgIcon: { styleOverrides: { root: { fontSize: 20 }, fontSizeSmall: { fontSize: 18 } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiPopover: { styleOverrides: { paper: outlined } },
    MuiMenu: { styleOverrides: { paper: outlined } },
    MuiDialog: { styleOverrides: { paper: outlined } },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 36, fontSize: 14 } } },
    MuiTooltip: {
      defaultProps: { enterDelay: 400, arrow: false },
      styleOverrides: {
        tooltip: {
          fontSize: 12,
          fontWeight: 500,
          backgroundColor: mode === 'dark' ? scale[50] : scale[500],
          color: mode === 'dark' ? ink : '#FFFFFF',
        },
      },
    },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiOutlinedInput: { styleOverrides: { root: { borderRadius: 8 } } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiDialogTitle: { styleOverrides: { root: { ...size(16, 24, 600) } } },
  },
})

const size = (pixels: number, line: number, weight: number) => ({
  fontSize: `${pixels / 16}rem`,
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: 0,
})

const outlined = ({ theme }: { theme: Theme }) => ({ border: `1px solid ${theme.palette.divider}` })

const baseline = (mode: Mode) => ({
  ':root': { colorScheme: mode },
  'html, body, #root': { height: '100%' },
  body: {
    fontFeatureSettings: "'cv05', 'ss03'",
    scrollbarWidth: 'thin' as const,
    scrollbarColor: mode === 'dark' ? '#4A5158 transparent' : '#B6BEC6 transparent',
  },
  '.tabular, .MuiDataGrid-root, table, time': { fontVariantNumeric: 'tabular-nums' },
  ':focus-visible': { outline: `2px solid ${palettes[mode].secondary.main}`, outlineOffset: 2 },
  '.MuiButtonBase-root:focus-visible, .MuiMenuItem-root:focus-visible': {
    outline: `2px solid ${palettes[mode].secondary.main}`,
    outlineOffset: -2,
  },
  '@media (prefers-reduced-motion: reduce)': {
    '*, ::before, ::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
})

import type { PaletteOptions } from '@mui/material/styles'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { hovered, ink, mixed, readable, textOn } from './colour'

/** Text, tint and line of one of the five tones; text has AA contrast on tint and paper. */
export interface ToneColours {
  text: string
  tint: string
  line: string
}

/** Colours of the portal's palettes in addition to MUI's. */
interface Additions {
  tones: Record<Tone, ToneColours>
  /** The surface behind the menu, and of a row under the pointer or selected. */
  surfaces: { menu: string; hover: string; chosen: string }
  /** The filled button, also under the pointer. */
  fill: { main: string; hover: string; text: string }
  /** The secondary colour with enough contrast on every surface: the focus ring, and borders of selected items. */
  focus: string
  /** Border of overlays, to separate them from a card of the same colour. */
  edge: string
  scrollbar: string
  tooltip: { main: string; text: string }
}

declare module '@mui/material/styles' {
  interface Palette extends Additions {}
  interface PaletteOptions extends Additions {}
}

/** The themes that can be chosen by name (specification, section 9). */
export const themeNames = [
  'default',
  'sunset',
  'greeny',
  'beach',
  'tech',
  'sweetHues',
  'defaultDark',
  'deepOcean',
  'slate',
] as const
export type ThemeName = (typeof themeNames)[number]

/** The two themes that are derived from the main theme: its colours in dark or light. */
export const derivedNames = ['mainThemeDark', 'mainThemeLight'] as const
export type PlaceTheme = ThemeName | (typeof derivedNames)[number]

/** Light or dark. */
export type Mode = 'light' | 'dark'

/** The light, main and dark shade of a colour. */
type Steps = readonly [light: string, main: string, dark: string]

/** The definition of a theme. */
export interface Palette {
  mode: Mode
  primary: Steps
  secondary: Steps
  paper: string
  page: string
}

const light = { mode: 'light', paper: '#FFFFFF', page: '#F7F7F7' } as const
const dark = { mode: 'dark', paper: '#1E2125', page: '#121212' } as const
const blueGrey: Steps = ['#5e6c78', '#192d3e', '#122230']
const orange: Steps = ['#FFB74D', '#FF9800', '#F57C00']

/** The colours of every theme. */
export const palettes: Record<ThemeName, Palette> = {
  default: { ...light, page: '#F6F7F9', primary: blueGrey, secondary: orange },
  sunset: { ...light, primary: ['#FF908B', '#D0605E', '#9B3134'], secondary: ['#C76A1D', '#FF994C', '#FFCA7B'] },
  greeny: { ...light, primary: ['#6CABD4', '#387CA3', '#005074'], secondary: ['#89F6CF', '#55C39E', '#159270'] },
  beach: { ...light, primary: ['#C4D8DD', '#93A7AB', '#65787C'], secondary: ['#FFB281', '#F18153', '#BA5228'] },
  tech: { ...light, primary: ['#87EFFF', '#4DBCE9', '#008CB7'], secondary: ['#FFFF83', '#D1E751', '#9DB516'] },
  sweetHues: { ...light, primary: ['#D5C1EB', '#A391B9', '#746389'], secondary: ['#90AFD4', '#6080A3', '#325474'] },
  defaultDark: { ...dark, primary: blueGrey, secondary: orange },
  deepOcean: { ...dark, primary: ['#8F53E7', '#5A24B4', '#1E0083'], secondary: ['#FF61FF', '#FE00E9', '#C600B6'] },
  slate: { ...dark, primary: ['#86FFF7', '#4ECDC4', '#009B94'], secondary: ['#FF9D99', '#FF6B6B', '#C73840'] },
}

/** The palette of a part of the shell: its own theme, or the dark or light variant of the main theme. */
export const paletteFor = (name: PlaceTheme, main: ThemeName): Palette => {
  if (name === 'mainThemeDark') return palettes[main].mode === 'dark' ? palettes[main] : { ...palettes[main], ...dark }
  if (name === 'mainThemeLight')
    return palettes[main].mode === 'light' ? palettes[main] : { ...palettes[main], ...light }
  return palettes[name]
}

/**
 * Converts a theme to an MUI palette. Fills and marks keep the colours of the theme, with a readable text colour; a
 * colour used for text, lines or controls is shifted until it has AA contrast on every surface of the theme.
 */
export const paletteOf = ({ mode, primary, secondary, paper, page }: Palette) => {
  const isDark = mode === 'dark'
  const surfaces = {
    menu: isDark ? mixed(paper, page, 0.55) : paper,
    hover: isDark ? mixed(paper, '#FFFFFF', 0.04) : mixed(paper, primary[1], 0.07),
    chosen: mixed(paper, secondary[1], isDark ? 0.09 : 0.13),
  }
  const all = [paper, page, ...Object.values(surfaces)]
  const main = isDark && primary === blueGrey ? pale : readable(primary[1], all, 4.5, mode)
  // The default blue grey is hardly visible on dark, where its orange marks the next step.
  const fill = isDark && primary === blueGrey ? secondary[1] : primary[1]
  return {
    ...common[mode],
    mode,
    primary: { light: primary[0], main, dark: isDark ? main : primary[2], contrastText: textOn(main) },
    secondary: { light: secondary[0], main: secondary[1], dark: secondary[2], contrastText: textOn(secondary[1]) },
    background: { paper, default: page },
    surfaces,
    fill: { main: fill, hover: hovered(fill), text: textOn(fill) },
    focus: readable(secondary[1], all, 3, mode),
    edge: isDark ? mixed(paper, '#FFFFFF', 0.24) : mixed(paper, ink, 0.16),
    tooltip: isDark ? { main: '#e3e6e8', text: ink } : { main: '#192d3e', text: '#FFFFFF' },
    contrastThreshold: 4.5,
  } satisfies PaletteOptions
}

/** Blue grey for text on dark. */
const pale = '#bac0c5'

/** What all themes of a mode share: text colours, and the meaningful tones. */
const common = {
  dark: {
    text: { primary: '#ECEFF1', secondary: '#A9B3BB', disabled: '#77818A' },
    divider: '#30353B',
    scrollbar: '#4A5158',
    error: { main: '#FF8A80', contrastText: ink },
    warning: { main: '#FFC266', contrastText: ink },
    success: { main: '#7FD6A0', contrastText: ink },
    info: { main: '#8CC8FF', contrastText: ink },
    tones: {
      neutral: { text: '#C3CBD1', tint: '#2B3036', line: '#8c969f' },
      info: { text: '#8CC8FF', tint: '#17304A', line: '#4A9DEB' },
      success: { text: '#7FD6A0', tint: '#15352A', line: '#3FA96B' },
      warning: { text: '#FFC266', tint: '#3D2E10', line: '#F0A020' },
      danger: { text: '#FF9E95', tint: '#46201F', line: '#EF5B50' },
    },
  },
  light: {
    text: { primary: '#17212B', secondary: '#53606C', disabled: '#8c969f' },
    divider: '#DFE3E8',
    scrollbar: '#B6BEC6',
    error: { main: '#B3261E', contrastText: '#FFFFFF' },
    warning: { main: '#8A5300', contrastText: '#FFFFFF' },
    success: { main: '#1B6E42', contrastText: '#FFFFFF' },
    info: { main: '#0B5CAD', contrastText: '#FFFFFF' },
    tones: {
      neutral: { text: '#46535F', tint: '#E9ECEF', line: '#8c969f' },
      info: { text: '#0B5CAD', tint: '#E3F0FD', line: '#2F80D1' },
      success: { text: '#1B6E42', tint: '#E1F4E8', line: '#2E9E5B' },
      warning: { text: '#7A4A00', tint: '#FFF1D9', line: '#D98600' },
      danger: { text: '#A3211A', tint: '#FDE7E5', line: '#D2392F' },
    },
  },
} as const

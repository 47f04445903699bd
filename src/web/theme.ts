import { type Components, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles'
import { options } from './theme/options'
import { type PlaceTheme, paletteFor, paletteOf, palettes, type ThemeName } from './theme/palettes'

/**
 * The portal's one MUI theme; `texts` are MUI's own words in the reader's language. Its colours are CSS variables, which
 * `coloursOf` gives a value for each theme: another theme is then drawn by the browser alone. With a theme object for
 * each, React drew every cell of a list again, and a change took twice its 100 ms.
 */
export const themeOf = (texts: MuiTexts[] = []): Theme => {
  const known = themes.find((theme) => sameWords(theme.texts, texts))
  if (known) return known.theme
  base ??= create({ ...options, palette: paletteOf(palettes.defaultDark) })
  // Without `colorSchemes` MUI leaves the page's colours to us.
  const { colorSchemes: _, ...made } = base
  const theme = {
    ...made,
    components: texts.reduce(saying, made.components),
    spacing: plain.spacing,
    palette: { ...made.palette, ...made.vars.palette },
    // Only colours vary.
    vars: {
      ...made.vars,
      spacing: undefined,
      shape: { borderRadius: '8px' },
      shadows: made.shadows,
      zIndex: made.zIndex,
    },
  }
  themes.push({ texts, theme })
  return theme
}

/** The values of the colours' CSS variables in a theme; a derived one follows from `main`. */
export const coloursOf = (name: PlaceTheme, main: ThemeName): Colours => {
  const look = paletteFor(name, main)
  const key = JSON.stringify(look)
  const known = colours.get(key)
  if (known) return known
  const { generateStyleSheets } = create({ palette: paletteOf(look) })
  const all = generateStyleSheets().flatMap((sheet) => Object.values(sheet).flatMap(Object.entries))
  const made = {
    colorScheme: look.mode,
    ...Object.fromEntries(all.filter(([variable]) => variable.startsWith('--p-palette'))),
  }
  colours.set(key, made)
  return made
}

/** MUI's own words of one language, as its packages give them. */
export interface MuiTexts {
  components?: Record<string, { defaultProps: object } | undefined>
}

export type Colours = { colorScheme: 'light' | 'dark' } & Record<string, string>

/** Sizes of the shell in pixels (specification, section 9). */
export const menuWidth = 280
export const foldedWidth = 64
export const toolbarHeight = 64
export const footerHeight = 36
export const containerWidth = 1120

/** What MUI makes of a theme with variables; its types do not say so without changing every theme's. */
interface WithVariables extends Theme {
  vars: { palette: Theme['palette'] }
  generateStyleSheets: () => Record<string, Record<string, string>>[]
  colorSchemes?: unknown
}

const create = (own: ThemeOptions) => createTheme({ cssVariables: { cssVarPrefix: 'p' }, ...own }) as WithVariables

/** Components that say these words; what they say else stays. */
const saying = (components: Theme['components'], words: MuiTexts): Theme['components'] => ({
  ...components,
  ...Object.fromEntries(
    Object.entries(words.components ?? {}).map(([name, said]) => {
      const own: { defaultProps?: object } | undefined = components?.[name as keyof Components]
      return [name, { ...own, defaultProps: { ...own?.defaultProps, ...said?.defaultProps } }]
    }),
  ),
})

const plain = createTheme()
let base: WithVariables | undefined
const themes: { texts: MuiTexts[]; theme: Theme }[] = []
const colours = new Map<string, Colours>()
const sameWords = (one: MuiTexts[], other: MuiTexts[]) =>
  one.length === other.length && one.every((words, index) => words === other[index])

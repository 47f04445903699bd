import { type Components, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles'
import { options } from './theme/options'
import { type PlaceTheme, paletteFor, paletteOf, palettes, type ThemeName } from './theme/palettes'

/**
 * The portal's MUI theme; `texts` are MUI's own texts in the reader's language. Colours are CSS variables with values
 * for each theme (`coloursOf`), so that the browser switches themes without React. With a theme object for each theme,
 * React would render every cell of a list again, which took over 200 ms.
 */
export const themeOf = (texts: MuiTexts[] = []): Theme => {
  const known = themes.find((theme) => sameTexts(theme.texts, texts))
  if (known) return known.theme
  base ??= create({ ...options, palette: paletteOf(palettes.defaultDark) })
  // Without `colorSchemes` MUI does not set the colours of the page itself.
  const { colorSchemes: _, ...made } = base
  const theme = {
    ...made,
    components: texts.reduce(withTexts, made.components),
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

/** The values of the colours' CSS variables in a theme; a derived theme follows from `main`. */
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

/** MUI's own texts of one language, as its packages provide them. */
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

/** A theme with CSS variables. MUI's types offer that only by changing the type of every theme. */
interface WithVariables extends Theme {
  vars: { palette: Theme['palette'] }
  generateStyleSheets: () => Record<string, Record<string, string>>[]
  colorSchemes?: unknown
}

const create = (overrides: ThemeOptions) =>
  createTheme({ cssVariables: { cssVarPrefix: 'p' }, ...overrides }) as WithVariables

/** The components with MUI's texts as additional default props. */
const withTexts = (components: Theme['components'], words: MuiTexts): Theme['components'] => ({
  ...components,
  ...Object.fromEntries(
    Object.entries(words.components ?? {}).map(([name, texts]) => {
      const component: { defaultProps?: object } | undefined = components?.[name as keyof Components]
      return [name, { ...component, defaultProps: { ...component?.defaultProps, ...texts?.defaultProps } }]
    }),
  ),
})

const plain = createTheme()
let base: WithVariables | undefined
const themes: { texts: MuiTexts[]; theme: Theme }[] = []
const colours = new Map<string, Colours>()
const sameTexts = (a: MuiTexts[], b: MuiTexts[]) =>
  a.length === b.length && a.every((words, index) => words === b[index])

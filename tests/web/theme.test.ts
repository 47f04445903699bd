import { getContrastRatio } from '@mui/material/styles'
import { describe, expect, test } from 'vitest'
import { derivedNames, paletteFor, paletteOf, palettes, themeNames } from '#web/theme/palettes.ts'
import { coloursOf, themeOf } from '#web/theme.ts'

/** Every look that a place can have: the named themes, and from each of them its dark and its light one. */
const all = [
  ...themeNames.map((name) => [name, palettes[name]] as const),
  ...themeNames.flatMap((main) => derivedNames.map((name) => [`${name} of ${main}`, paletteFor(name, main)] as const)),
]

describe.each(all)('the theme %s', (_, look) => {
  const palette = paletteOf(look)
  const surfaces = Object.entries({ ...palette.surfaces, paper: look.paper, page: look.page })

  test.each(surfaces)('can be read on its %s', (_, surface) => {
    expect(getContrastRatio(palette.text.primary, surface)).toBeGreaterThan(7)
    expect(getContrastRatio(palette.text.secondary, surface)).toBeGreaterThan(4.5)
    expect(getContrastRatio(palette.primary.main, surface)).toBeGreaterThanOrEqual(4.5)
    for (const name of ['error', 'warning', 'success', 'info'] as const)
      expect(getContrastRatio(palette[name].main, surface)).toBeGreaterThan(4.5)
  })

  test.each(Object.entries(palette.tones))('can be read on the tint of %s, and its text on paper', (_, tone) => {
    expect(getContrastRatio(tone.text, tone.tint)).toBeGreaterThan(4.5)
    expect(getContrastRatio(tone.text, look.paper)).toBeGreaterThan(4.5)
    expect(getContrastRatio(tone.text, look.page)).toBeGreaterThan(4.5)
  })

  test.each(['primary', 'secondary', 'error', 'warning', 'success', 'info'] as const)('%s carries its text', (name) => {
    expect(getContrastRatio(palette[name].contrastText, palette[name].main)).toBeGreaterThanOrEqual(4.5)
  })

  test('the filled button can be read, under the pointer too', () => {
    expect(getContrastRatio(palette.fill.text, palette.fill.main)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(palette.fill.text, palette.fill.hover)).toBeGreaterThanOrEqual(4.5)
    expect(getContrastRatio(palette.tooltip.text, palette.tooltip.main)).toBeGreaterThan(7)
  })

  test.each(surfaces)('its focus ring stands out on its %s', (_, surface) => {
    expect(getContrastRatio(palette.focus, surface)).toBeGreaterThanOrEqual(3)
  })
})

describe('the themes', () => {
  test('are the nine of the specification, six light and three dark', () => {
    expect(themeNames.filter((name) => palettes[name].mode === 'light')).toEqual([
      'default',
      'sunset',
      'greeny',
      'beach',
      'tech',
      'sweetHues',
    ])
    expect(themeNames.filter((name) => palettes[name].mode === 'dark')).toEqual(['defaultDark', 'deepOcean', 'slate'])
  })

  test.each(['default', 'defaultDark'] as const)('have orange as the secondary colour of %s', (name) => {
    expect(paletteOf(palettes[name]).secondary.main).toBe('#FF9800')
    expect(coloursOf(name, name)['--p-palette-secondary-main']).toBe('#FF9800')
  })

  test('follow the main one in its colours, dark or light', () => {
    const [dark, light] = [paletteFor('mainThemeDark', 'sunset'), paletteFor('mainThemeLight', 'deepOcean')]
    expect(dark).toMatchObject({ mode: 'dark', paper: '#1E2125', page: '#121212', primary: palettes.sunset.primary })
    expect(light).toMatchObject({
      mode: 'light',
      paper: '#FFFFFF',
      page: '#F7F7F7',
      primary: palettes.deepOcean.primary,
    })
    expect(coloursOf('mainThemeDark', 'slate')).toBe(coloursOf('mainThemeDark', 'slate'))
  })

  test('give every colour that the shared theme names a value', () => {
    const named = JSON.stringify(themeOf().palette).match(/--p-palette-[\w-]+/g) ?? []
    expect(named.length).toBeGreaterThan(100)
    for (const name of themeNames) {
      const colours = coloursOf(name, name)
      // These MUI knows on dark only, and the portal never draws.
      const rest = /^--p-palette-(text-icon|AppBar-dark)/
      expect(named.filter((variable) => !(variable in colours || rest.test(variable)))).toEqual([])
    }
  })
})

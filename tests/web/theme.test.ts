import { getContrastRatio } from '@mui/material/styles'
import { describe, expect, test } from 'vitest'
import { type Mode, themeOf } from '../../src/web/theme'

describe.each<Mode>(['dark', 'light'])('the %s theme', (mode) => {
  const { palette } = themeOf(mode)
  const surfaces = Object.entries({
    ...palette.surfaces,
    paper: palette.background.paper,
    page: palette.background.default,
  })

  test.each(surfaces)('text can be read on %s', (_, surface) => {
    expect(getContrastRatio(palette.text.primary, surface)).toBeGreaterThan(7)
    expect(getContrastRatio(palette.text.secondary, surface)).toBeGreaterThan(4.5)
  })

  test.each(Object.entries(palette.tones))('the tone %s can be read on its tint and on paper', (_, tone) => {
    expect(getContrastRatio(tone.text, tone.tint)).toBeGreaterThan(4.5)
    expect(getContrastRatio(tone.text, palette.background.paper)).toBeGreaterThan(4.5)
  })

  test.each(['primary', 'secondary', 'error', 'warning', 'success', 'info'] as const)('%s carries its text', (name) => {
    const colour = palette[name]
    expect(getContrastRatio(colour.contrastText, colour.main)).toBeGreaterThan(4.5)
    expect(getContrastRatio(colour.main, palette.background.paper)).toBeGreaterThan(3)
  })

  test('the focus ring stands out', () => {
    for (const [, surface] of surfaces) expect(getContrastRatio(palette.secondary.main, surface)).toBeGreaterThan(3)
  })
})

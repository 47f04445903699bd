import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'

export type Weight = 'regular' | 'strong'

/** A font file. `name` is the name under which documents register it. */
export interface Face {
  name: string
  source: Buffer
  font: Font
  /** The code points of the font. Its own lookup reports glyphs beyond U+FFFF that it does not have. */
  characters: ReadonlySet<number>
}

/** Consecutive characters of a text with glyphs in one face. */
export interface Run {
  face: Face
  text: string
}

/** Tabular figures without kerning, so that the width of a text is the sum of its characters wherever it is broken. */
export const features = { tnum: true, kern: false, calt: false, liga: false }

/** Ascent and descent as fractions of the font size; those of Inter are used for Chinese too. */
export const ascent = 1984 / 2048
export const descent = 494 / 2048

/** Splits a text into runs of one face. Characters without a glyph are drawn as an empty box. */
export const runsOf = (text: string, weight: Weight): Run[] => {
  const runs: Run[] = []
  for (const character of text) {
    const { face, drawn } = glyphOf(character, weight)
    const last = runs.at(-1)
    if (last?.face === face) last.text += drawn
    else runs.push({ face, text: drawn })
  }
  return runs
}

/** The width of a text as a fraction of the font size. */
export const widthOf = (text: string, weight: Weight): number => {
  let width = 0
  for (const character of text) width += glyphOf(character, weight).width
  return width
}

interface Glyph {
  face: Face
  drawn: string
  /** As a fraction of the font size. */
  width: number
}

const glyphOf = (character: string, weight: Weight): Glyph => {
  const cached = glyphs[weight].get(character)
  if (cached) return cached
  if (glyphs[weight].size >= maxGlyphs) glyphs[weight].clear()
  const point = character.codePointAt(0) ?? 0
  const face = facesOf(weight).find(({ characters }) => characters.has(point))
  const glyph = face
    ? {
        face,
        drawn: character,
        width: face.font.layout(character, features as never).advanceWidth / face.font.unitsPerEm,
      }
    : glyphOf(emptyBox, weight)
  glyphs[weight].set(character, glyph)
  return glyph
}
const emptyBox = '□'
const glyphs: Record<Weight, Map<string, Glyph>> = { regular: new Map(), strong: new Map() }
const maxGlyphs = 8000

/**
 * The faces of a weight, in lookup order: Inter for Latin, Greek and Cyrillic, Noto Sans Hans for Chinese and the rest.
 * Loaded with the first document.
 */
export const facesOf = (weight: Weight): Face[] => {
  loaded[weight] ??= [...subsets.map((subset) => interFile(subset, weight)), notoFile(weight)].map((file, index) => {
    const source = readFileSync(file)
    const font = create(source) as Font
    return { name: `${weight}-${index}`, source, font, characters: new Set(font.characterSet) }
  })
  return loaded[weight]
}
const loaded: Partial<Record<Weight, Face[]>> = {}
const subsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic']

const require = createRequire(import.meta.url)
const interFile = (subset: string, weight: Weight) =>
  require.resolve(`@fontsource/inter/files/inter-${subset}-${weight === 'strong' ? 600 : 400}-normal.woff`)
// The package exports only a list of its files, so the path is derived from its entry point.
const notoFile = (weight: Weight) =>
  join(
    require.resolve('@embedpdf/fonts-sc'),
    `../../fonts/NotoSansHans-${weight === 'strong' ? 'Bold' : 'Regular'}.otf`,
  )

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { Font } from 'fontkit'
import { type Glyph, glyphOf, unitsPerEm } from './truetype'

export type Weight = 'regular' | 'strong'

/** Shapes by code point. */
export type Glyphs = ReadonlyMap<number, Glyph>

/**
 * The shapes of characters by weight: Latin, Greek and Cyrillic from Inter, with figures of one width, Chinese from Noto
 * Sans SC. Both are kept in pieces by ranges of characters: only those that are needed are opened, and only shapes that
 * somebody asked for are remembered. What neither has stands as an empty box.
 */
export const glyphsFor = async (characters: Record<Weight, ReadonlySet<number>>): Promise<Record<Weight, Glyphs>> => {
  const of = async (weight: Weight) => {
    const known = remembered[weight]
    if (known.size > mostRemembered) known.clear()
    const missing = [...characters[weight]].filter((one) => !known.has(one))
    if (missing.length > 0) await learn(weight, missing)
    return new Map([...characters[weight]].map((one) => [one, known.get(one) ?? emptyBox] as const))
  }
  return { regular: await of('regular'), strong: await of('strong') }
}

const thickness: Record<Weight, number> = { regular: 400, strong: 600 }
const remembered: Record<Weight, Map<number, Glyph>> = { regular: new Map(), strong: new Map() }
const mostRemembered = 8000

/** What stands for a character that no font has. */
export const emptyBox: Glyph = glyphOf(
  [
    [
      [200, 0, true],
      [200, 1400, true],
      [1000, 1400, true],
      [1000, 0, true],
    ],
    [
      [300, 100, true],
      [900, 100, true],
      [900, 1300, true],
      [300, 1300, true],
    ],
  ],
  1200,
)

/** A font file for some ranges of characters. */
interface Piece {
  file: string
  ranges: [first: number, last: number][]
}

/** Both packages list which of their files has which characters. */
const pieces = async (): Promise<Piece[]> => {
  const lists = await Promise.all(
    families.map(async (family) => {
      const list = JSON.parse(await readFile(require.resolve(`${family}/unicode.json`), 'utf8')) as Record<
        string,
        string
      >
      return Object.entries(list).map(([name, ranges]) => ({
        file: `${family}/files/${family.split('/')[1]}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`,
        ranges: ranges.split(',').map(rangeOf),
      }))
    }),
  )
  return lists.flat()
}
const require = createRequire(import.meta.url)
const families = ['@fontsource-variable/inter', '@fontsource-variable/noto-sans-sc']
let listed: ReturnType<typeof pieces> | undefined

const rangeOf = (text: string): [number, number] => {
  const [first = '', last = first] = text.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const learn = async (weight: Weight, characters: readonly number[]) => {
  listed ??= pieces()
  listed.catch(() => {
    listed = undefined
  })
  let wanted = characters
  for (const piece of await listed) {
    const here = wanted.filter((one) => piece.ranges.some(([first, last]) => one >= first && one <= last))
    if (here.length === 0) continue
    const found = new Set(await learnFrom(piece, weight, here))
    wanted = wanted.filter((one) => !found.has(one))
    if (wanted.length === 0) return
    // A font is hard work: others have their turn between two pieces.
    await setImmediate()
  }
  for (const one of wanted) remembered[weight].set(one, emptyBox)
}

const learnFrom = async ({ file }: Piece, weight: Weight, characters: readonly number[]): Promise<number[]> => {
  const [{ create }, { default: decompress }] = await Promise.all([
    import('fontkit'),
    import('woff2-encoder/decompress'),
  ])
  const font = create(Buffer.from(await decompress(await readFile(require.resolve(file))))) as Font
  const found = characters.filter((one) => font.hasGlyphForCodePoint(one))
  const varied = font.getVariation({ wght: thickness[weight] })
  for (const one of found) remembered[weight].set(one, shapeOf(varied, one))
  return found
}

const shapeOf = (font: Font, character: number): Glyph => {
  const isFigure = character >= 0x30 && character <= 0x39
  const shape = isFigure ? font.layout(String.fromCodePoint(character), ['tnum']).glyphs[0] : undefined
  const { path, advanceWidth } = shape ?? font.glyphForCodePoint(character)
  const scale = unitsPerEm / font.unitsPerEm
  return glyphOf(contoursOf(path.commands as Command[], scale), Math.round(advanceWidth * scale))
}

interface Command {
  command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'closePath'
  args: number[]
}

const contoursOf = (commands: readonly Command[], scale: number) => {
  const contours: [x: number, y: number, isOnCurve: boolean][][] = []
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([])
    const contour = contours.at(-1)
    for (let at = 0; at + 1 < args.length; at += 2)
      contour?.push([
        Math.round((args[at] ?? 0) * scale),
        Math.round((args[at + 1] ?? 0) * scale),
        at + 2 >= args.length,
      ])
  }
  for (const contour of contours) {
    const [first, last] = [contour[0], contour.at(-1)]
    if (contour.length > 1 && first && last?.[2] && first[0] === last[0] && first[1] === last[1]) contour.pop()
  }
  return contours.filter(({ length }) => length > 1)
}

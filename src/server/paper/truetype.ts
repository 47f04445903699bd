/** The shape of a character; `entry` is what stands for it in a TrueType font. */
export interface Glyph {
  advance: number
  entry: Buffer
  points: number
  contours: number
}

/** A closed outline: points on the curve, and control points between them. */
export type Contour = readonly (readonly [x: number, y: number, isOnCurve: boolean])[]

export const unitsPerEm = 2048
/** How far letters reach above and below their line: as in Inter, in whose lines Chinese stands too. */
export const ascent = 1984
export const descent = -494

/** A shape as TrueType writes it. */
export const glyphOf = (contours: readonly Contour[], advance: number): Glyph => {
  const points = contours.flat()
  if (points.length === 0) return { advance, entry: Buffer.alloc(0), points: 0, contours: 0 }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  let end = -1
  const ends = contours.map(({ length }) => (end += length))
  const [acrosses, ups] = [steps(xs), steps(ys)]
  const flags = points.map(
    ([, , isOnCurve], at) => (isOnCurve ? 1 : 0) | flagOf(acrosses[at] ?? 0) | (flagOf(ups[at] ?? 0) << 1),
  )
  const entry = Buffer.concat([
    int16s(contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ...ends, 0),
    Buffer.from(flags),
    ...acrosses.map(stepBytes),
    ...ups.map(stepBytes),
  ])
  return { advance, entry, points: points.length, contours: contours.length }
}

/**
 * A TrueType font of these shapes, which stand under their code points; the first is for what is none of them. As small
 * as a font can be that is put into a document.
 */
export const trueType = (name: string, missing: Glyph, shapes: ReadonlyMap<number, Glyph>): Buffer => {
  const glyphs = [missing, ...shapes.values()]
  const offsets = [0]
  const entries = glyphs.map(({ entry }) => {
    const padded = Buffer.concat([entry, Buffer.alloc((4 - (entry.length % 4)) % 4)])
    offsets.push((offsets.at(-1) ?? 0) + padded.length)
    return padded
  })
  const most = (pick: (glyph: Glyph) => number) => Math.max(...glyphs.map(pick))
  const left = ({ entry }: Glyph) => (entry.length > 0 ? entry.readInt16BE(2) : 0)
  return fontFile({
    cmap: characterMap([...shapes.keys()]),
    glyf: Buffer.concat(entries),
    head: Buffer.concat([
      int32s(0x10000, 0x10000, 0, 0x5f0f3cf5),
      int16s(3, unitsPerEm, 0, 0, 0, 0, 0, 0, 0, 0, 0, descent, unitsPerEm, ascent, 0, 8, 2, 1, 0),
    ]),
    hhea: int16s(
      1,
      0,
      ascent,
      descent,
      0,
      most(({ advance }) => advance),
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      glyphs.length,
    ),
    hmtx: Buffer.concat(glyphs.map((glyph) => int16s(glyph.advance, left(glyph)))),
    loca: int32s(...offsets),
    maxp: Buffer.concat([
      int32s(0x10000),
      int16s(
        glyphs.length,
        most(({ points }) => points),
        most(({ contours }) => contours),
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
      ),
    ]),
    name: nameTable(name),
    post: int32s(0x30000, 0, 0, 0, 0, 0, 0, 0),
  })
}

const characterMap = (characters: readonly number[]) => {
  // Shapes stand in the order of the map; the table wants them in the order of their code points.
  const groups = characters
    .map((character, at) => [character, character, at + 1])
    .sort(([one = 0], [other = 0]) => one - other)
  return Buffer.concat([
    int16s(0, 1, 3, 10),
    int32s(12),
    int16s(12, 0),
    int32s(16 + 12 * groups.length, 0, groups.length, ...groups.flat()),
  ])
}

const nameTable = (name: string) => {
  const text = Buffer.from(name, 'utf16le').swap16()
  const ids = [1, 4, 6]
  const records = ids.map((id) => int16s(3, 1, 0x409, id, text.length, 0))
  return Buffer.concat([int16s(0, ids.length, 6 + 12 * ids.length), ...records, text])
}

const fontFile = (tables: Record<string, Buffer>): Buffer => {
  const entries = Object.entries(tables)
  let offset = 12 + 16 * entries.length
  const directory: Buffer[] = []
  const bodies: Buffer[] = []
  for (const [tag, table] of entries) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    directory.push(Buffer.from(tag, 'latin1'), int32s(checksum(padded), offset, table.length))
    bodies.push(padded)
    offset += padded.length
  }
  const power = 2 ** Math.floor(Math.log2(entries.length))
  const head = Buffer.concat([
    int32s(0x10000),
    int16s(entries.length, power * 16, Math.log2(power), (entries.length - power) * 16),
  ])
  return Buffer.concat([head, ...directory, ...bodies])
}

const checksum = (table: Buffer) => {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

const steps = (values: readonly number[]) => values.map((value, at) => value - (values[at - 1] ?? 0))
/** How a step is written: nothing for none, a byte below 256, else two; in the bits for x, those for y are the next. */
const flagOf = (step: number) => (step === 0 ? 0x10 : Math.abs(step) < 256 ? (step > 0 ? 0x12 : 0x02) : 0)
const stepBytes = (step: number) =>
  step === 0 ? Buffer.alloc(0) : Math.abs(step) < 256 ? Buffer.from([Math.abs(step)]) : int16s(step)

const int16s = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2)
  return bytes
}
const int32s = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4)
  return bytes
}

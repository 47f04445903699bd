import { type DrawnStroke, type Frame, type LineDrawing, styledFrame } from '#shared/kit/drawing.ts'
import { type Curve, directions, lengthOf, type Point, partsOf, pointOn } from './path'
import { garments, measuredAt } from './points'

const fullFrame: Frame = [0, 0, styledFrame, styledFrame]

/**
 * The sketch of a point of measure: the garment with the path of the tape measure and its code; null for other codes.
 */
export const pomSketch = (code: string): LineDrawing | null => {
  const measured = Object.hasOwn(measuredAt, code) ? measuredAt[code] : undefined
  if (!measured) return null
  const { on, way, guides, ghost, frame = fullFrame } = measured
  const scale = frame[2] / styledFrame
  const parts = partsOf(way)
  const [x, y] = measured.label ?? halfWay(parts[0] ?? [])
  const size = 16 * scale
  return {
    frame,
    strokes: [
      ...garments[on],
      ...(ghost ? [{ d: ghost, tone: 'ghost' } as const] : []),
      ...(guides ? [{ d: guides, tone: 'guide' } as const] : []),
      { d: way, tone: 'measure' },
      ...endMarks(parts, scale),
    ],
    label: { text: code, x, y: y + size * 0.36, size },
  }
}

const halfWay = (part: readonly Curve[]): Point => {
  const half = lengthOf([part]) / 2
  let passed = 0
  for (const curve of part) {
    const length = lengthOf([[curve]])
    if (passed + length >= half) return pointOn(curve, (half - passed) / length)
    passed += length
  }
  return [0, 0]
}

/** Ticks across both ends, and arrowheads if there is room for two. */
const endMarks = (parts: readonly Curve[][], scale: number): DrawnStroke[] => {
  const part = parts[0] ?? []
  const [from, to] = [part[0]?.from, part.at(-1)?.to]
  if (!from || !to) return []
  const { first, last } = directions(part)
  const tick = 7 * scale
  const strokes: DrawnStroke[] = [
    {
      d: `${line(offsetFrom(from, first, 0, tick), offsetFrom(from, first, 0, -tick))}${line(offsetFrom(to, last, 0, tick), offsetFrom(to, last, 0, -tick))}`,
      tone: 'measure',
    },
  ]
  const head = 11 * scale
  if (lengthOf(parts) > head * 3.2)
    strokes.push(
      { d: arrow(from, first, head), tone: 'head' },
      { d: arrow(to, [-last[0], -last[1]], head), tone: 'head' },
    )
  return strokes
}

/** The position ahead of a point and to its side, relative to a direction. */
const offsetFrom = ([x, y]: Point, [right, down]: Point, ahead: number, side: number): Point => [
  x + right * ahead - down * side,
  y + down * ahead + right * side,
]
const write = ([x, y]: Point) => `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`
const line = (from: Point, to: Point) => `M${write(from)}L${write(to)}`
const arrow = (tip: Point, direction: Point, size: number) =>
  `M${write(tip)}L${write(offsetFrom(tip, direction, size, size * 0.36))}L${write(offsetFrom(tip, direction, size, -size * 0.36))}Z`

/** A point in a frame of 240 × 240 units. */
export type Point = readonly [x: number, y: number]

/** A cubic Bézier curve; for a straight line the handles lie on it. */
export interface Curve {
  from: Point
  handles?: readonly [Point, Point]
  to: Point
}

/** Parses a path of absolute `M`, `L`, `C` and `Z` into parts of consecutive curves; each `M` begins a new part. */
export const partsOf = (d: string): Curve[][] => {
  const parts: Curve[][] = []
  let part: Curve[] = []
  let start: Point = [0, 0]
  let at: Point = [0, 0]
  for (const [, command, rest = ''] of d.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const points = pointsOf(rest)
    if (command === 'M') {
      part = []
      parts.push(part)
      start = at = points[0] ?? at
    } else if (command === 'Z') {
      if (!isSame(at, start)) part.push({ from: at, to: start })
      at = start
    } else if (command === 'L') {
      for (const to of points) {
        part.push({ from: at, to })
        at = to
      }
    } else
      for (let index = 0; index + 2 < points.length; index += 3) {
        const [first, second, to] = points.slice(index, index + 3) as [Point, Point, Point]
        part.push({ from: at, handles: [first, second], to })
        at = to
      }
  }
  return parts
}

const pointsOf = (text: string): Point[] => {
  const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => [
    numbers[at * 2] ?? 0,
    numbers[at * 2 + 1] ?? 0,
  ])
}

const isSame = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1]

const writePoint = ([x, y]: Point) => `${short(x)} ${short(y)}`
const short = (value: number) => String(Math.round(value * 100) / 100)

/** The inverse of `partsOf`. */
export const written = (parts: readonly (readonly Curve[])[], isClosed = false): string =>
  parts
    .map(
      (part) =>
        `M${writePoint(part[0]?.from ?? [0, 0])}${part
          .map(({ handles, to }) => (handles ? `C${[...handles, to].map(writePoint).join(' ')}` : `L${writePoint(to)}`))
          .join('')}${isClosed ? 'Z' : ''}`,
    )
    .join('')

const mapped = (parts: readonly Curve[][], move: (point: Point) => Point): Curve[][] =>
  parts.map((part) =>
    part.map(({ from, handles, to }) => ({
      from: move(from),
      ...(handles ? { handles: [move(handles[0]), move(handles[1])] as const } : {}),
      to: move(to),
    })),
  )

/** The x coordinate of the middle of a symmetric garment. */
export const middle = 120
const across = ([x, y]: Point): Point => [2 * middle - x, y]

/** A line of one half together with its mirror image. */
export const both = (d: string): string => `${d}${written(mapped(partsOf(d), across))}`

/** The mirror image of a line. */
export const other = (d: string): string => written(mapped(partsOf(d), across))

/** Closes an outline from half of it, which begins and ends in the middle, and its mirror image. */
export const whole = (half: string): string => {
  const [part = []] = partsOf(half)
  return written([[...part, ...reversed(mapped([part], across)[0] ?? [])]], true)
}

const reversed = (part: readonly Curve[]): Curve[] =>
  [...part].reverse().map(({ from, handles, to }) => ({
    from: to,
    ...(handles ? { handles: [handles[1], handles[0]] as const } : {}),
    to: from,
  }))

/** The point at a position on a curve, from 0 to 1. */
export const pointOn = ({ from, handles, to }: Curve, share: number): Point => {
  const left = 1 - share
  if (!handles) return [from[0] * left + to[0] * share, from[1] * left + to[1] * share]
  const [first, second] = handles
  const at = (axis: 0 | 1) =>
    from[axis] * left ** 3 +
    3 * first[axis] * left * left * share +
    3 * second[axis] * left * share * share +
    to[axis] * share ** 3
  return [at(0), at(1)]
}

/** The unit vectors of the direction in which a part leaves its start and reaches its end. */
export const directions = (part: readonly Curve[]): { first: Point; last: Point } => {
  const begin = part[0]
  const end = part.at(-1)
  return {
    first: begin ? unit(begin.from, begin.handles?.[0] ?? begin.to) : [1, 0],
    last: end ? unit(end.handles?.[1] ?? end.from, end.to) : [1, 0],
  }
}

const unit = (from: Point, to: Point): Point => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
}

export const lengthOf = (parts: readonly (readonly Curve[])[]): number =>
  parts.flat().reduce((sum, curve) => sum + lengthOfCurve(curve), 0)

const lengthOfCurve = (curve: Curve): number => {
  const steps = curve.handles ? 16 : 1
  return Array.from({ length: steps }, (_, at) => {
    const [a, b] = [pointOn(curve, at / steps), pointOn(curve, (at + 1) / steps)]
    return Math.hypot(b[0] - a[0], b[1] - a[1])
  }).reduce((sum, step) => sum + step, 0)
}

/** Lines of rib knit between two edges that run in the same direction. */
export const ribs = (edge: string, opposite: string, count: number): string => {
  const [a, b] = [partsOf(edge)[0]?.[0], partsOf(opposite)[0]?.[0]]
  if (!a || !b) return ''
  return written(
    Array.from({ length: count }, (_, at) => {
      const share = (at + 1) / (count + 1)
      return [{ from: pointOn(a, share), to: pointOn(b, share) }]
    }),
  )
}

import { describe, expect, it } from 'vitest'
import { fixtures } from '#areas/poms/fixtures.ts'
import { ownPoms } from '#server/seeds/demo/measure-tables.ts'
import { poms } from '#server/seeds/poms.ts'
import { type LineDrawing, strokeStyles } from '#shared/kit/drawing.ts'
import { both, directions, lengthOf, partsOf, pointOn, whole } from '#shared/trade/pom-sketch/path.ts'
import { measuredAt } from '#shared/trade/pom-sketch/points.ts'
import { pomSketch } from '#shared/trade/pom-sketch/sketch.ts'

const codes = [...poms, ...fixtures].map(({ code }) => code)
const sketchOf = (code: string): LineDrawing => {
  const sketch = pomSketch(code)
  if (!sketch) throw new Error(`no sketch of ${code}`)
  return sketch
}
const numbersIn = (d: string) => (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
/** All points of what tells how to measure, handles of curves too. */
const pointsOf = ({ strokes }: LineDrawing) =>
  strokes
    .filter(({ tone }) => ['measure', 'head', 'guide', 'ghost'].includes(tone))
    .flatMap(({ d }) => partsOf(d).flat())
    .flatMap(({ from, handles = [], to }) => [from, ...handles, to])

describe('the sketch of a point of measure', () => {
  it('is there for every point of a new library, and for no code beside them', () => {
    expect(Object.keys(measuredAt).sort()).toEqual([...codes].sort())
  })

  it.each(['', 'chest', 'OWN-1', 'constructor', ...ownPoms.map(({ code }) => code)])(
    'is none for the code "%s"',
    (code) => {
      expect(pomSketch(code)).toBeNull()
    },
  )

  it.each(codes)('of %s lies within its frame, and its code too', (code) => {
    const sketch = sketchOf(code)
    const [left, top, width, height] = sketch.frame
    const astray = pointsOf(sketch).filter(([x, y]) => x < left || x > left + width || y < top || y > top + height)
    expect(astray).toEqual([])
    const { text = '', x = 0, y = 0, size = 0 } = sketch.label ?? {}
    const half = (text.length * size * 0.68) / 2
    expect(text).toBe(code)
    expect(x - half).toBeGreaterThanOrEqual(left)
    expect(x + half).toBeLessThanOrEqual(left + width)
    expect(y - size).toBeGreaterThanOrEqual(top)
    expect(y).toBeLessThanOrEqual(top + height)
  })

  it.each(codes)('of %s is written so that paper can draw it', (code) => {
    for (const { d, tone } of sketchOf(code).strokes) {
      expect(strokeStyles[tone]).toBeDefined()
      expect(d).toMatch(/^(M-?[\d.]+ -?[\d.]+([LC](-?[\d.]+ -?[\d.]+ ?)+)*Z?)+$/)
      expect(numbersIn(d).every(Number.isFinite)).toBe(true)
    }
  })

  it('draws no two points along the same line', () => {
    const lines = Object.values(measuredAt).map(({ on, way }) => `${on} ${way}`)
    expect(new Set(lines).size).toBe(lines.length)
  })

  it.each([
    ['CHEST', 'horizontal'],
    ['HEM', 'horizontal'],
    ['SHLDR', 'horizontal'],
    ['X-FRT', 'horizontal'],
    ['NECK-WID', 'horizontal'],
    ['WB-RLX', 'horizontal'],
    ['HIP-HI', 'horizontal'],
    ['HPS-LEN', 'vertical'],
    ['CB-LEN', 'vertical'],
    ['SHLDR-SL', 'vertical'],
    ['NK-DROP-F', 'vertical'],
    ['HOOD-HGT', 'vertical'],
    ['RISE-F', 'vertical'],
  ])('measures %s in a straight %s line', (code, direction) => {
    const [part = []] = partsOf(measuredAt[code]?.way ?? '')
    expect(part).toHaveLength(1)
    const { first } = directions(part)
    expect(Math.abs(first[direction === 'horizontal' ? 0 : 1])).toBeCloseTo(1)
  })
})

describe('a path', () => {
  it('is mirrored at the middle of a garment', () => {
    expect(both('M130 10L140 20')).toBe('M130 10L140 20M110 10L100 20')
    expect(whole('M120 10C130 10 140 20 140 30L120 40')).toBe(
      'M120 10C130 10 140 20 140 30L120 40L100 30C100 20 110 10 120 10Z',
    )
  })

  it.each([
    ['M0 0L30 40', 50],
    ['M0 0L30 0L30 40Z', 120],
    ['M0 0L10 0M0 10L10 10', 20],
    ['M0 0C10 0 20 0 30 0', 30],
  ])('of %s is as long as its parts', (d, length) => {
    expect(lengthOf(partsOf(d))).toBeCloseTo(length)
  })

  it('has its places between its ends', () => {
    const [[curve] = []] = partsOf('M0 0C0 10 20 10 20 0')
    expect(curve && [0, 0.5, 1].map((share) => pointOn(curve, share))).toEqual([
      [0, 0],
      [10, 7.5],
      [20, 0],
    ])
  })
})

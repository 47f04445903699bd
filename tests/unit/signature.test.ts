import { describe, expect, it } from 'vitest'
import { mostPoints, signatureDrawing, strokesPattern, withPoint } from '#shared/trade/signature.ts'

describe('a signature', () => {
  it('is drawn stroke by stroke, and leaves out points next to the last', () => {
    let strokes = withPoint('', 10, 20, true)
    strokes = withPoint(strokes, 11, 21, false)
    strokes = withPoint(strokes, 30.4, 40.6, false)
    strokes = withPoint(strokes, 31, 41, true)
    expect(strokes).toBe('M10 20 L30 41 M31 41')
    expect(strokes).toMatch(strokesPattern)
  })

  it('stays within its place and its length', () => {
    let strokes = withPoint('', -50, 900, true)
    expect(strokes).toBe('M0 200')
    for (let at = 0; at < 2 * mostPoints; at += 1) strokes = withPoint(strokes, (at % 2) * 600, (at * 37) % 200, false)
    expect(strokes.length).toBeLessThanOrEqual(12_000)
    expect(strokes).toMatch(strokesPattern)
  })

  it.each([[null], [''], ['L1 2'], ['M1 2 Z'], ['M1 2 L3'], ['M1000 2'], ['M1 2"/><script>'], [7]])(
    'is none: %s',
    (strokes) => expect(signatureDrawing(strokes)).toBeNull(),
  )

  it('is checked in no time, however long it is', () => {
    const started = performance.now()
    expect(strokesPattern.test(`${'M1 1 '.repeat(200_000)}x`)).toBe(false)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

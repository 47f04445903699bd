import { describe, expect, it } from 'vitest'
import { centredOn, fitted, movedBy, pointOf, shareAt, wholePicture, zoomedAt } from '#shared/base/picture-view.ts'

const window = { width: 400, height: 200 }
const tall = { width: 100, height: 200 }

describe('a picture in its window', () => {
  it('is whole and in the middle', () => {
    expect(fitted(tall, window)).toEqual({ x: 150, y: 0, width: 100, height: 200 })
    expect(fitted({ width: 800, height: 100 }, window)).toEqual({ x: 0, y: 75, width: 400, height: 50 })
    expect(fitted({ width: 0, height: 0 }, window)).toEqual({ x: 0, y: 0, ...window })
  })

  it('keeps the point under the cursor when it is enlarged', () => {
    const at = { x: 180, y: 60 }
    const before = shareAt(at, wholePicture, tall, window)
    const view = zoomedAt(wholePicture, 3, at, window)
    expect(view.scale).toBe(3)
    const after = shareAt(at, view, tall, window)
    expect(after?.x).toBeCloseTo(before?.x ?? 0)
    expect(after?.y).toBeCloseTo(before?.y ?? 0)
  })

  it('is neither smaller than whole nor moved out of its window', () => {
    expect(zoomedAt(wholePicture, 0.2, { x: 5, y: 5 }, window)).toEqual(wholePicture)
    expect(zoomedAt(wholePicture, 1000, { x: 0, y: 0 }, window).scale).toBe(16)
    const near = zoomedAt(wholePicture, 2, { x: 200, y: 100 }, window)
    expect(movedBy(near, { x: 9999, y: -9999 }, window)).toEqual({ scale: 2, x: 0, y: -200 })
  })

  it.each([
    [
      { x: 150, y: 0 },
      { x: 0, y: 0 },
    ],
    [
      { x: 250, y: 200 },
      { x: 1, y: 1 },
    ],
    [
      { x: 200, y: 100 },
      { x: 0.5, y: 0.5 },
    ],
    [{ x: 149, y: 100 }, null],
    [{ x: 251, y: 100 }, null],
  ])('has at %o the share %o', (at, share) => {
    expect(shareAt(at, wholePicture, tall, window)).toEqual(share)
    if (share) expect(pointOf(share, wholePicture, tall, window)).toEqual(at)
  })

  it('is moved so that a point stands in the middle, where its edge allows', () => {
    const view = zoomedAt(wholePicture, 4, { x: 0, y: 0 }, window)
    const share = { x: 0.5, y: 0.4 }
    const at = pointOf(share, centredOn(share, view, tall, window), tall, window)
    expect(at.x).toBeCloseTo(200)
    expect(at.y).toBeCloseTo(100)
  })
})

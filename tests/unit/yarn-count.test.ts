import { describe, expect, it } from 'vitest'
import { type CountSystem, convertCount, countSystems } from '#shared/standards/yarn-count.ts'

describe('a yarn count', () => {
  it.each([
    ['48', 'Nm', 'tex', '20.83'],
    ['30', 'Ne', 'tex', '19.68'],
    ['2', 'Nm', 'tex', '500.00'],
    ['20', 'tex', 'Nm', '50.00'],
    ['20', 'tex', 'dtex', '200.00'],
    ['20', 'tex', 'denier', '180.00'],
    ['70', 'denier', 'dtex', '77.78'],
    ['30', 'Ne', 'Nm', '50.80'],
    ['48', 'Nm', 'Ne', '28.35'],
    ['48', 'Nm', 'Nm', '48.00'],
  ] as [string, CountSystem, CountSystem, string][])('of %s %s is in %s %s', (count, from, to, expected) => {
    expect(convertCount(count, from, to)).toBe(expected)
  })

  it.each(countSystems)('comes back from every other system: %s', (system) => {
    for (const other of countSystems) {
      const there = convertCount('48', system, other)
      expect(Math.abs(Number(convertCount(there, other, system)) - 48)).toBeLessThan(0.5)
    }
  })

  it('of nothing is none', () => {
    expect(() => convertCount('0', 'Nm', 'tex')).toThrow(RangeError)
  })
})

import { describe, expect, it } from 'vitest'
import {
  type CountSystem,
  convertCount,
  countInAllSystems,
  countNotation,
  countSystems,
} from '#shared/standards/yarn-count.ts'

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

  it.each<[string, CountSystem, number, string]>([
    ['48.00', 'Nm', 2, 'Nm 2/48'],
    ['3.50', 'Nm', 1, 'Nm 1/3.5'],
    ['30.00', 'Ne', 2, 'Ne 30/2'],
    ['20.83', 'tex', 1, '20.83 tex'],
    ['78', 'dtex', 2, '78 dtex × 2'],
  ])('of %s %s in %i plies is written %s', (count, system, plies, expected) => {
    expect(countNotation(count, system, plies)).toBe(expected)
  })

  it('is said in all five systems, and in none while it is no count yet', () => {
    expect(countInAllSystems('48', 'Nm').map(({ system, count }) => `${count} ${system}`)).toEqual([
      '48 Nm',
      '28.35 Ne',
      '20.83 tex',
      '208.33 dtex',
      '187.5 denier',
    ])
    for (const typed of ['', '0', '0.00', '-2', '2,5', 'x']) expect(countInAllSystems(typed, 'Nm')).toEqual([])
  })
})

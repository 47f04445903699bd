import { describe, expect, it } from 'vitest'
import {
  countMeasures,
  countPieces,
  deviationOf,
  type InspectedPoint,
  type PieceField,
} from '#shared/trade/measured.ts'

const point = (spec_mm: string | null, tol_plus_mm: string | null, tol_minus_mm: string | null) => ({
  ...{ spec_mm, tol_plus_mm, tol_minus_mm },
  ...{ own_mm: null, actual_mm: null },
})

describe('a measure against its specification', () => {
  it.each([
    ['what is specified', '508', ['508', '5', '5'], '0', false],
    ['the upper limit', '513', ['508', '5', '3'], '5', false],
    ['a thousandth above it', '513.001', ['508', '5', '3'], '5.001', true],
    ['the lower limit', '505', ['508', '5', '3'], '-3', false],
    ['a thousandth below it', '504.999', ['508', '5', '3'], '-3.001', true],
    ['an eighth of an inch on its limit', '511.175', ['508', '3.175', '3.175'], '3.175', false],
    ['anything else without a tolerance', '508.001', ['508', null, null], '0.001', true],
    ['what is specified without a tolerance', '508.000', ['508', null, null], '0', false],
    ['one side without a tolerance', '507.999', ['508', '5', null], '-0.001', true],
  ] as const)('%s', (_, measured, [spec, plus, minus], difference, isOut) => {
    expect(deviationOf(measured, point(spec, plus, minus))).toEqual({ difference, isOut })
  })

  it.each([[null], [''], [undefined]])('is unknown without a measure: %s', (measured) => {
    expect(deviationOf(measured, point('508', '5', '5'))).toBeNull()
  })
  it('is unknown without a specification', () => expect(deviationOf('508', point(null, '5', '5'))).toBeNull())

  it('counts pieces of a size by their worst point', () => {
    const inspected = (size_id: number, lengths: Partial<Record<PieceField, string>>): InspectedPoint => ({
      ...point('100', '1', '1'),
      ...{ piece_1_mm: null, piece_2_mm: null, piece_3_mm: null, piece_4_mm: null, piece_5_mm: null },
      ...{ size_id, ...lengths },
    })
    expect(countPieces([])).toEqual({ measured: 0, out: 0 })
    expect(
      countPieces([
        // Two pieces of one size: the first is out at both points, the second nowhere.
        inspected(1, { piece_1_mm: '102', piece_2_mm: '101' }),
        inspected(1, { piece_1_mm: '98.999', piece_2_mm: '99' }),
        // The first piece of another size is another piece.
        inspected(2, { piece_1_mm: '100', piece_5_mm: '90' }),
        inspected(2, { piece_1_mm: '101.001' }),
      ]),
    ).toEqual({ measured: 4, out: 3 })
  })

  it('counts each side by itself', () => {
    const points = [
      { ...point('100', '1', '1'), own_mm: '102', actual_mm: '101' },
      { ...point('100', '1', '1'), own_mm: '100', actual_mm: null },
    ]
    expect([countMeasures(points, 'own_mm'), countMeasures(points, 'actual_mm')]).toEqual([
      { measured: 2, out: 1 },
      { measured: 1, out: 0 },
    ])
  })
})

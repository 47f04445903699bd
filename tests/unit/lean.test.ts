import { describe, expect, it } from 'vitest'
import leanDifference from '../../src/web/lean/difference-with'
import leanEqual from '../../src/web/lean/is-equal'
import leanUnion from '../../src/web/lean/union-with'
import leanUniq from '../../src/web/lean/uniq-by'

// The library comes without types.
const { differenceWith, isEqual, unionWith, uniqBy } = await import('lodash-es' as string)

const filter = (field: string, value: unknown) => ({ field, operator: 'eq', value })

/** The stand-ins of the built web app say what the library says, for what Refine asks. */
describe('the lean lodash', () => {
  const values = [
    undefined,
    null,
    0,
    Number.NaN,
    '',
    'a',
    [],
    {},
    [1, 2],
    [2, 1],
    { a: undefined },
    { a: 1, b: [{ c: 2 }] },
    { b: [{ c: 2 }], a: 1 },
    { b: [{ c: 3 }], a: 1 },
    new Date(0),
    new Date(1),
    filter('status', ['issued']),
  ]
  it('finds the same equal', () => {
    for (const one of values)
      for (const other of [...values, structuredClone(one)]) expect(leanEqual(one, other)).toBe(isEqual(one, other))
  })

  const lists = [[], [filter('a', 1)], [filter('b', 2), filter('a', 1), filter('b', 2)], [filter('a', 3)], undefined]
  const sameField = (one: { field: string }, other: { field: string }) => one.field === other.field
  it('unites and subtracts the same', () => {
    for (const one of lists)
      for (const other of lists) {
        expect(leanUnion(one, other, sameField)).toEqual(unionWith(one, other, sameField))
        expect(leanDifference(one, other ?? [], isEqual)).toEqual(differenceWith(one, other ?? [], isEqual))
      }
  })

  it('keeps the first of each', () => {
    for (const list of lists) {
      expect(leanUniq(list, 'field')).toEqual(uniqBy(list, 'field'))
      expect(leanUniq(list, ({ value }) => value)).toEqual(uniqBy(list, ({ value }: { value: unknown }) => value))
    }
  })
})

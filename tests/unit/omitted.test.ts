import { describe, expect, it } from 'vitest'
import get from '#web/omitted/lodash/get.ts'
import has from '#web/omitted/lodash/has.ts'
import isEqual from '#web/omitted/lodash/isEqual.ts'
import unionWith from '#web/omitted/lodash/unionWith.ts'
import uniqBy from '#web/omitted/lodash/uniqBy.ts'

describe('what replaces lodash', () => {
  it('compares plain data', () => {
    const filters = () => [{ field: 'status', operator: 'in', value: ['draft', null, Number.NaN] }]
    expect(isEqual(filters(), filters())).toBe(true)
    expect(isEqual(new Date(1), new Date(1))).toBe(true)
    expect(isEqual(0, -0)).toBe(true)
    for (const [one, other] of [
      [{ a: 1 }, { a: 2 }],
      [{ a: undefined }, {}],
      [{ a: undefined }, { b: undefined }],
      [[1], { 0: 1 }],
      [[1], [1, 2]],
      [{}, null],
      [1, '1'],
      [new Date(1), new Date(2)],
    ])
      expect(isEqual(one, other)).toBe(false)
  })

  it('unites lists, the first of equal items', () => {
    const isSame = (one: { id: number }, other: { id: number }) => one.id === other.id
    const [first, second, again] = [{ id: 1 }, { id: 2 }, { id: 1 }]
    expect(unionWith([first], undefined, [second, again], isSame)).toEqual([first, second])
    expect(unionWith([first], undefined, [second, again], isSame)[0]).toBe(first)
    expect(uniqBy([first, second, again], 'id')).toEqual([first, second])
  })

  it('reads paths', () => {
    const record = { lines: [{ qty: 5, note: null }], 'lines.0': 'as a name' }
    expect(get(record, 'lines.0.qty')).toBe(5)
    expect(get(record, 'lines.0.note.en')).toBeUndefined()
    expect(get(record, 'lines.1.qty')).toBeUndefined()
    expect(get(record, 'lines.0')).toBe('as a name')
    expect(get(undefined, 'lines')).toBeUndefined()
    expect(has(record, 'lines.0.note')).toBe(true)
    expect(has(record, 'lines.0.price')).toBe(false)
    expect(has(record, 'lines.0.note.en')).toBe(false)
    expect(has(record, 'lines.0')).toBe(true)
    expect(has({}, 'toString')).toBe(false)
  })
})

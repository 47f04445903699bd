import { describe, expect, it } from 'vitest'
import { countSkus, placeRange, readRange, withText, withUse } from '#areas/articles/screens/sku-edits.ts'

const [small, medium, large] = [
  { id: 1, label: 'S' },
  { id: 2, label: 'M' },
  { id: 3, label: 'L' },
]
const sizes = [small, medium, large] as { id: number; label: string }[]
const sku = (size_id: number, changes: object = {}) => ({ size_id, sku: null, gtin: null, active: true, ...changes })
const colour = (code: string, skus: ReturnType<typeof sku>[]) => ({ code, name_en: code, active: true, skus })

describe('the sizes of a colour', () => {
  it('are put in use, those that were out of use with what they had', () => {
    const off = sku(1, { id: 7, gtin: '2000000000015', active: false })
    expect(withUse([off], sizes.slice(0, 2), true)).toEqual([{ ...off, active: true }, sku(2)])
  })

  it('stay where they were saved when they are put out of use, and go where they were not', () => {
    expect(withUse([sku(1, { id: 7 }), sku(2)], sizes, false)).toEqual([sku(1, { id: 7, active: false })])
  })

  it('that are not meant stay as they are', () => {
    expect(withUse([sku(3)], sizes.slice(0, 1), false)).toEqual([sku(3)])
  })

  it('take a number without the signs between its groups, and none where it is emptied', () => {
    expect(withText([sku(1)], sizes[0] as never, 'gtin', ' 2 000000-000015 ')).toEqual([
      sku(1, { gtin: '2000000000015' }),
    ])
    expect(withText([sku(1, { gtin: '2' })], sizes[0] as never, 'gtin', '')).toEqual([sku(1)])
    expect(withText([], sizes[0] as never, 'gtin', '')).toEqual([])
    expect(withText([], sizes[0] as never, 'gtin', '20')).toEqual([sku(1, { gtin: '20' })])
  })

  it('are counted with those that have a number', () => {
    const skus = [sku(1, { gtin: '20' }), sku(2), sku(3, { gtin: '30', active: false })]
    expect(countSkus([colour('RED', skus)])).toEqual({ used: 2, numbered: 1 })
  })
})

describe('a range from a sheet', () => {
  const colours = [colour('RED', [sku(1), sku(3)]), colour('BLU', [sku(1), sku(2)])]
  const placed = (text: string, row: number, column: number) =>
    placeRange(readRange(text) ?? [], { row, column }, colours, sizes).map((cell) => Object.values(cell).join(' '))

  it('is none where there is a single value', () => {
    expect(readRange('2000000000015\n')).toBeNull()
  })

  it('goes in from where it is pasted, without what stands beyond the table or is empty', () => {
    expect(placed('a\tb\tc\r\nd\t\tf\r\n', 0, 1)).toEqual(['0 1 a', '0 2 b', '1 1 d'])
  })

  it('of one column as long as the colours goes down', () => {
    expect(placed('a\nb', 0, 1)).toEqual(['0 1 a', '1 1 b'])
  })

  it('of one longer column runs through the sizes in use, colour by colour', () => {
    expect(placed('a\nb\nc\nd\ne', 0, 0)).toEqual(['0 0 a', '0 2 b', '1 0 c', '1 1 d'])
    expect(placed('a\nb\nc', 0, 1)).toEqual(['0 2 a', '1 0 b', '1 1 c'])
  })
})

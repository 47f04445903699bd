import { describe, expect, it } from 'vitest'
import { confidentMatch, type MatchField, matchColumns } from '#shared/delimited/match.ts'

const fields: MatchField[] = [
  { name: 'po_no', labels: ['PO number', '采购单号'], aliases: ['po', 'order no'] },
  { name: 'house_brand_id', labels: ['House brand', '自有品牌'], aliases: ['buyer', 'brand'] },
  { name: 'lines.article_id', labels: ['Article', '款号'], aliases: ['style'] },
  { name: 'lines.ex_factory_date', labels: ['Ex-factory date', '出厂日期'], aliases: ['due date'] },
  { name: 'lines.ordered_qty', labels: ['Ordered quantity', '订购数量'], aliases: ['po qty'] },
  { name: 'lines.packed_qty', labels: ['Packed quantity', '装箱数量'] },
  { name: 'currency', labels: ['Currency', '币种'] },
]
const columns = (headings: string[]) => matchColumns(headings, fields).map(({ column }) => column)

describe('columns', () => {
  it('of an order book from elsewhere find their fields', () => {
    const matches = matchColumns(['buyer', 'style', 'due_date', 'po', 'po_qty', 'packed_qty'], fields)
    expect(matches.map(({ column }) => column)).toEqual([3, 0, 1, 2, 4, 5, null])
    expect(matches.slice(0, -1).every(({ sure }) => sure >= confidentMatch)).toBe(true)
    expect(matches.at(-1)).toEqual({ field: 'currency', column: null, sure: 0, how: null })
  })

  it('are found by path, name, label in both languages, alias and likeness, in this order', () => {
    const how = (heading: string) => {
      const { field, how } = matchColumns([heading], fields).find(({ column }) => column === 0) ?? {}
      return [field, how]
    }
    expect(how('lines.ordered_qty')).toEqual(['lines.ordered_qty', 'name'])
    expect(how('ORDERED QTY*')).toEqual(['lines.ordered_qty', 'name'])
    expect(how('Ordered Quantity')).toEqual(['lines.ordered_qty', 'name'])
    expect(how('House Brand')).toEqual(['house_brand_id', 'label'])
    expect(how('采购单号')).toEqual(['po_no', 'label'])
    expect(how('PO #')).toEqual(['po_no', 'name'])
    expect(how('Style')).toEqual(['lines.article_id', 'alias'])
    expect(how('Ex factory dt')).toEqual(['lines.ex_factory_date', 'similar'])
    expect(how('采购订单号')).toEqual(['po_no', 'similar'])
    expect(how('交货日期')).toEqual([undefined, undefined])
    expect(how('Order date')).toEqual([undefined, undefined])
    expect(how('Remarks')).toEqual([undefined, undefined])
    expect(how('constructor')).toEqual([undefined, undefined])
    expect(how('')).toEqual([undefined, undefined])
  })

  it('known by a word that another field is called by go to whom the file leaves without a name of its own', () => {
    const contested: MatchField[] = [
      { name: 'house_brand_id', labels: ['House brand', '自有品牌'], aliases: ['brand', 'buyer', 'buyer code'] },
      { name: 'buyer_id', labels: ['Buyer', '采购员'], aliases: ['merchandiser'] },
    ]
    const [brand, buyer] = [0, 1]
    const columnsFor = (...headings: string[]) => matchColumns(headings, contested).map(({ column }) => column)
    expect(columnsFor('buyer', 'style')).toEqual([0, null])
    expect(columnsFor('Buyer Code')[brand]).toBe(0)
    expect(columnsFor('buyer', 'merchandiser')).toEqual([0, 1])
    expect(columnsFor('buyer', 'House brand')).toEqual([1, 0])
    expect(columnsFor('buyer', 'brand')).toEqual([1, 0])
    expect(columnsFor('buyer', 'House brand', 'merchandiser')[buyer]).toBe(0)
    expect(columnsFor('buyer_id', 'buyer')).toEqual([1, 0])
    expect(matchColumns(['buyer'], contested)[brand]?.sure).toBeGreaterThanOrEqual(confidentMatch)
  })

  it('never serve twice, and the surer field has them', () => {
    expect(columns(['Currency', 'currency', 'Curency'])).toEqual([null, null, null, null, null, null, 0])
    const used = columns(['qty packed', 'packed qty', 'ordered qty', 'order no', 'po no']).filter(
      (column) => column !== null,
    )
    expect(new Set(used).size).toBe(used.length)
    expect(columns(['order no', 'po no'])[0]).toBe(1)
  })

  it('and long or odd headings do no harm', () => {
    expect(columns(['x'.repeat(100_000), '👕', '\0'])).toEqual(fields.map(() => null))
    expect(matchColumns([], fields).every(({ column }) => column === null)).toBe(true)
  })
})

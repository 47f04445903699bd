import { describe, expect, it } from 'vitest'

import { chooseRecord, type FillLine, type FillRecord } from '#shared/trade/allocation-fill.ts'
import { cellsOf, type MatrixAllocation } from '#shared/trade/allocation-matrix.ts'

const line: FillLine = {
  article_id: 7,
  categories: [30, 20, 10],
  brand_id: 5,
  market: 'NZ',
  ex_factory_date: '2027-03-01',
}
const everything = { article_id: null, category_id: null, brand_id: null, markets: null }
const record = (code: string, changes: Partial<FillRecord> = {}): FillRecord => ({
  id: Number(code.replace(/\D/g, '')) * 10 + (changes.version_no ?? 1),
  code,
  type: 'packing',
  version_no: 1,
  effective_from: null,
  ...everything,
  ...changes,
})
const general = record('SP-1')
const market = record('SP-2', { markets: ['AU', 'NZ'] })
const brand = record('SP-3', { brand_id: 5 })
const root = record('SP-4', { category_id: 10 })
const leaf = record('SP-5', { category_id: 30 })
const article = record('SP-6', { article_id: 7 })

const chosen = (records: readonly FillRecord[], changes: Partial<FillLine> = {}, articleOnly = false) => {
  const choice = chooseRecord(records, { ...line, ...changes }, 'packing', { today: '2026-11-24', articleOnly })
  return choice.found === 'one'
    ? `${choice.record.code} v${choice.record.version_no}`
    : choice.found === 'ambiguous'
      ? choice.records.map(({ code }) => code)
      : null
}

describe('the record that a line is filled with', () => {
  it.each<[string, FillRecord[], string | string[] | null]>([
    ['nothing is there', [], null],
    ['one holds for everything', [general], 'SP-1 v1'],
    ['one is for the market', [general, market], 'SP-2 v1'],
    ['one is for the brand', [general, market, brand], 'SP-3 v1'],
    ['one is for a category above', [general, market, brand, root], 'SP-4 v1'],
    ['one is for the nearest category', [root, leaf, brand, general], 'SP-5 v1'],
    ['one is for the article', [leaf, article, brand, market], 'SP-6 v1'],
    ['one is for the category and the brand', [leaf, record('SP-7', { category_id: 30, brand_id: 5 })], 'SP-7 v1'],
    ['it is of another type', [record('SP-8', { type: 'testing' })], null],
    ['it is for another article', [record('SP-8', { article_id: 8 })], null],
    ['it is for another category', [record('SP-8', { category_id: 31 })], null],
    ['it is for another brand', [record('SP-8', { brand_id: 6 })], null],
    ['it is for another market', [record('SP-8', { markets: ['AU'] })], null],
    ['its market names no country', [record('SP-8', { markets: [] })], null],
    ['it is for the article, but another brand', [record('SP-8', { article_id: 7, brand_id: 6 })], null],
    ['it holds from the day that the goods leave', [record('SP-8', { effective_from: '2027-03-01' })], 'SP-8 v1'],
    [
      'it holds from a later day on',
      [article, record('SP-6', { version_no: 2, article_id: 7, effective_from: '2027-03-02' })],
      'SP-6 v1',
    ],
    ['two versions are in use', [article, record('SP-6', { version_no: 2, article_id: 7 })], 'SP-6 v2'],
    ['two fit equally well', [record('SP-9', { brand_id: 5 }), brand, general], ['SP-3', 'SP-9']],
    ['two fit, of which one fits better', [record('SP-9', { brand_id: 5 }), brand, leaf], 'SP-5 v1'],
  ])('when %s', (_when, records, expected) => {
    expect(chosen(records)).toEqual(expected)
    expect(chosen(records.toReversed())).toEqual(expected)
  })

  it('is one of the article alone, if that is asked', () => {
    expect(chosen([leaf, general], {}, true)).toBeNull()
    expect(chosen([leaf, article, general], {}, true)).toBe('SP-6 v1')
  })

  it('must be in force today, where nobody knows when the goods leave', () => {
    const later = record('SP-8', { effective_from: '2026-11-25' })
    expect(chosen([later], { ex_factory_date: null })).toBeNull()
    expect(chosen([{ ...later, effective_from: '2026-11-24' }], { ex_factory_date: null })).toBe('SP-8 v1')
  })

  it('is none for a market, category or brand that the line does not have', () => {
    const bare = { categories: [], brand_id: null, market: null }
    expect(chosen([market, brand, root, leaf], bare)).toBeNull()
    expect(chosen([market, brand, root, leaf, general], bare)).toBe('SP-1 v1')
  })
})

describe('the cells of a line', () => {
  const allocation = (id: number, status: string, type = 'packing'): MatrixAllocation => ({
    id,
    version: 1,
    po_line_id: 1,
    type,
    status,
    record_id: id,
    code: 'SP-1',
    version_no: 1,
    title: 'SP-1 v1',
    title_zh: null,
    due_date: null,
  })
  const statesOf = (allocations: MatrixAllocation[], line_status = 'open') => {
    const cells = cellsOf(['packing', 'testing'], ['packing'], { line_status }, allocations)
    return [cells.packing?.state, cells.testing?.state]
  }
  it.each<[string, MatrixAllocation[], string[]]>([
    ['nothing is allocated', [], ['missing', 'not_required']],
    ['it waits for the supplier', [allocation(1, 'allocated')], ['allocated', 'not_required']],
    ['it was called off', [allocation(1, 'cancelled')], ['missing', 'not_required']],
    [
      'another took its place',
      [allocation(1, 'replaced'), allocation(2, 'acknowledged')],
      ['acknowledged', 'not_required'],
    ],
    ['the newest is outdated', [allocation(2, 'outdated'), allocation(1, 'waived')], ['outdated', 'not_required']],
    ['it has what it does not need', [allocation(1, 'allocated', 'testing')], ['missing', 'allocated']],
  ])('when %s', (_when, allocations, expected) => {
    expect(statesOf(allocations)).toEqual(expected)
  })
  it('lack nothing on a line that is over', () => {
    expect(statesOf([], 'closed')).toEqual(['not_required', 'not_required'])
  })
})

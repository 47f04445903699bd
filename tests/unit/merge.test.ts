import { describe, expect, it } from 'vitest'
import { register } from '#areas/index.ts'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { differences, mergeDocuments, type ReportedChange, type Side } from '#shared/kit/merge.ts'
import type { Values } from '#shared/kit/schema.ts'

const size = (id: number, size_id: number, qty: number | string) => ({ id, size_id, qty })
const line = (id: number, more: Values = {}) => ({
  id,
  line_no: id * 10,
  article_id: 100 + id,
  unit_price: '3.1000',
  qty: 200,
  supplier_style_ref: null,
  sizes: [size(id * 10 + 1, 1, 80), size(id * 10 + 2, 2, 120)],
  ...more,
})
const order = (more: Values = {}): Values => ({
  id: 7,
  incoterm_place: 'Ningbo',
  ex_factory_date: '2027-03-10',
  notes_shared: null,
  deposit_pct: '30',
  lines: [line(1), line(2)],
  ...more,
})

const sum = (rows: unknown) => (rows as Values[]).reduce((units, { qty }) => units + Number(qty), 0)
const derive = ({ name }: { name: string }, row: Values): Values =>
  name === 'po-lines' && Array.isArray(row.sizes) && row.sizes.length > 0 ? { qty: sum(row.sizes) } : {}

const merge = (theirs: Values, mine: Values, base = order()) =>
  mergeDocuments(purchaseOrders, { base, theirs, mine }, { register, project: (_, record) => record, derive })

const described = (changes: readonly ReportedChange[]) =>
  changes.map(({ context, field, before, after }) =>
    field
      ? `${context.area.name} ${field}: ${before?.[field] ?? '–'} → ${after?.[field] ?? '–'}`
      : `${context.area.name} ${before ? 'gone' : 'new'}`,
  )
const choosing = (...choices: [string, Side][]) => new Map(choices)
const linesOf = (document: Values) => document.lines as Values[]

describe('fields that only one of them changed', () => {
  it('stand as that one left them, and are said', () => {
    const merged = merge(order({ incoterm_place: 'Shanghai' }), order({ notes_shared: 'Pack flat.' }))
    expect(merged.disputes).toEqual([])
    expect(merged.settle()).toEqual(order({ incoterm_place: 'Shanghai', notes_shared: 'Pack flat.' }))
    expect(described(merged.theirs)).toEqual(['purchase-orders incoterm_place: Ningbo → Shanghai'])
    expect(described(merged.mine)).toEqual(['purchase-orders notes_shared: – → Pack flat.'])
  })

  it('stand where one emptied them', () => {
    expect(merge(order({ incoterm_place: null }), order()).settle()).toMatchObject({ incoterm_place: null })
    expect(merge(order(), order({ ex_factory_date: null })).settle()).toMatchObject({ ex_factory_date: null })
  })

  it.each([
    ['3.1', '3.1000'],
    [null, ''],
    [undefined, null],
  ])('are none where %s was written as %s', (before, after) => {
    const at = (value: unknown) => order({ lines: [line(1, { unit_price: value }), line(2)] })
    const merged = merge(at(before), at(after), at(before))
    expect([merged.theirs, merged.mine, merged.disputes]).toEqual([[], [], []])
  })
})

describe('a field that both changed', () => {
  const theirs = order({ incoterm_place: 'Shanghai' })

  it.each([
    ['mine', 'Xiamen'],
    ['theirs', 'Shanghai'],
    ['base', 'Ningbo'],
  ] as const)('takes what is chosen: %s', (side, value) => {
    const merged = merge(theirs, order({ incoterm_place: 'Xiamen' }))
    expect(merged.disputes.map(({ key }) => key)).toEqual(['incoterm_place'])
    expect(merged.settle(choosing(['incoterm_place', side])).incoterm_place).toBe(value)
  })

  it('takes the own entry where nobody chose', () => {
    expect(merge(theirs, order({ incoterm_place: 'Xiamen' })).settle().incoterm_place).toBe('Xiamen')
  })

  it('is no question where both wrote the same', () => {
    const merged = merge(theirs, theirs)
    expect(merged.disputes).toEqual([])
    expect(merged.settle()).toEqual(theirs)
  })
})

describe('a field of the document that its rows follow', () => {
  const at = (day: string, more: Values = {}) =>
    order({
      ex_factory_date: day,
      lines: [line(1, { ex_factory_date: day }), line(2, { ex_factory_date: day })],
      ...more,
    })
  const base = at('2027-03-10')

  it('is one question for all of them, and all follow the choice', () => {
    // Who changes the day of an order in the form leaves its lines to the server.
    const merged = merge(at('2027-03-17'), { ...base, ex_factory_date: '2027-03-24' }, base)
    expect(merged.disputes.map(({ key, followers }) => [key, followers])).toEqual([['ex_factory_date', 2]])
    expect([merged.theirs, merged.mine]).toEqual([[], []])
    for (const [side, day] of [
      ['mine', '2027-03-24'],
      ['theirs', '2027-03-17'],
      ['base', '2027-03-10'],
    ] as const)
      expect(merged.settle(choosing(['ex_factory_date', side]))).toEqual(at(day))
  })

  it('is told once where only one side changed it', () => {
    const merged = merge(at('2027-03-17'), at('2027-03-10', { notes_shared: 'Pack flat.' }), base)
    expect(merged.theirs.map(({ field, followers }) => [field, followers])).toEqual([['ex_factory_date', 2]])
    expect(merged.settle()).toEqual(at('2027-03-17', { notes_shared: 'Pack flat.' }))
  })

  it('stands by itself in a row that went its own way', () => {
    const theirs = at('2027-03-17', {
      lines: [line(1, { ex_factory_date: '2027-03-17' }), line(2, { ex_factory_date: '2027-04-01' })],
    })
    const merged = merge(theirs, { ...base, ex_factory_date: '2027-03-24' }, base)
    expect(merged.disputes.map(({ key, followers }) => [key, followers])).toEqual([['ex_factory_date', 1]])
    expect(described(merged.theirs)).toEqual(['po-lines ex_factory_date: 2027-03-10 → 2027-04-01'])
    expect(linesOf(merged.settle()).map((row) => row.ex_factory_date)).toEqual(['2027-03-24', '2027-04-01'])
  })

  it('is asked apart where the person set a row to something else', () => {
    const mine = {
      ...base,
      ex_factory_date: '2027-03-24',
      lines: [line(1, { ex_factory_date: '2027-03-31' }), linesOf(base)[1]],
    }
    const merged = merge(at('2027-03-17'), mine, base)
    expect(merged.disputes.map(({ key, followers }) => [key, followers])).toEqual([
      ['ex_factory_date', 1],
      ['lines.1.ex_factory_date', 0],
    ])
  })
})

describe('rows', () => {
  const sizes = (first: number | string, second: number | string, id = 1) =>
    line(id, { sizes: [size(11, 1, first), size(12, 2, second)], qty: Number(first) + Number(second) })

  it('are merged by who they are, wherever they stand', () => {
    const theirs = order({ lines: [line(2, { unit_price: '2.9000' }), line(1)] })
    const mine = order({ lines: [line(1, { supplier_style_ref: 'Gold buttons' }), line(2)] })
    const merged = merge(theirs, mine)
    expect(merged.disputes).toEqual([])
    expect(linesOf(merged.settle())).toMatchObject([
      { id: 2, unit_price: '2.9000', supplier_style_ref: null },
      { id: 1, unit_price: '3.1000', supplier_style_ref: 'Gold buttons' },
    ])
  })

  it('within rows are merged too, and what follows from them is asked of nobody', () => {
    const merged = merge(order({ lines: [sizes(96, 120), line(2)] }), order({ lines: [sizes(80, '140'), line(2)] }))
    expect(merged.disputes).toEqual([])
    const [first] = linesOf(merged.settle())
    expect(first).toMatchObject({
      qty: 236,
      sizes: [
        { id: 11, qty: 96 },
        { id: 12, qty: '140' },
      ],
    })
    expect(described(merged.theirs)).toEqual(['po-line-sizes qty: 80 → 96'])
  })

  it('that both changed in one field are asked about at that field', () => {
    const merged = merge(order({ lines: [sizes(96, 120), line(2)] }), order({ lines: [sizes(64, 120), line(2)] }))
    expect(merged.disputes.map(({ key }) => key)).toEqual(['lines.1.sizes.11.qty'])
    const [first] = linesOf(merged.settle(choosing(['lines.1.sizes.11.qty', 'theirs'])))
    expect(first).toMatchObject({ qty: 216 })
  })

  it('that either added are all there', () => {
    const theirs = order({ lines: [line(1), line(2), line(3)] })
    const { id, ...fresh } = line(4, { line_no: null })
    const merged = merge(theirs, order({ lines: [line(1), line(2), fresh] }))
    expect(merged.disputes).toEqual([])
    expect(linesOf(merged.settle()).map((row) => row.article_id)).toEqual([101, 102, 103, 104])
    expect([described(merged.theirs), described(merged.mine)]).toEqual([['po-lines new'], ['po-lines new']])
  })

  it('that both added are one where they are the same by what tells such rows apart', () => {
    const added = (row: Values) => order({ lines: [line(1, { sizes: [size(11, 1, 80), row] }), line(2)] })
    const base = order({ lines: [line(1, { sizes: [size(11, 1, 80)] }), line(2)] })
    const merged = merge(added(size(12, 3, 50)), added({ size_id: 3, qty: 60 }), base)
    expect(merged.disputes.map(({ key }) => key)).toEqual(['lines.1.sizes.12.qty'])
    expect(linesOf(merged.settle())[0]?.sizes).toEqual([size(11, 1, 80), size(12, 3, 60)])
  })

  it('that one deleted and the other left alone are gone', () => {
    const less = order({ lines: [line(1)] })
    for (const merged of [merge(less, order()), merge(order(), less)]) {
      expect(merged.disputes).toEqual([])
      expect(linesOf(merged.settle()).map(({ id }) => id)).toEqual([1])
    }
  })

  it('that both deleted are gone without a word', () => {
    const less = order({ lines: [line(1)] })
    const merged = merge(less, less)
    expect([merged.disputes, merged.theirs, merged.mine]).toEqual([[], [], []])
  })

  it('deleted there and changed here are asked about, and kept as new ones', () => {
    const merged = merge(order({ lines: [line(1)] }), order({ lines: [line(1), sizes(80, 140, 2)] }))
    expect(merged.disputes).toMatchObject([{ key: 'lines.2', field: null, sides: { mine: { id: 2 } } }])
    expect(linesOf(merged.settle(choosing(['lines.2', 'theirs']))).map(({ id }) => id)).toEqual([1])
    const [, kept] = linesOf(merged.settle(choosing(['lines.2', 'mine'])))
    expect(kept).toMatchObject({
      article_id: 102,
      sizes: [
        { size_id: 1, qty: 80 },
        { size_id: 2, qty: 140 },
      ],
    })
    expect(JSON.stringify(kept)).not.toContain('"id"')
  })

  it('changed there and deleted here are asked about', () => {
    const theirs = order({ lines: [line(1), line(2, { unit_price: '2.9000' })] })
    const merged = merge(theirs, order({ lines: [line(1)] }))
    expect(merged.disputes).toMatchObject([{ key: 'lines.2', field: null, sides: { theirs: { id: 2 } } }])
    expect(linesOf(merged.settle(choosing(['lines.2', 'mine']))).map(({ id }) => id)).toEqual([1])
    expect(linesOf(merged.settle(choosing(['lines.2', 'theirs'])))).toEqual(theirs.lines)
  })
})

it('differences of two states are what the later one changed', () => {
  const laterOrder = order({ deposit_pct: '20', lines: [line(1, { unit_price: '3.3' })] })
  expect(described(differences(purchaseOrders, register, order(), laterOrder))).toEqual([
    'purchase-orders deposit_pct: 30 → 20',
    'po-lines unit_price: 3.1000 → 3.3',
    'po-lines gone',
  ])
})

import { describe, expect, it } from 'vitest'
import { rules as articles } from '#areas/articles/rules.ts'
import { rules as calendars } from '#areas/calendars/rules.ts'
import { rules as invoices } from '#areas/invoices/rules.ts'
import { rules as poLineSizes } from '#areas/po-line-sizes/rules.ts'
import { rules as poLines } from '#areas/po-lines/rules.ts'
import { rules as seasons } from '#areas/seasons/rules.ts'
import { rules as sizeScales } from '#areas/size-scales/rules.ts'
import { rules as users } from '#areas/users/rules.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { decisionProblems } from '#shared/trade/approval.ts'
import { context, paths, texts } from './rules-kit'

const record = (values: object) => values as unknown as AnyRecord

describe('approval', () => {
  const decision = { created_by: 1, submitted_by: 2, value_base: '25000.00' }
  it.each([
    ['the creator', { id: 1, role: 'admin' }, {}, 'problems.approval.creator'],
    ['the submitter', { id: 2, role: 'admin' }, {}, 'problems.approval.submitter'],
    ['Office at its limit', { id: 3, role: 'Office' }, {}, undefined],
    ['Office above its limit', { id: 3, role: 'Office' }, { value_base: '25000.01' }, 'problems.approval.over_limit'],
    ['Office without a rate', { id: 3, role: 'Office' }, { value_base: null }, 'problems.approval.value_unknown'],
    ['admin above the limit', { id: 3, role: 'admin' }, { value_base: '9999999' }, undefined],
    ['admin without a rate', { id: 3, role: 'admin' }, { value_base: null }, undefined],
    ['Office on an import', { id: 3, role: 'Office' }, { created_by: null, submitted_by: null }, undefined],
  ] as const)('by %s', (_, me, changes, expected) => {
    expect(texts(decisionProblems({ ...decision, ...changes }, context(me)))).toEqual(expected ? [expected] : [])
  })
})

describe('an invoice', () => {
  const paid = (amount: string) => [{ paid_amount: amount }]
  const cameBack = [{ paid_amount: '200' }, { paid_amount: '-200' }]
  it.each([
    ['not paid', { amount_paid: '0.00', payments: [] }, []],
    ['paid in part', { amount_paid: '200.00', payments: paid('200') }, ['problems.invoices.is_paid']],
    ['whose payment came back', { amount_paid: '0.00', payments: cameBack }, []],
    ['whose payment in yen came back', { amount_paid: '0', payments: cameBack }, []],
  ])('%s is void only while nothing is paid', (_, values, expected) =>
    expect(texts(invoices.guards?.void?.(record(values), context()))).toEqual(expected),
  )
})

describe('a line', () => {
  const line = (changes: object) =>
    record({ qty: 100, units_per_carton: null, inner_pack_qty: null, sizes: [], ...changes })
  it.each([
    ['holds whole inner packs', { units_per_carton: 24, inner_pack_qty: 6 }, []],
    ['holds broken inner packs', { units_per_carton: 24, inner_pack_qty: 5 }, ['inner_pack_qty']],
    ['orders nothing', { qty: 0 }, ['qty']],
    ['has a size twice', { sizes: [{ size_id: 1 }, { size_id: 2 }, { size_id: 1 }] }, ['sizes.2.size_id']],
    ['leaves after its window', { ship_window_end: '2027-03-01', ex_factory_date: '2027-03-02' }, ['ex_factory_date']],
  ])('%s', (_, changes, expected) => expect(paths(poLines.check?.(line(changes), context()))).toEqual(expected))

  it('warns of a carton that is not full', () => {
    expect(poLines.warn?.(line({ units_per_carton: 24 }), context())[0]?.text.params).toEqual({ left: 4 })
    expect(poLines.warn?.(line({ units_per_carton: 25 }), context())).toEqual([])
    expect(poLines.warn?.(line({}), context())).toEqual([])
    const sizes = [30, 48, 25].map((qty, size_id) => ({ size_id, qty }))
    const solid = line({ qty: 103, pack_type: 'solid', units_per_carton: 24, sizes })
    expect(poLines.warn?.(solid, context())[0]?.text.params).toEqual({ sizes: 2, left: 7 })
  })
})

it.each([
  ['6291041500213', []],
  ['7300011000017', []],
  ['8904000210037', []],
  ['4006381333931', []],
  ['5901234123457', []],
  ['6291041500214', ['gtin']],
  [null, []],
])('the GTIN %s of a size', (gtin, expected) => {
  expect(paths(poLineSizes.check?.(record({ gtin }), context()))).toEqual(expected)
})

describe('a season', () => {
  const season = (changes: object) =>
    record({
      purchase_from: '2026-06-01',
      purchase_to: '2026-12-31',
      delivery_from: '2027-01-01',
      delivery_to: '2027-06-30',
      sales_from: '2027-02-01',
      sales_to: '2027-08-31',
      markdown_from: '2027-07-01',
      ...changes,
    })
  it.each([
    [{}, []],
    [{ purchase_to: '2026-05-31' }, ['purchase_to']],
    [{ delivery_to: '2026-12-31' }, ['delivery_to']],
    [{ sales_to: '2027-01-31', markdown_from: null }, ['sales_to']],
    [{ purchase_from: '2027-01-02', purchase_to: '2027-01-03' }, ['delivery_from']],
    [{ markdown_from: '2027-01-31' }, ['markdown_from']],
    [{ markdown_from: '2027-09-01' }, ['markdown_from']],
  ])('has its dates in order (%#)', (changes, expected) => {
    expect(paths(seasons.check?.(season(changes), context()))).toEqual(expected)
  })

  it.each([
    ['planning', 'Office', true],
    ['open', 'Office', true],
    ['frozen', 'Office', false],
    ['frozen', 'admin', true],
    ['closed', 'admin', false],
  ] as const)('that is %s may be changed by %s: %s', (status, role, expected) => {
    expect(seasons.editable?.(season({ status }), context({ role }))('name_en')).toBe(expected)
  })
})

it('a size scale has each size once, however it is written', () => {
  const sizes = [{ label: 'XL' }, { label: 'M' }, { label: 'xl' }]
  expect(paths(sizeScales.check?.(record({ sizes }), context()))).toEqual(['sizes.2.label'])
})

it('an article has each colour code once, and a currency to its target price', () => {
  const colourways = [{ code: 'BLK' }, { code: 'BLK' }]
  expect(paths(articles.check?.(record({ colourways, target_fob: '3', currency: null }), context()))).toEqual([
    'currency',
    'colourways.1.code',
  ])
  expect(articles.check?.(record({ colourways: [], target_fob: '3', currency: 'USD' }), context())).toEqual([])
})

it('a calendar has a working day, and each holiday once', () => {
  const holidays = [{ date: '2027-01-01' }, { date: '2027-01-01' }]
  expect(paths(calendars.check?.(record({ working_days: [], holidays }), context()))).toEqual([
    'working_days',
    'holidays.1.date',
  ])
})

describe('an account', () => {
  it.each([
    ['admin', { type: 'admin', supplier_id: null }, []],
    ['admin', { type: 'Agent', supplier_id: null }, ['supplier_id']],
    ['admin', { type: 'Office', supplier_id: 60 }, ['supplier_id']],
    ['Office', { type: 'Agent', supplier_id: 60 }, []],
    ['Office', { type: 'staff', supplier_id: 60 }, []],
    ['Office', { type: 'Office', supplier_id: null }, ['type']],
    ['Office', { type: 'superAdmin', supplier_id: null }, ['type']],
    ['Office', { type: 'Agent', supplier_id: 60, is_super_user: 1 }, ['type']],
    ['Agent', { type: 'staff', supplier_id: 60 }, []],
    ['Agent', { type: 'user', supplier_id: null }, ['type']],
  ] as const)('made by %s as %o', (role, user, expected) => {
    expect(paths(users.check?.(record(user), context({ role })))).toEqual(expected)
  })

  it.each([
    ['admin', 2, { id: 3, type: 'admin' }, true, true],
    ['admin', 2, { id: 2, type: 'admin' }, true, false],
    ['Office', 2, { id: 3, type: 'admin' }, false, false],
    ['Office', 2, { id: 2, type: 'Office' }, false, false],
    ['Office', 2, { id: 3, type: 'Agent' }, true, true],
    ['Agent', 2, { id: 3, type: 'staff' }, true, true],
    ['Agent', 2, { id: 2, type: 'Agent' }, true, false],
  ] as const)('changed by %s %i: %o', (role, id, user, name, type) => {
    const may = users.editable?.(record(user), context({ role, id }))
    expect([may?.('first_name'), may?.('type')]).toEqual([name, type])
  })

  it('is not suspended by its own holder', () => {
    expect(users.guards?.suspend?.(record({ id: 2, type: 'Agent' }), context({ role: 'Agent' }))).toHaveLength(1)
    expect(users.guards?.suspend?.(record({ id: 3, type: 'Agent' }), context({ role: 'Agent' }))).toEqual([])
    expect(users.guards?.deactivate?.(record({ id: 2, type: 'admin' }), context({ role: 'admin' }))).toHaveLength(1)
  })
})

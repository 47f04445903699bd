import { describe, expect, it } from 'vitest'
import {
  dueDateOf,
  findingsOf,
  imuOf,
  isPricePoint,
  landedCostOf,
  type Price,
  rules,
  withEnding,
  withoutTax,
} from '#areas/po-line-rrps/rules.ts'
import { planPaste } from '#areas/po-line-rrps/screens/paste.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { RuleContext } from '#shared/kit/rules.ts'

const settings = {
  base_currency: 'GBP',
  landed_cost_factor: '1.25',
  rrp_min_multiple: '2.5',
  rrp_price_points: '.00 .50 .90 .95 .99',
  rrp_release_days: 45,
}

const rates = new Map([
  ['EUR', '0.85'],
  ['CNY', '0.11'],
])

describe('a retail price', () => {
  it.each([
    ['29.99', 'GBP', true],
    ['29.990', 'GBP', true],
    ['30', 'GBP', true],
    ['29.50', 'EUR', true],
    ['29.97', 'GBP', false],
    ['29.999', 'GBP', false],
    ['3990', 'JPY', true],
    ['3991', 'JPY', true],
  ])('of %s %s ends as prices end: %s', (amount, currency, expected) => {
    expect(isPricePoint(amount, currency, settings.rrp_price_points)).toBe(expected)
  })

  it('ends as its brand has it, where the brand says so', () => {
    const ends = (amount: string, ending: string | null) =>
      isPricePoint(amount, 'GBP', String(withEnding(settings, ending).rrp_price_points))
    expect([ends('29.97', 'any'), ends('29.00', '95'), ends('29.95', '95'), ends('29.00', null)]).toEqual([
      true,
      false,
      true,
      true,
    ])
  })

  it('may end in any way where no points are set', () => {
    expect(isPricePoint('29.97', 'GBP', '')).toBe(true)
  })

  it.each([
    ['24', true, '20', '20.000000'],
    ['24', false, '20', '24'],
    ['24', false, null, '24'],
    ['24', true, null, null],
    ['24', true, '0', '24.000000'],
  ])('of %s, tax within %s at %s %%, is %s without it', (amount, within, tax, expected) => {
    expect(withoutTax(amount, within, tax)).toBe(expected)
  })

  it.each([
    // 29.99 less 20 % is 24.99; less 6.5625 that is 73.7 %.
    ['29.99', '6.5625', '20', '73.7'],
    ['12.00', '10', '20', '0.0'],
    ['12.00', '15', '20', '-50.0'],
    [null, '10', '20', null],
    ['12.00', null, '20', null],
    ['12.00', '10', null, null],
  ])('of %s over a landed cost of %s at %s %% tax leaves %s', (amount, landed, tax, expected) => {
    expect(imuOf({ amount, tax_included: true }, landed, tax)).toBe(expected)
  })

  it.each([
    ['the currency of the order', { unit_price: '5.25', currency: 'USD', fx_rate: null }, 'USD', '6.5625'],
    ['ours, at the rate of the order', { unit_price: '8', currency: 'USD', fx_rate: '0.75' }, 'GBP', '7.5000'],
    ['ours, without a rate', { unit_price: '8', currency: 'USD', fx_rate: null }, 'GBP', null],
    ['a third one, at the rate that is known', { unit_price: '8', currency: 'USD', fx_rate: '0.75' }, 'EUR', '8.8235'],
    ['a third one, without a rate', { unit_price: '8', currency: 'USD', fx_rate: '0.75' }, 'AUD', null],
    ['ours, at a rate that is known', { unit_price: '8', currency: 'CNY', fx_rate: null }, 'GBP', '1.1000'],
    ['a third one, of an order in ours', { unit_price: '8', currency: 'GBP', fx_rate: null }, 'EUR', '11.7647'],
    ['any, without a unit price', { unit_price: null, currency: 'USD', fx_rate: '1' }, 'USD', null],
  ])('has a landed cost in %s', (_what, cost, currency, expected) => {
    expect(landedCostOf(cost, currency, settings, rates)).toBe(expected)
  })

  it.each([
    // Without tax 10.00: the cost leaves 59.96, 60.04 and 59.94 %.
    ['not up to a minimum that it misses', '4.0040', '60', '59.9'],
    ['up where the minimum is far', '4.0040', '50', '60.0'],
    ['not below one that it reaches', '3.9960', '60.02', '60.1'],
    ['as usual without one', '4.0060', null, '59.9'],
  ])('has a mark-up that is rounded %s', (_what, landed, min_imu_pct, expected) => {
    expect(imuOf({ amount: '10.00', tax_included: false, min_imu_pct }, landed, null)).toBe(expected)
  })

  it('is due so many days before the goods leave', () => {
    expect(dueDateOf('2027-03-05', settings)).toBe('2027-01-19')
    expect(dueDateOf(null, settings)).toBeNull()
    expect(dueDateOf('1000-01-01', settings)).toBe('1000-01-01')
  })

  it.each([
    ['nothing, where all is well', {}, [], []],
    ['nothing, where there is none yet', { amount: null }, [{ amount: '9', currency: 'GBP' }], []],
    ['the multiple of landed cost', { amount: '24.99' }, [], ['below_multiple']],
    ['not at the multiple itself', { amount: '25.00' }, [], []],
    ['the price points', { amount: '29.97' }, [], ['off_price_point']],
    ['another price elsewhere', {}, [{ amount: '28.99', currency: 'GBP' }], ['differs_elsewhere']],
    ['another currency elsewhere', {}, [{ amount: '29.99', currency: 'EUR' }], ['differs_elsewhere']],
    ['not the same price elsewhere', {}, [{ amount: '29.9900', currency: 'GBP' }], []],
    ['the mark-up of the category', { imu_pct: '59.9' }, [], ['imu_below_minimum']],
    ['a cost that nobody knows', { landed_cost: null, imu_pct: null, cost_currency: null }, [], ['no_cost']],
    ['a cost in a currency without a rate', { landed_cost: null, imu_pct: null }, [], ['no_rate']],
    ['a tax that nobody knows', { imu_pct: null }, [], ['no_tax']],
  ])('is looked at for %s', (_what, changes, elsewhere, expected) => {
    const price: Price = {
      amount: '29.99',
      currency: 'GBP',
      tax_included: true,
      cost_currency: 'USD',
      landed_cost: '10',
      imu_pct: '60.0',
      min_imu_pct: '60',
      ...changes,
    }
    expect(findingsOf(price, elsewhere, settings)).toEqual(expected)
  })
})

describe('who approves a price', () => {
  const context = (id: number): RuleContext => ({
    today: '2026-11-22',
    me: { id, role: 'Office', supplier_id: null },
    settings,
  })
  const price = { entered_by: 7, amount: '29.99', findings: [], deviation_reason: null } as unknown as AnyRecord
  const problems = (record: AnyRecord, me = 8) =>
    rules.guards?.approve?.(record, context(me)).map(({ text }) => text.key.split('.').at(-1))

  it('is somebody else than who entered it', () => {
    expect(problems(price)).toEqual([])
    expect(problems(price, 7)).toEqual(['own_price'])
  })

  it('has a price to approve, and a reason where it differs', () => {
    expect(problems({ ...price, amount: null })).toEqual(['no_price'])
    expect(problems({ ...price, findings: ['differs_elsewhere'] })).toEqual(['say_why'])
    expect(problems({ ...price, findings: ['differs_elsewhere'], deviation_reason: 'Gift edition' })).toEqual([])
  })
})

describe('pasted prices', () => {
  const rrp = (id: number, changes: Record<string, unknown> = {}) =>
    ({
      id,
      status: 'required',
      market: 'GB',
      rrp_title: `PO-1 / ${id}0 GB`,
      amount: null,
      purchase_order: { id: 1, title: 'PO-1' },
      article: { id, title: `TEE-${id}` },
      colourway: { id, title: 'Black' },
      ...changes,
    }) as unknown as AnyRecord
  const plan = (text: string, rrps: readonly AnyRecord[]) =>
    planPaste(text, rrps).map(({ rrp, amount, problem }) => [rrp?.id ?? null, amount ?? null, problem?.key ?? null])

  it('of one column go down the list, past rows that take none', () => {
    const list = [rrp(1), rrp(2, { status: 'released' }), rrp(3)]
    expect(plan('29.99\r\n£ 1,239.50\r\n5', list)).toEqual([
      [1, '29.99', null],
      [3, '1239.50', null],
      [null, '5', 'no_row'],
    ])
  })

  it('leave a row as it is where the cell is empty, and a heading aside', () => {
    expect(plan('RRP\n\n19,99\n\n', [rrp(1), rrp(2)])).toEqual([[2, '19.99', null]])
  })

  it('of several columns go where their names say, in any order', () => {
    const list = [rrp(1), rrp(1, { id: 4, market: 'DE', rrp_title: 'PO-1 / 10 DE' }), rrp(3)]
    expect(plan('Style\tMarket\tRRP\ntee-1\tGermany\t34.99\nTEE-1\tGB\t29.99\npo-1/30\t\t9.99', list)).toEqual([
      [4, '34.99', null],
      [1, '29.99', null],
      [3, '9.99', null],
    ])
  })

  it('want to know where a price goes that stands alone among others with names', () => {
    expect(plan('TEE-1\t9\n8', [rrp(1)])).toEqual([
      [1, '9', null],
      [null, null, 'unnamed'],
    ])
  })

  it('say of each row what is wrong with it', () => {
    const list = [rrp(1), rrp(2, { status: 'approved' }), rrp(3, { amount: '5.0000' })]
    expect(plan('TEE-1\t9\nTEE-9\t9\nBlack\t9\nTEE-1\t8\nTEE-2\t9\nTEE-3\t5\nTEE-3\tfive\nTEE-3\t-5', list)).toEqual([
      [1, '9', null],
      [null, '9', 'not_found'],
      [null, '9', 'several'],
      [1, '8', 'twice'],
      [2, '9', 'not_editable'],
      [3, '5', 'same'],
      [null, null, 'not_price'],
      [null, null, 'not_price'],
    ])
  })

  it('have no more decimals than the currency of their row', () => {
    const list = [rrp(1, { currency: 'GBP' }), rrp(2, { currency: 'JPY' }), rrp(3, { currency: 'KWD' })]
    expect(plan('29.995\n1980.50\n8.995', list)).toEqual([
      [1, '29.995', 'too_many_decimals'],
      [2, '1980.50', 'no_decimals'],
      [3, '8.995', null],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { sum } from '#shared/base/money.ts'
import { type ClaimFact, type ClaimRule, claimAmounts, splitAmount, startedWeeks } from '#shared/trade/claim-amount.ts'
import { type ConditionalRule, ruleFor } from '#shared/trade/claim-rules.ts'

const late: ClaimRule = {
  basis: 'percent_per_week',
  rate: '2',
  grace_days: 3,
  cap_pct: '10',
  minimum: '50',
  handling_fee: '0',
}
const usd = { currency: 'USD', fx_rate: '0.8' }
const fact = (given: Partial<ClaimFact> = {}): ClaimFact => ({
  po_line_id: 1,
  units: 100,
  unit_price: '3.125',
  line_value: '12345.68',
  days_late: null,
  ...given,
})

describe('weeks that have begun', () => {
  it.each([
    [null, 0, 0],
    [-3, 0, 0],
    [0, 0, 0],
    [1, 0, 1],
    [7, 0, 1],
    [8, 0, 2],
    [3, 3, 0],
    [4, 3, 1],
    [7, 3, 1],
    [8, 3, 2],
    [14, 3, 2],
    [15, 3, 3],
    [7, 7, 0],
    [8, 7, 2],
  ])('%s days with %s of grace are %s', (days, grace, weeks) => {
    expect(startedWeeks(days, grace)).toBe(weeks)
  })
})

describe('what a claim amounts to', () => {
  it.each([
    // days, USD, KWD, JPY: 2 % a week of 12,345.68, at most 10 %
    [0, '0.00', '0.000', '0'],
    [3, '0.00', '0.000', '0'],
    [4, '246.91', '246.914', '247'],
    [7, '246.91', '246.914', '247'],
    [8, '493.83', '493.827', '494'],
    [35, '1234.57', '1234.568', '1235'],
    [36, '1234.57', '1234.568', '1235'],
    [200, '1234.57', '1234.568', '1235'],
  ])('%s days late: %s USD, %s KWD, %s JPY', (days_late, ...amounts) => {
    const computed = ['USD', 'KWD', 'JPY'].map(
      (currency) => claimAmounts(late, [fact({ days_late })], { currency, fx_rate: '1' })?.lines[0],
    )
    expect(computed).toEqual(amounts)
  })

  it.each([
    ['percent_of_units', '100', 'USD', '21.88'],
    ['percent_of_units', '100', 'JPY', '22'],
    ['percent_of_units', '100', 'KWD', '21.875'],
    ['percent_of_units', '33.3333', 'USD', '7.29'],
    ['price_factor', '1.5', 'USD', '32.81'],
    ['price_factor', '1.5', 'KWD', '32.813'],
    // 7 × 0.35 in the base currency at 0.8
    ['per_unit', '0.35', 'USD', '3.06'],
    ['per_unit', '0.35', 'KWD', '3.063'],
    ['per_unit', '0.35', 'JPY', '3'],
    ['per_claim', '150', 'USD', '187.50'],
    ['per_claim', '150', 'JPY', '188'],
  ] as const)('%s of %s for 7 units at 3.125 in %s is %s', (basis, rate, currency, amount) => {
    const rule: ClaimRule = { ...late, basis, rate, cap_pct: null, minimum: '0' }
    const computed = claimAmounts(rule, [fact({ units: 7 })], { currency, fx_rate: '0.8' })
    expect(computed?.lines).toEqual([amount])
  })

  it('is rounded once, after the limit of the line was looked at', () => {
    // 10 % of 0.05 is exactly half a cent; 100 % of the units would be more.
    const rule: ClaimRule = { ...late, basis: 'percent_of_units', rate: '100', minimum: '0' }
    const lines = [fact({ units: 1, unit_price: '0.0500', line_value: '0.05' })]
    expect(claimAmounts(rule, lines, usd)?.lines).toEqual(['0.01'])
    expect(claimAmounts(rule, [fact({ units: 1, unit_price: '0.004', line_value: '0.04' })], usd)?.lines).toEqual([
      '0.00',
    ])
  })

  it.each([
    // 10 % of 1,000.00, in proportion to 60, 30 and 30 units
    ['USD', [1, 1, 1], ['50.00', '25.00', '25.00']],
    ['JPY', [1, 1, 1], ['50', '25', '25']],
    ['USD', [1, 2, 1], ['66.67', '60.00', '33.33']],
    ['USD', [1, 2, 3], ['100.00', '60.00', '60.00']],
  ])('is in %s for sizes of the lines %j within the limit of each: %j', (currency, ids, lines) => {
    const rule: ClaimRule = { ...late, basis: 'percent_of_units', rate: '100', minimum: '0' }
    const facts = [60, 30, 30].map((units, at) =>
      fact({ po_line_id: ids[at] ?? 0, units, unit_price: '2', line_value: '1000' }),
    )
    expect(claimAmounts(rule, facts, { currency, fx_rate: '1' })?.lines).toEqual(lines)
  })

  it('adds the fee once, in the currency of the order', () => {
    const rule: ClaimRule = {
      ...late,
      basis: 'price_factor',
      rate: '1',
      cap_pct: null,
      minimum: '0',
      handling_fee: '25',
    }
    const computed = claimAmounts(rule, [fact({ units: 2 }), fact({ units: 3 })], usd)
    expect(computed).toEqual({ lines: ['6.25', '9.38'], fee: '31.25', amount: '46.88', isBelowMinimum: false })
    // Nothing to claim: no fee either.
    expect(claimAmounts(rule, [fact({ units: 2, unit_price: '0' })], usd)).toMatchObject({
      amount: '0.00',
      isBelowMinimum: true,
    })
  })

  it.each([
    // 62.50 USD are 50.00 of the base currency.
    ['62.50', false],
    ['62.49', true],
    ['62.51', false],
  ])('compares %s with the minimum in the base currency', (price, isBelowMinimum) => {
    const rule: ClaimRule = { ...late, basis: 'price_factor', rate: '1', cap_pct: null }
    expect(claimAmounts(rule, [fact({ units: 1, unit_price: price })], usd)?.isBelowMinimum).toBe(isBelowMinimum)
  })

  it('is not known for fixed amounts without a rate, and has neither minimum nor fee for others', () => {
    const unknown = { currency: 'USD', fx_rate: null }
    expect(claimAmounts({ ...late, basis: 'per_unit', rate: '1' }, [fact()], unknown)).toBeNull()
    expect(claimAmounts({ ...late, basis: 'per_claim', rate: '1' }, [fact()], unknown)).toBeNull()
    const rule: ClaimRule = { ...late, basis: 'price_factor', rate: '1', minimum: '9999', handling_fee: '5' }
    expect(claimAmounts(rule, [fact({ units: 1 })], unknown)).toEqual({
      lines: ['3.13'],
      fee: '0.00',
      amount: '3.13',
      isBelowMinimum: false,
    })
  })

  it('splits one amount for the claim over its lines by their value', () => {
    const rule: ClaimRule = { ...late, basis: 'per_claim', rate: '100', cap_pct: null, minimum: '0' }
    const facts = [1, 1, 1].map(() => fact({ line_value: '10' }))
    expect(claimAmounts(rule, facts, { currency: 'GBP', fx_rate: '1' })?.lines).toEqual(['33.33', '33.34', '33.33'])
  })
})

describe('parts of an amount', () => {
  it.each([
    ['100', ['1', '1', '1'], 'USD'],
    ['100.01', ['0', '0'], 'USD'],
    ['1', ['3', '5', '7', '0.5'], 'JPY'],
    ['0.001', ['1', '2'], 'KWD'],
    ['99.99', ['12.5', '0', '87.5'], 'EUR'],
  ])('%s by %j in %s add up', (amount, weights, currency) => {
    const parts = splitAmount(amount, weights, currency)
    expect(Number(sum(parts))).toBe(Number(amount))
    expect(parts.every((part) => !part.startsWith('-'))).toBe(true)
    for (const [at, weight] of weights.entries())
      if (weight === '0' && weights.some((other) => other !== '0')) expect(Number(parts[at])).toBe(0)
  })
})

describe('the rule of a line', () => {
  const rule = (id: number, given: Partial<ConditionalRule> = {}): ConditionalRule => ({
    ...late,
    id,
    type: 'late',
    house_brand_id: null,
    country: null,
    product_category_id: null,
    valid_from: null,
    valid_to: null,
    ...given,
  })
  const line = { house_brand_id: 5, country: 'PT', categories: [30, 3] }
  const pick = (rules: ConditionalRule[], day = '2026-11-28') => ruleFor(rules, 'late', line, day)?.id ?? null

  it('is the one with the most conditions that hold', () => {
    expect(pick([rule(1), rule(2, { country: 'PT' }), rule(3, { country: 'CN', house_brand_id: 5 })])).toBe(2)
    expect(pick([rule(1, { country: 'PT', product_category_id: 3 }), rule(2, { house_brand_id: 5 })])).toBe(1)
    expect(pick([rule(1, { product_category_id: 31 })])).toBeNull()
    expect(pick([rule(1, { type: 'short' })])).toBeNull()
  })

  it('holds from its first day to its last', () => {
    const limited = rule(1, { valid_from: '2026-11-28', valid_to: '2026-11-30' })
    expect(['2026-11-27', '2026-11-28', '2026-11-30', '2026-12-01'].map((day) => pick([limited], day))).toEqual([
      null,
      1,
      1,
      null,
    ])
  })

  it('is the one that began last where several hold alike', () => {
    expect(pick([rule(1, { valid_from: '2026-01-01' }), rule(2, { valid_from: '2026-06-01' }), rule(3)])).toBe(2)
    expect(pick([rule(1), rule(4), rule(3)])).toBe(4)
  })
})

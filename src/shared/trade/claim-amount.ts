import { compare, currencyDigits, divide, multiply, round, subtract, sum } from '#shared/base/money.ts'
import { type ClaimBasis, isFixedBasis } from './claim-terms'

/** A claim rule, as far as amounts need it. Fixed rates, minimum and fee are in the base currency. */
export interface ClaimRule {
  basis: ClaimBasis
  rate: string
  grace_days: number
  /** Maximum percentage of a line's value. */
  cap_pct: string | null
  minimum: string
  handling_fee: string
}

/** The facts of a claim for one row, in the currency of the order. */
export interface ClaimFact {
  /** The order line; several rows can claim sizes of the same line. */
  po_line_id: number
  units: number
  unit_price: string
  line_value: string
  days_late: number | null
}

export interface ClaimMoney {
  currency: string
  /** Price of one unit of the currency in the base currency; null while unknown. */
  fx_rate: string | null
}

export interface ClaimAmounts {
  /** The amount of each row, rounded once to the decimals of the currency. */
  lines: string[]
  fee: string
  /** The sum of lines and fee. */
  amount: string
  /** Whether the sum of the rows is below the minimum of the rule. */
  isBelowMinimum: boolean
}

/** The number of started weeks: none within the days of grace, otherwise all from the first day. */
export const startedWeeks = (days: number | null, grace: number): number =>
  days === null || days <= 0 || days <= grace ? 0 : Math.ceil(days / 7)

/**
 * Calculates the amounts of a claim by its rule, exactly and rounded once. Returns null if a fixed amount cannot be
 * converted because the exchange rate is unknown. Minimum and fee then do not apply.
 */
export const claimAmounts = (rule: ClaimRule, facts: readonly ClaimFact[], money: ClaimMoney): ClaimAmounts | null => {
  const digits = currencyDigits(money.currency)
  const { fx_rate } = money
  if (isFixedBasis(rule.basis) && fx_rate === null) return null
  const amounts =
    rule.basis === 'per_claim'
      ? splitAmount(
          divide(rule.rate, fx_rate ?? '1', digits),
          facts.map(({ line_value }) => line_value),
          money.currency,
        )
      : facts.map((fact) => rounded(exact(rule, fact, fx_rate ?? '1'), digits))
  const lines = withinCaps(amounts, rule, facts, money.currency)
  const net = sum(lines)
  const fee =
    fx_rate === null || compare(net, '0') <= 0 ? round('0', digits) : divide(rule.handling_fee, fx_rate, digits)
  return {
    lines,
    fee,
    amount: sum([net, fee]),
    isBelowMinimum: compare(net, '0') <= 0 || (fx_rate !== null && compare(multiply(net, fx_rate), rule.minimum) < 0),
  }
}

/**
 * Splits an amount in proportion to weights, so that the parts add up exactly; into equal parts if all weights are
 * zero.
 */
export const splitAmount = (amount: string, weights: readonly string[], currency: string): string[] => {
  const digits = currencyDigits(currency)
  const whole = sum(weights)
  const effectiveWeights = compare(whole, '0') > 0 ? weights : weights.map(() => '1')
  const totalWeight = sum(effectiveWeights)
  let [weightSoFar, amountSoFar] = ['0', '0']
  return effectiveWeights.map((weight) => {
    weightSoFar = sum([weightSoFar, weight])
    const cumulated = divide(multiply(amount, weightSoFar), totalWeight, digits)
    const part = subtract(cumulated, amountSoFar)
    amountSoFar = cumulated
    return part
  })
}

/** An unrounded value: a dividend and a divisor. */
interface Fraction {
  dividend: string
  divisor: string
}

const exact = ({ basis, rate, grace_days }: ClaimRule, fact: ClaimFact, fx: string): Fraction => {
  const units = String(fact.units)
  if (basis === 'percent_per_week') {
    const weeks = String(startedWeeks(fact.days_late, grace_days))
    return { dividend: multiply(multiply(fact.line_value, rate), weeks), divisor: '100' }
  }
  if (basis === 'percent_of_units')
    return { dividend: multiply(multiply(fact.unit_price, units), rate), divisor: '100' }
  if (basis === 'price_factor') return { dividend: multiply(multiply(fact.unit_price, units), rate), divisor: '1' }
  return { dividend: multiply(rate, units), divisor: fx }
}

/** Limits the rows of each order line to the line's cap together, in proportion. */
const withinCaps = (
  amounts: readonly string[],
  { cap_pct }: ClaimRule,
  facts: readonly ClaimFact[],
  currency: string,
): string[] => {
  const capped = [...amounts]
  if (cap_pct === null) return capped
  const rows = new Map<number, number[]>()
  for (const [index, { po_line_id }] of facts.entries()) rows.set(po_line_id, [...(rows.get(po_line_id) ?? []), index])
  for (const rowIndexes of rows.values()) {
    const claimed = rowIndexes.map((index) => amounts[index] ?? '0')
    const { line_value } = facts[rowIndexes[0] ?? 0] as ClaimFact
    const cap = divide(multiply(line_value, cap_pct), '100', currencyDigits(currency))
    if (compare(sum(claimed), cap) <= 0) continue
    for (const [index, part] of splitAmount(cap, claimed, currency).entries()) capped[rowIndexes[index] ?? 0] = part
  }
  return capped
}

const rounded = ({ dividend, divisor }: Fraction, digits: number): string => divide(dividend, divisor, digits)

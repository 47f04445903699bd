import { compare, currencyDigits, divide, multiply, round, subtract, sum } from '#shared/base/money.ts'
import { type ClaimBasis, isFixedBasis } from './claim-terms'

/** The rule of a claim as its amount depends on it. Rate, minimum and fee of fixed amounts are in the base currency. */
export interface ClaimRule {
  basis: ClaimBasis
  rate: string
  grace_days: number
  /** At most this percentage of a line's value. */
  cap_pct: string | null
  minimum: string
  handling_fee: string
}

/** What is claimed for one line, in the currency of its order. */
export interface ClaimFact {
  /** The order line; each of its sizes may be claimed by itself. */
  po_line_id: number
  units: number
  unit_price: string
  line_value: string
  days_late: number | null
}

export interface ClaimMoney {
  currency: string
  /** Base currency for one unit of the currency; null while it is not known. */
  fx_rate: string | null
}

export interface ClaimAmounts {
  /** By line, each rounded once to the minor unit of the currency. */
  lines: string[]
  fee: string
  /** The sum of lines and fee. */
  amount: string
  /** The lines are worth less than the rule asks for. */
  isBelowMinimum: boolean
}

/** Weeks that have begun: none up to the days of grace, all of them after those. */
export const startedWeeks = (days: number | null, grace: number): number =>
  days === null || days <= 0 || days <= grace ? 0 : Math.ceil(days / 7)

/**
 * What a claim amounts to by its rule, exact and rounded once. Null where a fixed amount cannot be converted since the rate
 * of the currency is not known; a minimum and a fee do not apply then.
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
      : facts.map((fact) => written(exact(rule, fact, fx_rate ?? '1'), digits))
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

/** An amount in parts proportional to weights, whose sum is exactly the amount; equal parts where nothing weighs. */
export const splitAmount = (amount: string, weights: readonly string[], currency: string): string[] => {
  const digits = currencyDigits(currency)
  const whole = sum(weights)
  const weighing = compare(whole, '0') > 0 ? weights : weights.map(() => '1')
  const all = sum(weighing)
  let [weight, given] = ['0', '0']
  return weighing.map((own) => {
    weight = sum([weight, own])
    const upTo = divide(multiply(amount, weight), all, digits)
    const part = subtract(upTo, given)
    given = upTo
    return part
  })
}

/** Not rounded yet: a dividend and a divisor. */
interface Fraction {
  over: string
  under: string
}

const exact = ({ basis, rate, grace_days }: ClaimRule, fact: ClaimFact, fx: string): Fraction => {
  const units = String(fact.units)
  if (basis === 'percent_per_week') {
    const weeks = String(startedWeeks(fact.days_late, grace_days))
    return { over: multiply(multiply(fact.line_value, rate), weeks), under: '100' }
  }
  if (basis === 'percent_of_units') return { over: multiply(multiply(fact.unit_price, units), rate), under: '100' }
  if (basis === 'price_factor') return { over: multiply(multiply(fact.unit_price, units), rate), under: '1' }
  return { over: multiply(rate, units), under: fx }
}

/** What is claimed for the sizes of an order line is at most its cap together: beyond it, the cap in proportion. */
const withinCaps = (
  amounts: readonly string[],
  { cap_pct }: ClaimRule,
  facts: readonly ClaimFact[],
  currency: string,
): string[] => {
  const within = [...amounts]
  if (cap_pct === null) return within
  const rows = new Map<number, number[]>()
  for (const [at, { po_line_id }] of facts.entries()) rows.set(po_line_id, [...(rows.get(po_line_id) ?? []), at])
  for (const own of rows.values()) {
    const claimed = own.map((at) => amounts[at] ?? '0')
    const { line_value } = facts[own[0] ?? 0] as ClaimFact
    const cap = divide(multiply(line_value, cap_pct), '100', currencyDigits(currency))
    if (compare(sum(claimed), cap) <= 0) continue
    for (const [index, part] of splitAmount(cap, claimed, currency).entries()) within[own[index] ?? 0] = part
  }
  return within
}

const written = ({ over, under }: Fraction, digits: number): string => divide(over, under, digits)

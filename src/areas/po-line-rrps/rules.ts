import { addDays } from '#shared/base/dates.ts'
import { compare, currencyDigits, divide, multiply, round, subtract, sum } from '#shared/base/money.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import type { PoLineRrp } from './area'

type Settings = RuleContext['settings']
type Finding = PoLineRrp['findings'][number]
/** The fields of a price that the rules use. */
export type Price = Pick<
  PoLineRrp,
  'amount' | 'currency' | 'tax_included' | 'cost_currency' | 'landed_cost' | 'imu_pct' | 'min_imu_pct'
>

export const rules: Rules = {
  check: ({ amount, currency }) =>
    amount !== null && !currency ? [problem(textOf('problems.po-line-rrps.currency_needed'), 'currency')] : [],
  guards: {
    enter: closedLineProblems,
    approve: (record, { me }) => [
      ...(me.id === record.entered_by ? [problem(textOf('problems.po-line-rrps.own_price'))] : []),
      ...priced(record),
      ...explained(record),
    ],
    release: (record) => [...closedLineProblems(record), ...priced(record)],
    change: closedLineProblems,
    change_ticketed: closedLineProblems,
  },
  cautions: { approve: findingTexts, release: findingTexts },
  // Approved prices change only through a move, so that they are approved again.
  editable:
    ({ status }) =>
    () =>
      status === 'required' || status === 'entered',
}

/** Refuses prices that are no longer required. */
function closedLineProblems({ is_open }: Partial<Record<string, unknown>>): Problem[] {
  return is_open === false ? [problem(textOf('problems.po-line-rrps.line_closed'))] : []
}

const priced = ({ amount }: Partial<Record<string, unknown>>): Problem[] =>
  amount ? [] : [problem(textOf('problems.po-line-rrps.no_price'))]

const explained = ({ findings, deviation_reason }: Partial<Record<string, unknown>>): Problem[] =>
  (findings as string[] | undefined)?.includes('differs_elsewhere') && !deviation_reason
    ? [problem(textOf('problems.po-line-rrps.say_why'))]
    : []

/** One text for each finding about the price. */
function findingTexts(record: Partial<Record<string, unknown>>): Problem[] {
  const { findings, currency, cost_currency } = record as Partial<PoLineRrp>
  return (findings ?? []).map((finding) =>
    problem(
      finding === 'no_rate'
        ? textOf('problems.po-line-rrps.no_rate', { from: String(currency), to: String(cost_currency) })
        : textOf(`areas.po-line-rrps.choices.findings.${finding}`),
    ),
  )
}

/** The day by which the supplier must know the price; null without an ex-factory date. */
export const dueDateOf = (exFactory: string | null, settings: Settings): string | null =>
  // The earliest possible date is in the year 1000; dates that early are placeholders.
  exFactory && exFactory > '1900' ? addDays(exFactory, -Number(settings.rrp_release_days ?? 0)) : exFactory

/** The landed cost of one piece, and what is needed to convert it to the currency of a price. */
export interface Cost {
  unit_price: string | null
  currency: string | null
  /** Value of one unit of the order's currency in the base currency. */
  fx_rate: string | null
}

/** Value of one unit of a currency in the base currency, by currency. */
export type Rates = ReadonlyMap<string, string>

/**
 * The landed cost in the currency of the price, with four decimals: the unit price with freight, duty and handling by
 * the settings, at the order's rate, or else at the known rates. Null when it cannot be converted.
 */
export const landedCostOf = (cost: Cost, currency: string | null, settings: Settings, rates: Rates): string | null => {
  if (cost.unit_price === null || cost.currency === null || currency === null) return null
  const landed = multiply(cost.unit_price, String(settings.landed_cost_factor))
  if (cost.currency === currency) return round(landed, 4)
  const rateOf = (code: string) => (code === settings.base_currency ? '1' : (rates.get(code) ?? null))
  const from = cost.currency === settings.base_currency ? '1' : (cost.fx_rate ?? rateOf(cost.currency))
  const targetRate = rateOf(currency)
  return from === null || targetRate === null ? null : divide(multiply(landed, from), targetRate, 4)
}

/** The price without tax; null when the market's tax is unknown. */
export const withoutTax = (amount: string, taxIncluded: boolean, taxPct: string | null): string | null => {
  if (!taxIncluded) return amount
  return taxPct === null ? null : divide(multiply(amount, '100'), sum(['100', taxPct]), 6)
}

/**
 * Initial mark-up in percent of the price without tax, with one decimal; null when a part of it is unknown. It is not
 * rounded across the minimum of the category: 59.96 of at least 60 are 59.9.
 */
export const imuOf = (
  { amount, tax_included, min_imu_pct = null }: Pick<Price, 'amount' | 'tax_included'> & Partial<Price>,
  landed: string | null,
  taxPct: string | null,
): string | null => {
  const net = amount === null ? null : withoutTax(amount, tax_included, taxPct)
  if (net === null || landed === null || compare(net, '0') <= 0) return null
  const exact = divide(multiply(subtract(net, landed), '100'), net, 10)
  const rounded = round(exact, 1)
  if (min_imu_pct === null || compare(exact, min_imu_pct) < 0 === compare(rounded, min_imu_pct) < 0) return rounded
  return compare(exact, min_imu_pct) < 0 ? subtract(rounded, '0.1') : sum([rounded, '0.1'])
}

/** Findings about a price, given the other prices of the same goods in the same market and season. */
export const findingsOf = (
  price: Price,
  otherPrices: readonly Pick<Price, 'amount' | 'currency'>[],
  settings: Settings,
): Finding[] => {
  const { amount, currency, cost_currency, landed_cost, imu_pct, min_imu_pct } = price
  if (amount === null) return []
  const floor = landed_cost === null ? null : multiply(landed_cost, String(settings.rrp_min_multiple ?? 0))
  return [
    ...(floor !== null && compare(amount, floor) < 0 ? (['below_multiple'] as const) : []),
    ...(isPricePoint(amount, currency, String(settings.rrp_price_points ?? '')) ? [] : (['off_price_point'] as const)),
    ...(otherPrices.some((other) => isOtherPrice(other, price)) ? (['differs_elsewhere'] as const) : []),
    ...(imu_pct !== null && min_imu_pct !== null && compare(imu_pct, min_imu_pct) < 0
      ? (['imu_below_minimum'] as const)
      : []),
    ...(cost_currency === null ? (['no_cost'] as const) : landed_cost === null ? (['no_rate'] as const) : []),
    ...(landed_cost !== null && imu_pct === null ? (['no_tax'] as const) : []),
  ]
}

/** Whether both prices exist and differ. */
export const isOtherPrice = (
  other: Pick<Price, 'amount' | 'currency'>,
  { amount, currency }: Pick<Price, 'amount' | 'currency'>,
) => other.amount !== null && amount !== null && (other.currency !== currency || compare(other.amount, amount) !== 0)

/** The settings, with the price ending of the brand if it has one: an ending, or `any`. */
export const withEnding = (settings: Settings, ending: string | null): Settings =>
  ending === null ? settings : { ...settings, rrp_price_points: ending === 'any' ? '' : `.${ending}` }

/**
 * Whether an amount ends at a price point (`.00 .50 .90 .95 .99`). Always true without points, and for currencies
 * without minor units.
 */
export const isPricePoint = (amount: string, currency: string | null, points: string): boolean => {
  const allowed = points.split(/[\s,;]+/).filter(Boolean)
  if (allowed.length === 0 || (currency && currencyDigits(currency) === 0)) return true
  return compare(round(amount, 2), amount) === 0 && allowed.includes(round(amount, 2).slice(-3))
}

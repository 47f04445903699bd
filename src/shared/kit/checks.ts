import { currencyDigits, isWholeMinorUnits } from '#shared/base/money.ts'
import type { Area } from './area'
import { type Problem, problem } from './rules'
import { textOf } from './text'

/** A required order of two date fields: `early` must not be after `late` or, if `strict`, on the same day. */
export interface DateOrder {
  early: string
  late: string
  strict?: boolean
  /** The field at which the problem is shown. */
  at: string
  /** Locale key of the problem. */
  text: string
}

/** The required order of the delivery dates of a purchase order and of each of its lines. */
export const deliveryDates: readonly DateOrder[] = [
  {
    early: 'ship_window_start',
    late: 'ship_window_end',
    at: 'ship_window_end',
    text: 'problems.dates.window_reversed',
  },
  { early: 'ex_factory_date', late: 'ship_window_end', at: 'ex_factory_date', text: 'problems.dates.after_window' },
  { early: 'ex_factory_date', late: 'etd', at: 'etd', text: 'problems.dates.etd_before_ex_factory' },
  { early: 'etd', late: 'eta', strict: true, at: 'eta', text: 'problems.dates.eta_before_etd' },
]

/** A problem for each pair of dates in the wrong order; pairs with an empty date are skipped. */
export const dateProblems = (record: Record<string, unknown>, orders: readonly DateOrder[]): Problem[] =>
  orders.flatMap(({ early, late, strict, at, text }) => {
    const [first, second] = [record[early], record[late]]
    if (typeof first !== 'string' || typeof second !== 'string') return []
    return first > second || (strict && first === second) ? [problem(textOf(text), at)] : []
  })

/** A problem for each of `fields` that is empty in the record; `path` (`lines.0.`) is put before the field's name. */
export const missingProblems = (
  record: Record<string, unknown>,
  fields: readonly string[],
  path = '',
  text = textOf('problems.needed'),
): Problem[] => fields.filter((field) => isEmpty(record[field])).map((field) => problem(text, path + field))

/** A problem for each row whose key repeats that of an earlier row; rows with an empty key are skipped. */
export const repeatProblems = <T>(
  rows: readonly T[],
  keyOf: (row: T) => unknown,
  toProblem: (index: number, row: T) => Problem,
): Problem[] => {
  const seen = new Set<unknown>()
  return rows.flatMap((row, index) => {
    const value = keyOf(row)
    if (isEmpty(value)) return []
    if (seen.has(value)) return [toProblem(index, row)]
    seen.add(value)
    return []
  })
}

/**
 * A problem for each entered amount with more decimals than the currency has: screens and printed papers would round
 * them away. Read-only amounts are skipped.
 */
export const minorUnitProblems = (
  area: Pick<Area, 'fields'>,
  record: Record<string, unknown>,
  currency: unknown = record.currency,
): Problem[] =>
  Object.entries(area.fields).flatMap(([name, { kind, options }]) => {
    const value = record[name]
    return kind === 'amount' && !options.readOnly && typeof value === 'string' && typeof currency === 'string'
      ? minorUnitProblem(value, currency, name)
      : []
  })

/** A problem at `field` if the amount has more decimals than its currency; otherwise an empty list. */
export const minorUnitProblem = (amount: string, currency: string, field: string): Problem[] => {
  if (isWholeMinorUnits(amount, currency)) return []
  const digits = currencyDigits(currency)
  return [
    problem(
      digits === 0
        ? textOf('validation.currency_without_decimals', { currency })
        : textOf('validation.too_many_decimals_of_currency', { currency, digits }),
      field,
    ),
  ]
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

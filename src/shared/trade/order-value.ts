import { currencyDigits, inBase, multiply, round, sum } from '#shared/base/money.ts'

/** A purchase order, as far as its value depends on it. */
export interface ValuedOrder {
  currency: string | null
  /** The price of one unit of the order's currency in the base currency. */
  fx_rate: string | null
  lines: { qty: number; unit_price: string | null; line_status: string }[]
}

/** Quantity times price, rounded to the decimals of the currency. Throws RangeError if the price is not a decimal. */
export const lineValue = (
  { qty, unit_price }: Pick<ValuedOrder['lines'][number], 'qty' | 'unit_price'>,
  currency: string | null,
): string => round(multiply(String(qty), unit_price ?? '0'), currencyDigits(currency ?? ''))

/** The value in the base currency of all lines that are not cancelled; null if no exchange rate is known. */
export const orderValueInBase = (order: ValuedOrder, baseCurrency: string): string | null => {
  const counted = order.lines.filter(({ line_status }) => line_status !== 'cancelled')
  const value = sum(counted.map((line) => lineValue(line, order.currency)))
  return inBase(value, order.currency, baseCurrency, order.fx_rate)
}

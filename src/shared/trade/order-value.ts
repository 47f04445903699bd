import { currencyDigits, inBase, multiply, round, sum } from '#shared/base/money.ts'

/** An order as far as its value depends on it. */
export interface ValuedOrder {
  currency: string | null
  /** How much of the base currency one unit of the order's currency is. */
  fx_rate: string | null
  lines: { qty: number; unit_price: string | null; line_status: string }[]
}

/** Quantity times price, rounded to the currency's minor unit. Throws RangeError for a price that is no decimal. */
export const lineValue = (
  { qty, unit_price }: Pick<ValuedOrder['lines'][number], 'qty' | 'unit_price'>,
  currency: string | null,
): string => round(multiply(String(qty), unit_price ?? '0'), currencyDigits(currency ?? ''))

/** What all lines that are not cancelled are worth in the base currency; null where no rate is known. */
export const orderValueInBase = (order: ValuedOrder, baseCurrency: string): string | null => {
  const counted = order.lines.filter(({ line_status }) => line_status !== 'cancelled')
  const value = sum(counted.map((line) => lineValue(line, order.currency)))
  return inBase(value, order.currency, baseCurrency, order.fx_rate)
}

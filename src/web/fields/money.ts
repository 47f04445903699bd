import type { FieldContext } from './field-kind'

/** The currency of a price or an amount: its record's, else its document's; null for what is in the base currency. */
export const currencyOf = ({ field, record, currency }: FieldContext): string | null =>
  field.options.inBase ? null : typeof record.currency === 'string' ? record.currency : (currency ?? null)

/** The number behind its currency (`USD 1,234.50`), so that digits stay in line in a column. */
export const withCurrency = (written: string, context: FieldContext): string => {
  const currency = context.currency === null ? null : currencyOf(context)
  return written && currency ? `${currency} ${written}` : written
}

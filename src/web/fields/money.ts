import type { FieldContext } from './field-kind'

/** The currency of a price or amount: the record's, else the document's; null for the base currency. */
export const currencyOf = ({ field, record, currency }: FieldContext): string | null =>
  field.options.inBase ? null : typeof record.currency === 'string' ? record.currency : (currency ?? null)

/** The number after its currency (`USD 1,234.50`), so that the digits of a column align. */
export const withCurrency = (amountText: string, context: FieldContext): string => {
  const currency = context.currency === null ? null : currencyOf(context)
  return amountText && currency ? `${currency} ${amountText}` : amountText
}

import type { Place } from './field-kind'

/** The currency that a price or an amount is in: its record's, else its document's. */
export const currencyOf = ({ record, currency }: Place): string | null =>
  typeof record.currency === 'string' ? record.currency : (currency ?? null)

/** The number behind its currency (`USD 1,234.50`), so that digits stay in line in a column. */
export const withCurrency = (written: string, place: Place): string => {
  const currency = place.currency === null ? null : currencyOf(place)
  return written && currency ? `${currency} ${written}` : written
}

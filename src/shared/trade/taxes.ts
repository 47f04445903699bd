/** VAT categories by UNTDID 5305: standard, zero rated, exempt, reverse charge, export, outside the scope. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

/** The dates between which a rate is valid, including both; without one it is open on that side. */
export interface Validity {
  valid_from?: string | null
  valid_to?: string | null
}
export const isValidOn = ({ valid_from, valid_to }: Validity, day: string): boolean =>
  (!valid_from || valid_from <= day) && (!valid_to || day <= valid_to)

/**
 * The date that decides which rates an invoice can use: its tax point. Corrected or deducted amounts have a date of
 * their own.
 */
export const taxPoint = {
  day: 'invoice_date',
  from: 'valid_since',
  to: 'valid_until',
  unless: ['corrects_id', 'deposit_id'],
} as const

/** Whether tax is rounded for each line, or for all lines with the same rate together. */
export const taxRoundings = ['line', 'invoice'] as const

/** Categories of value added tax by UNTDID 5305: standard, zero, exempt, reverse charge, export, outside the scope. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

/** The days on which a rate holds, both included; without one it is open on that side. */
export interface Validity {
  valid_from?: string | null
  valid_to?: string | null
}
export const isValidOn = ({ valid_from, valid_to }: Validity, day: string): boolean =>
  (!valid_from || valid_from <= day) && (!valid_to || day <= valid_to)

/** Which rates an invoice is offered: those of its day. What is corrected or deducted has its own day. */
export const taxPoint = {
  day: 'invoice_date',
  from: 'valid_since',
  to: 'valid_until',
  unless: ['corrects_id', 'deposit_id'],
} as const

/** Whether the tax of each line is rounded, or that of all lines with the same rate together. */
export const taxRoundings = ['line', 'invoice'] as const

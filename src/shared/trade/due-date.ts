import { addDays, addMonths } from '#shared/base/dates.ts'

/** A payment term, as far as due dates need it. */
export interface PaymentTerm {
  base_date: 'order' | 'invoice' | 'bl_date' | 'etd' | 'delivery' | 'eom'
  days: number
  /** Payments are made only on this day of a month, or on the last day of a shorter month. */
  day_of_month: number | null
  /** Discount in percent for payment within `discount_days` of the base date, as decimal text. */
  discount_pct: string | null
  discount_days: number | null
  /** The term counts from the date on which the set of documents is complete, if that is later. */
  requires_docs: boolean
}

/** The dates from which a term can count, `YYYY-MM-DD`; null while unknown. */
export interface DueDays {
  order: string | null
  invoice: string | null
  /** Date of the bill of lading or air waybill: the departure. */
  bl_date: string | null
  etd: string | null
  /** Date of the last receipt of the goods. */
  delivery: string | null
  documents: string | null
}

export interface Due {
  /** The date from which the term counts; null while it, or the required documents, are missing. */
  base_date: string | null
  due_date: string | null
  /** The last date for the discount. */
  discount_date: string | null
}

/**
 * Calculates when an invoice is due: its base date plus `days`. If the term requires documents, the base date is at
 * least the date of the complete set. `eom` counts from the last day of the invoice's month. A `day_of_month` moves the
 * result to the next such day.
 */
export const dueDateOf = (term: PaymentTerm, days: DueDays): Due => {
  const start = startOf(term, days)
  if (start === null) return { base_date: null, due_date: null, discount_date: null }
  const due = addDays(start, term.days)
  return {
    base_date: start,
    due_date: term.day_of_month === null ? due : nextDayOfMonth(due, term.day_of_month),
    discount_date:
      term.discount_pct !== null && term.discount_days !== null ? addDays(start, term.discount_days) : null,
  }
}

const startOf = ({ base_date, requires_docs }: PaymentTerm, days: DueDays): string | null => {
  const day = base_date === 'eom' ? days.invoice : days[base_date]
  if (day === null || (requires_docs && days.documents === null)) return null
  const from = requires_docs && days.documents !== null && days.documents > day ? days.documents : day
  return base_date === 'eom' ? endOfMonth(from) : from
}

const endOfMonth = (day: string) => dayOfMonthIn(day, 31)

/** That day of the month in the month of `day`, or the month's last day. */
const dayOfMonthIn = (day: string, dayOfMonth: number): string => {
  const first = `${day.slice(0, 8)}01`
  const last = Number(addDays(addMonths(first, 1), -1).slice(8))
  return addDays(first, Math.min(dayOfMonth, last) - 1)
}

const nextDayOfMonth = (day: string, dayOfMonth: number): string => {
  const inMonth = dayOfMonthIn(day, dayOfMonth)
  return inMonth >= day ? inMonth : dayOfMonthIn(addMonths(`${day.slice(0, 8)}01`, 1), dayOfMonth)
}

import { addDays, weekOf } from '#shared/base/dates.ts'
import { type Filter, fieldIs, fieldIsSet } from '#shared/kit/filter.ts'
import { type MatchCode, undecidedStates } from './invoice-terms'

/** Why an invoice is stuck. An invoice can have several reasons. */
export const stuckReasons = [
  'review',
  'first_approval',
  'second_approval',
  'disputed',
  'exception',
  'no_bank_account',
  'no_bl',
  'no_departure',
  'no_receipt',
  'no_documents',
  'no_due_date',
] as const
export type StuckReason = (typeof stuckReasons)[number]

/** Age buckets of open balances, by days past the due date. An invoice due today is not overdue. */
export const ageBuckets = ['not_due', 'days_30', 'days_60', 'days_90', 'older', 'unknown'] as const
export type AgeBucket = (typeof ageBuckets)[number]

/** Windows of due dates relative to a day: overdue, the rest of its week, the four weeks after it, and later. */
export const dueWindows = ['overdue', 'this_week', 'next_weeks', 'later', 'unknown'] as const
export type DueWindow = (typeof dueWindows)[number]

/** A range of due dates, including both ends; `null` means without a due date. */
export type DueRange = { from?: string; to?: string } | null

/** The due dates of an age bucket on a day. */
export const rangeOfAge = (bucket: AgeBucket, day: string): DueRange => {
  switch (bucket) {
    case 'not_due':
      return { from: day }
    case 'days_30':
      return { from: addDays(day, -30), to: addDays(day, -1) }
    case 'days_60':
      return { from: addDays(day, -60), to: addDays(day, -31) }
    case 'days_90':
      return { from: addDays(day, -90), to: addDays(day, -61) }
    case 'older':
      return { to: addDays(day, -91) }
    case 'unknown':
      return null
  }
}

/** The due dates of a window on a day. */
export const rangeOfWindow = (window: DueWindow, day: string): DueRange => {
  const sunday = weekOf(day).to
  switch (window) {
    case 'overdue':
      return { to: addDays(day, -1) }
    case 'this_week':
      return { from: day, to: sunday }
    case 'next_weeks':
      return { from: addDays(sunday, 1), to: addDays(sunday, 7 * nextWeeks) }
    case 'later':
      return { from: addDays(sunday, 7 * nextWeeks + 1) }
    case 'unknown':
      return null
  }
}
const nextWeeks = 4

/** Number of weeks in the cash plan, including the current one. */
export const plannedWeeks = 12

/** The first and last dates of the weeks of the cash plan; the current week begins on `day`. */
export const weeksFrom = (day: string): { from: string; to: string }[] => {
  const { from: monday } = weekOf(day)
  return Array.from({ length: plannedWeeks }, (_, index) => {
    const first = addDays(monday, 7 * index)
    return { from: index === 0 ? day : first, to: addDays(first, 6) }
  })
}

/** List filters for invoices that are owed and due in a range. */
export const payableFilters = (range?: DueRange): Filter[] => [
  fieldIs('payable', 'true'),
  ...(range === null ? [{ field: 'due_date', op: '_null' as const, values: ['true'] }] : []),
  ...(range?.from ? [{ field: 'due_date', op: '_gte' as const, values: [range.from] }] : []),
  ...(range?.to ? [{ field: 'due_date', op: '_lte' as const, values: [range.to] }] : []),
]

/** Length in days of the period of the approval figures, which are compared with the period before it. */
export const approvalDays = 90

/** List filters for submitted invoices that were approved from a date until before another. */
export const approvedFilters = (from: string, before?: string): Filter[] => [
  fieldIsSet('submitted_at'),
  ...during('approved_at', from, before),
]

/** List filters for invoices that were submitted from a date until before another. */
export const submittedFilters = (from: string, before?: string): Filter[] => during('submitted_at', from, before)

const during = (field: string, from: string, before?: string): Filter[] => [
  { field, op: '_gte', values: [from] },
  ...(before ? [{ field, op: '_lt' as const, values: [before] }] : []),
]

/** List filters for undecided invoices whose match has exceptions, or a certain exception. */
export const exceptionFilters = (code?: string): Filter[] => [
  fieldIs('status', ...undecidedStates),
  ...(code ? [fieldIs('exception', code)] : [fieldIs('match_status', 'exception')]),
]

/** The total that is owed in one currency, and the address parameters of the list of its invoices. */
export interface PayableSum {
  currency: string
  count: number
  /** Decimal text; credit and debit notes are subtracted. */
  amount: string
  query: string
}

/**
 * A figure over some invoices: their number, their total by currency and in the base currency, and the address
 * parameters of their list. `unrated` is the number of invoices without an exchange rate.
 */
export interface PayableFigure {
  query: string
  count: number
  sums: PayableSum[]
  base: { amount: string; unrated: number }
}

/** How many days the approvals of a period took. */
export interface ApprovalFigure {
  count: number
  median_days: number | null
  p90_days: number | null
  query: string
}

/** The number of invoices that were submitted in a period, and of those with exceptions. */
export interface ExceptionRate {
  submitted: number
  exceptions: number
  submitted_query: string
  exceptions_query: string
}

/**
 * Answer of `GET /api/finance/overview`. In `weeks` the first entry is overdue, the last has no due date, and the one
 * before it is everything later.
 */
export interface PayablesOverview {
  day: string
  base_currency: string
  total: PayableFigure
  due: (PayableFigure & { name: DueWindow })[]
  stuck: (PayableFigure & { name: StuckReason })[]
  exceptions: (PayableFigure & { name: MatchCode })[]
  approval: { now: ApprovalFigure; before: ApprovalFigure }
  rate: { now: ExceptionRate; before: ExceptionRate }
  weeks: (PayableFigure & { from: string | null; to: string | null })[]
}

/** The total that is owed to a supplier in a currency, by age. */
export interface AgeingRow {
  supplier_id: number
  supplier_name: string
  supplier_code: string
  currency: string
  count: number
  amount: string
  base: { amount: string; unrated: number }
  query: string
  buckets: { name: AgeBucket; count: number; amount: string; query: string }[]
}

/** Answer of `GET /api/finance/ageing`. */
export interface PayablesAgeing {
  day: string
  base_currency: string
  rows: AgeingRow[]
}

/** A batch of journal entries that were exported to the bookkeeping together. */
export interface JournalBatch {
  batch_no: number
  from_date: string
  to_date: string
  documents_qty: number
  rows_qty: number
  created_at: string
  created_by_name: string
}

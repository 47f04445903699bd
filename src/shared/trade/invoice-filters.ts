import { addDays, weekday } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'

/** List filters for invoices that need action, shared by presets, tiles and the finance pages. */
export const invoiceFilters = {
  drafts: [fieldIs('status', 'draft')],
  to_review: [{ field: 'status', op: '', values: ['submitted', 'under_review'] }],
  with_exceptions: [
    { field: 'status', op: '', values: ['submitted', 'under_review'] },
    fieldIs('match_status', 'exception'),
  ],
  disputed: [fieldIs('status', 'disputed')],
  to_pay: [fieldIs('payable', 'true')],
  overdue: [fieldIs('overdue', 'true')],
  paid: [fieldIs('status', 'paid')],
} as const satisfies Record<string, readonly Filter[]>

/** List filters for invoices that are due from Monday to Sunday of the week of `today`. */
export const dueThisWeek = (today: string): Filter[] => {
  const monday = addDays(today, 1 - weekday(today))
  return [
    { field: 'due_in', op: '_gte', values: [monday] },
    { field: 'due_in', op: '_lte', values: [addDays(monday, 6)] },
  ]
}

import { addDays, weekday } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { officeStates } from './booking-terms'

/** List filters for bookings that need action, shared by presets and tiles. */
export const bookingFilters = {
  drafts: { field: 'status', op: '', values: ['draft', 'returned'] },
  to_approve: fieldIs('status', 'submitted'),
  to_confirm: fieldIs('status', 'approved'),
  awaiting_instruction: fieldIs('status', 'confirmed'),
  to_decide: { field: 'status', op: '', values: [...officeStates] },
  instruction_late: fieldIs('instruction_late', 'true'),
  documents_late: fieldIs('documents_late', 'true'),
} as const satisfies Record<string, Filter>

/** List filters for bookings that depart from Monday to Sunday of the week of `today`. */
export const sailingThisWeek = (today: string): Filter[] => {
  const monday = addDays(today, 1 - weekday(today))
  return [
    { field: 'sails_in', op: '_gte', values: [monday] },
    { field: 'sails_in', op: '_lte', values: [addDays(monday, 6)] },
  ]
}

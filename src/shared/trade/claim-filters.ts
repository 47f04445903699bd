import { addDays } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { answerReminderDays, openClaimStates } from './claim-terms'

/** Claims that somebody waits for, as list filters; chips and tiles share them. */
export const claimFilters = {
  to_share: fieldIs('status', 'draft'),
  to_answer: fieldIs('status', 'shared'),
  contested: fieldIs('status', 'contested'),
  to_settle: { field: 'status', op: '', values: ['accepted', 'upheld'] },
  open: { field: 'status', op: '', values: [...openClaimStates] },
} as const satisfies Record<string, Filter>

/** Claims whose answer is due within the days of the reminder. */
export const answerDueSoon = (today: string): Filter[] => [
  claimFilters.to_answer,
  { field: 'answer_due', op: '_lte', values: [addDays(today, answerReminderDays)] },
]

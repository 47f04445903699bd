import { addDays } from '#shared/base/dates.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { answerReminderDays, openClaimStates } from './claim-terms'

/** List filters for claims that need action, shared by presets and tiles. */
export const claimFilters = {
  to_share: fieldIs('status', 'draft'),
  to_answer: fieldIs('status', 'shared'),
  contested: fieldIs('status', 'contested'),
  to_settle: { field: 'status', op: '', values: ['accepted', 'upheld'] },
  open: { field: 'status', op: '', values: [...openClaimStates] },
} as const satisfies Record<string, Filter>

/** List filters for claims whose answer is due within `answerReminderDays`. */
export const answerDueSoon = (today: string): Filter[] => [
  claimFilters.to_answer,
  { field: 'answer_due', op: '_lte', values: [addDays(today, answerReminderDays)] },
]

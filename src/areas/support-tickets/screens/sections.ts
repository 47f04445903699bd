import type { SectionPlan } from '#web/kit/form/sections.ts'

/** Report and answer, then the page. */
export const sections: readonly SectionPlan[] = [
  { name: 'conversation', fields: ['message', 'answer', 'answered_by', 'answered_at', 'follow_up'] },
  { name: 'details', fields: ['page', 'browser'] },
]

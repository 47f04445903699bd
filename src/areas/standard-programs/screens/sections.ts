import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of a programme. */
export const sections: readonly SectionPlan[] = [
  { name: 'program', fields: ['code', 'name_en', 'name_zh', 'owner_org', 'kind', 'scope', 'url'] },
  { name: 'result', fields: ['scheme', 'default_validity_months', 'requires_cap'] },
  { name: 'grades', fields: ['grades'] },
  { name: 'notes', fields: ['notes'] },
]

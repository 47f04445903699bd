import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of an auditing firm. */
export const sections: readonly SectionPlan[] = [
  { name: 'firm', fields: ['code', 'name_en', 'name_zh', 'country', 'website'] },
  {
    name: 'accreditation',
    fields: ['accreditation_body', 'accreditation_no', 'accreditation_expiry', 'suspended_on', 'status_reason'],
  },
  { name: 'programs', fields: ['programs'] },
  { name: 'contacts', fields: ['contacts'] },
  { name: 'notes', fields: ['notes'] },
]

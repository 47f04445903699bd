import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of an audit. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'audit',
    fields: [
      'factory_id',
      'standard_program_id',
      'audit_type',
      'audit_date',
      'auditing_firm_id',
      'announced',
      'follow_up_of_id',
      'audit_no',
    ],
  },
  {
    name: 'result',
    fields: ['score', 'grade_id', 'certificate_no', 'same_certificate', 'valid_from', 'valid_to', 'follow_up_due'],
  },
  { name: 'scope', fields: ['scope_text', 'products'] },
  { name: 'findings', fields: ['findings'] },
  {
    name: 'review',
    fields: ['supplier_id', 'submitted_by', 'submitted_at', 'reviewed_by', 'reviewed_at', 'decision_comment'],
  },
  { name: 'house', fields: ['responsible_id', 'notified_days', 'notes_internal'] },
]

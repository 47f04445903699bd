import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of the form. */
export const formSections: readonly SectionPlan[] = [
  { name: 'claim', fields: ['type', 'purchase_order_id', 'rule_id', 'remarks', 'notes_internal'] },
  { name: 'lines', fields: ['lines'] },
]

/** The sections of the page, below the lines. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'claim',
    fields: ['supplier_id', 'purchase_order_id', 'container_id', 'booking_id', 'qa_activity_id', 'remarks'],
  },
  {
    name: 'answer',
    fields: ['shared_at', 'answer_due', 'is_reminded', 'answered_at', 'answered_by', 'is_automatic', 'contest_comment'],
  },
  {
    name: 'decision',
    fields: ['decided_at', 'decided_by', 'decision_comment', 'withdraw_reason'],
  },
  { name: 'settlement', fields: ['debit_note_id', 'settled_at', 'settled_by'] },
  { name: 'rule', fields: ['rule_id', 'basis', 'rate', 'grace_days', 'cap_pct', 'computed_amount'] },
  { name: 'internal', fields: ['notes_internal'] },
]

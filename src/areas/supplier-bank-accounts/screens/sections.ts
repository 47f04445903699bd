import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The details for a transfer, and the users who entered and verified them. */
export const sections: readonly SectionPlan[] = [
  { name: 'holder', fields: ['supplier_id', 'account_holder', 'currency'] },
  {
    name: 'bank',
    fields: [
      'bank_country',
      'bank_name',
      'branch_name',
      'iban',
      'account_no',
      'account_mask',
      'bic',
      'clearing_code',
      'note',
    ],
  },
  { name: 'entered', fields: ['entered_by', 'submitted_by', 'submitted_at', 'answer'] },
  {
    name: 'checked',
    fields: ['called_person', 'called_number', 'called_on', 'checked_by', 'checked_at', 'approved_by', 'approved_at'],
  },
]

import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of the page. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'requirement',
    fields: [
      'po_line_id',
      'purchase_order_id',
      'supplier_id',
      'factory_id',
      'ex_factory_date',
      'group_name',
      'programs_text',
      'requirement_profile_id',
      'reminded_at',
    ],
  },
  { name: 'audit', fields: ['factory_accreditation_id', 'covered_until', 'is_chosen'] },
  { name: 'waiver', fields: ['waived_until', 'waiver_reason', 'waived_by', 'waived_at'] },
]

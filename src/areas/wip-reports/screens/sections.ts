import type { SectionPlan } from '#web/kit/form/sections.ts'

/** A report without its title among its facts: line and day stand beside it. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'details',
    fields: [
      'po_line_id',
      'supplier_id',
      'factory_id',
      'report_date',
      'stage',
      'cumulative_qty',
      'daily_qty',
      'correction_reason',
      'reporter_id',
    ],
  },
  { name: 'notes', fields: ['remark'] },
]

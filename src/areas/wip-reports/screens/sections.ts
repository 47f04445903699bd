import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of a report. Its title is omitted, because line and day are shown as facts. */
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

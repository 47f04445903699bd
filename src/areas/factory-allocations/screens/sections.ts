import { answerFields } from '#web/kit/allocation/answer-fields.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** Subject, dates and answers of the allocation. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'what',
    fields: ['po_line_id', 'purchase_order_id', 'supplier_id', 'factory_id', 'process_stage', 'qty', 'override_reason'],
  },
  { name: 'when', fields: ['start_date', 'end_date', 'due_date', 'over_capacity', 'licence_lapsed', 'comment'] },
  {
    name: 'answer',
    fields: [...answerFields, 'library_version'],
  },
]

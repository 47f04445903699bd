import { answerFields } from '#web/kit/allocation/answer-fields.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The line, its specification, the receipts and the answers. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'what',
    fields: [
      'po_line_id',
      'specification_id',
      'spec_type',
      'purchase_order_id',
      'supplier_id',
      'article_id',
      'colourway_id',
      'due_date',
      'reminded_at',
      'comment',
    ],
  },
  { name: 'receipts', fields: ['receipts'] },
  { name: 'answer', fields: answerFields },
]

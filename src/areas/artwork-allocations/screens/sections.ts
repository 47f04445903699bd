import { answerFields } from '#web/kit/allocation/answer-fields.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The line, its artwork and the last answer; rounds have a section of their own. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'what',
    fields: [
      'po_line_id',
      'artwork_id',
      'artwork_type',
      'purchase_order_id',
      'supplier_id',
      'article_id',
      'colourway_id',
      'due_date',
      'comment',
    ],
  },
  { name: 'answer', fields: answerFields },
]

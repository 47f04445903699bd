import { answerFields } from '#web/kit/allocation/answer-fields.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The line, its instruction and the answers. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'what',
    fields: [
      'po_line_id',
      'care_instruction_id',
      'label_languages',
      'conflicts',
      'purchase_order_id',
      'supplier_id',
      'article_id',
      'colourway_id',
      'due_date',
      'comment',
    ],
  },
  {
    name: 'answer',
    fields: answerFields,
  },
]

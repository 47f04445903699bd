import { answerFields } from '#web/kit/allocation/answer-fields.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The line, its composition, the evidence and the answers. */
export const sections: readonly SectionPlan[] = [
  { name: 'composition', fields: ['declared'] },
  {
    name: 'evidence',
    fields: ['claim_standards', 'scope_certificate_no', 'scope_valid_until', 'transaction_certificate_no'],
  },
  { name: 'laboratory', fields: ['laboratory', 'test_report_no', 'tested_on', 'tested'] },
  { name: 'label', fields: ['label'] },
  {
    name: 'line',
    fields: [
      'po_line_id',
      'purchase_order_id',
      'supplier_id',
      'article_id',
      'colourway_id',
      'composition_en',
      'composition_zh',
      'differs_from_article',
      'due_date',
      'comment',
    ],
  },
  {
    name: 'answer',
    fields: ['rejection_code', ...answerFields],
  },
]

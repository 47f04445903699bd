import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of form and page. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'goods',
    fields: ['po_line_id', 'purchase_order_id', 'article_id', 'colourway_id', 'supplier_id', 'factory_id'],
  },
  {
    name: 'request',
    fields: [
      'sample_type_id',
      'previous_request_id',
      'requested_qty',
      'priority',
      'due_date',
      'promised_date',
      'location_id',
      'specification_id',
      'instructions',
      'requested_by',
      'requested_at',
      'acknowledged_at',
    ],
  },
  { name: 'sizes', fields: ['sizes'] },
  { name: 'cost', fields: ['cost_bearer', 'unit_cost', 'currency'] },
]

/** Fields of parcels and evaluation. */
export const outcome: readonly SectionPlan[] = [
  { name: 'dispatches', fields: ['dispatches'] },
  { name: 'arrival', fields: ['received_date', 'received_qty', 'condition'] },
  {
    name: 'evaluation',
    fields: [
      'result',
      'next_action',
      'fit_comments',
      'construction_comments',
      'colour_comments',
      'evaluated_by',
      'evaluated_at',
    ],
  },
  { name: 'clocks', fields: ['sent_late_days', 'comment_days'] },
]

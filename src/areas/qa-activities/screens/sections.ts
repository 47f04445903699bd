import type { SectionPlan } from '#web/kit/form/sections.ts'

/** Fields that are planned. */
export const planned: readonly SectionPlan[] = [
  {
    name: 'activity',
    fields: [
      'type',
      'original_type',
      'previous_activity_id',
      'planned_date',
      'priority',
      'label_id',
      'requested_by',
      'requested_at',
    ],
  },
  { name: 'goods', fields: ['po_line_id', 'purchase_order_id', 'article_id', 'supplier_id', 'factory_id'] },
  {
    name: 'inspector',
    fields: ['inspector_type', 'inspector_id', 'inspection_firm', 'booking_ref', 'instructions'],
  },
]

/** Fields of the random sample of the lot. */
export const sampling: SectionPlan = {
  name: 'sampling',
  fields: [
    'lot_qty',
    'level',
    'aql_major',
    'aql_minor',
    'inspection_severity',
    'code_letter',
    'sample_size',
    'major_accept',
    'major_reject',
    'minor_accept',
    'minor_reject',
    'counts_measures',
    'carton_qty',
    'drawn_cartons',
  ],
}

export const defects: SectionPlan = { name: 'defects', fields: ['defects'] }
export const checklist: SectionPlan = { name: 'checks', fields: ['checks'] }

/** Fields of the outcome. */
export const outcome: readonly SectionPlan[] = [
  {
    name: 'findings',
    fields: [
      'result',
      'inspected_on',
      'inspected_qty',
      'packed_pct',
      'measured_qty',
      'out_of_tolerance_qty',
      'critical_qty',
      'major_qty',
      'minor_qty',
      'conclusion',
      'remark',
    ],
  },
  { name: 'decision', fields: ['decision_reason', 'decided_by', 'decided_at'] },
  {
    name: 'correction',
    fields: [
      'plan_state',
      'plan_due',
      'plan_comment',
      'root_cause',
      'corrective_action',
      'preventive_action',
      'corrected_by',
    ],
  },
]

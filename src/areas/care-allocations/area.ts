import type { RecordOf } from '#shared/kit/area.ts'
import { choices, flag, reference } from '#shared/kit/fields.ts'
import { allocationArea } from '#shared/trade/allocation.ts'

/** Languages in which a label may carry care words. */
export const labelLanguages = ['en', 'zh', 'fr', 'de', 'es', 'it'] as const

/** The care instruction of an order line. The supplier proves it with a proof of the label. */
export const careAllocations = allocationArea({
  name: 'care-allocations',
  path: '/apps/care_instruction_po_allocation',
  plan: {
    kind: 'care',
    lines: 'po-lines',
    orders: 'purchase-orders',
    library: {
      area: 'care-instructions',
      by: 'care_instruction_id',
      usable: ['active'],
      versions: 'succeeded',
    },
    content: [],
    answer: 'evidence',
    // A label prints only one instruction.
    single: true,
    evidence: ['label_proof'],
    allocate: ['admin', 'Office'],
    propose: [],
  },
  fields: {
    care_instruction_id: reference('care-instructions', { required: true, fixed: true, search: true, sort: true }),
    article_id: reference('articles', { readOnly: true, openTitle: true, sort: true }),
    colourway_id: reference('colourways', { readOnly: true, openTitle: true }),
    label_languages: choices(labelLanguages),
    // The instruction may damage fibres that the line is declared to contain.
    conflicts: flag({ readOnly: true, read: ['admin', 'Office'] }),
  },
  columns: [
    'po_line_id',
    'status',
    'care_instruction_id',
    'article_id',
    'colourway_id',
    'round',
    'conflicts',
    'supplier_id',
    'due_date',
  ],
})
export type CareAllocation = RecordOf<typeof careAllocations>

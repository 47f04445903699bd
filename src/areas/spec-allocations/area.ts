import type { RecordOf } from '#shared/kit/area.ts'
import { choice, moment, reference } from '#shared/kit/fields.ts'
import { allocationArea } from '#shared/trade/allocation.ts'
import { receiptRows } from '#shared/trade/allocation-receipts.ts'
import { specTypes } from '#shared/trade/specification.ts'

/** A specification of an order line, one of each type. The supplier acknowledges the version. */
export const specAllocations = allocationArea({
  name: 'spec-allocations',
  path: '/apps/spec_po_allocation',
  plan: {
    kind: 'specification',
    lines: 'po-lines',
    orders: 'purchase-orders',
    library: {
      area: 'specifications',
      by: 'specification_id',
      usable: ['active'],
      versions: 'succeeded',
      madeFor: {
        article: 'article_id',
        category: 'product_category_id',
        brand: 'house_brand_id',
        market: 'label_market_id',
        from: 'effective_from',
      },
    },
    content: [],
    answer: 'receipt',
    evidence: [],
    allocate: ['admin', 'Office'],
    propose: [],
    typed: { by: 'spec_type' },
  },
  fields: {
    specification_id: reference('specifications', { required: true, fixed: true, search: true, sort: true }),
    spec_type: choice(specTypes, { readOnly: true, sort: true }),
    article_id: reference('articles', { readOnly: true, openTitle: true, sort: true }),
    colourway_id: reference('colourways', { readOnly: true, openTitle: true }),
    reminded_at: moment({ readOnly: true, sort: true }),
    receipts: receiptRows('spec-receipts'),
  },
  columns: [
    'po_line_id',
    'status',
    'spec_type',
    'specification_id',
    'article_id',
    'colourway_id',
    'supplier_id',
    'due_date',
    'responded_at',
  ],
})
export type SpecAllocation = RecordOf<typeof specAllocations>

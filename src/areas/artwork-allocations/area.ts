import type { RecordOf } from '#shared/kit/area.ts'
import { choice, reference, rows } from '#shared/kit/fields.ts'
import { allocationArea } from '#shared/trade/allocation.ts'
import { artworkTypes } from '#shared/trade/artworks.ts'

/** An artwork that an order line carries, one of each type. The supplier submits a proof before it is used. */
export const artworkAllocations = allocationArea({
  name: 'artwork-allocations',
  path: '/apps/artwork_po_allocation',
  plan: {
    kind: 'artwork',
    lines: 'po-lines',
    orders: 'purchase-orders',
    library: {
      area: 'artworks',
      by: 'artwork_id',
      usable: ['released'],
      versions: 'succeeded',
      madeFor: { brand: 'house_brand_id', market: 'label_market_id' },
    },
    content: [],
    answer: 'evidence',
    evidence: ['proof'],
    typed: { by: 'artwork_type' },
    allocate: ['admin', 'Office'],
    propose: [],
  },
  fields: {
    artwork_id: reference('artworks', { required: true, fixed: true, search: true, sort: true }),
    artwork_type: choice(artworkTypes, { readOnly: true, sort: true }),
    article_id: reference('articles', { readOnly: true, openTitle: true, sort: true }),
    colourway_id: reference('colourways', { readOnly: true, openTitle: true }),
    // The submissions of the supplier, one row per round.
    proofs: rows('artwork-proofs', { by: 'artwork_allocation_id', readOnly: true, order: ['round'] }),
  },
  artworkFiles: true,
  columns: [
    'po_line_id',
    'status',
    'artwork_type',
    'artwork_id',
    'article_id',
    'colourway_id',
    'round',
    'supplier_id',
    'due_date',
  ],
})
export type ArtworkAllocation = RecordOf<typeof artworkAllocations>

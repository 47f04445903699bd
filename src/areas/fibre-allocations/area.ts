import type { RecordOf } from '#shared/kit/area.ts'
import { choice, choices, date, flag, reference, rows, text } from '#shared/kit/fields.ts'
import { allocationArea } from '#shared/trade/allocation.ts'
import { claimStandards } from '#shared/trade/fibre-claims.ts'

const house = ['admin', 'Office'] as const

/** The composition of an order line: declared by the supplier, tested by a laboratory, worded for the label. */
export const fibreAllocations = allocationArea({
  name: 'fibre-allocations',
  path: '/apps/yarn/fiber_allocation',
  plan: {
    kind: 'fibre',
    lines: 'po-lines',
    orders: 'purchase-orders',
    library: null,
    content: ['declared', 'claim_standards', 'scope_certificate_no', 'scope_valid_until', 'transaction_certificate_no'],
    summary: { en: 'composition_en', zh: 'composition_zh' },
    answer: 'evidence',
    evidence: ['test_report'],
    allocate: ['admin', 'Office'],
    propose: ['Agent'],
  },
  fields: {
    article_id: reference('articles', { readOnly: true, openTitle: true, sort: true }),
    colourway_id: reference('colourways', { readOnly: true, openTitle: true }),
    composition_en: text({ readOnly: true, max: 500, search: true }),
    composition_zh: text({ readOnly: true, max: 500 }),
    differs_from_article: flag({ readOnly: true }),
    claim_standards: choices(claimStandards),
    scope_certificate_no: text({ max: 60 }),
    scope_valid_until: date({ sort: true }),
    transaction_certificate_no: text({ max: 60 }),
    laboratory: text({ max: 120 }),
    test_report_no: text({ max: 60, search: true }),
    tested_on: date(),
    rejection_code: choice(['FIBRE_TOLERANCE'], { readOnly: true }),
    declared: rows('declared-fibres', { by: 'fibre_allocation_id', max: 40 }),
    tested: rows('tested-fibres', { by: 'fibre_allocation_id', max: 40 }),
    label: rows('label-fibres', { by: 'fibre_allocation_id', max: 40, write: house }),
  },
  columns: [
    'po_line_id',
    'status',
    'article_id',
    'colourway_id',
    'composition_en',
    'differs_from_article',
    'claim_standards',
    'scope_valid_until',
    'supplier_id',
    'due_date',
  ],
})
export type FibreAllocation = RecordOf<typeof fibreAllocations>

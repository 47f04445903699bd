import type { RecordOf } from '#shared/kit/area.ts'
import { choice, date, flag, integer, longText, reference } from '#shared/kit/fields.ts'
import { allocationArea } from '#shared/trade/allocation.ts'

const house = ['admin', 'Office'] as const

/** Process stages of a line. `main` is the making-up; its units add up to the quantity of the line. */
export const processStages = [
  'main',
  'knitting',
  'linking',
  'sewing',
  'dyeing',
  'washing',
  'printing',
  'embroidery',
  'finishing',
  'packing',
] as const

export const factoryAllocations = allocationArea({
  name: 'factory-allocations',
  path: '/apps/po_allocation',
  plan: {
    kind: 'factory',
    lines: 'po-lines',
    orders: 'purchase-orders',
    library: { area: 'factories', by: 'factory_id', usable: ['approved', 'conditional'], versions: 'never' },
    content: [],
    answer: 'none',
    evidence: [],
    allocate: ['admin', 'Office'],
    propose: ['Agent'],
    shared: { qty: 'qty', by: 'process_stage', main: 'main' },
  },
  fields: {
    factory_id: reference('factories', { required: true, fixed: true, search: true, sort: true, openTitle: true }),
    process_stage: choice(processStages, { required: true, default: 'main', sort: true }),
    qty: integer({ min: 1, max: 10_000_000, sort: true }),
    start_date: date({ sort: true }),
    end_date: date({ sort: true }),
    override_reason: longText({ max: 500, read: house, write: ['admin'] }),
    over_capacity: flag({ readOnly: true, read: house }),
    // The business licence of the factory expired or was removed after the approval.
    licence_lapsed: flag({ readOnly: true, read: house }),
  },
  // Only the line: the factory has a column of its own.
  columns: [
    'po_line_id',
    'status',
    'factory_id',
    'process_stage',
    'qty',
    'start_date',
    'end_date',
    'supplier_id',
    'requested_at',
    'due_date',
  ],
  totals: ['qty'],
})
export type FactoryAllocation = RecordOf<typeof factoryAllocations>

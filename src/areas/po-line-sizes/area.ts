import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { integer, reference, text } from '#shared/kit/fields.ts'

export const poLineSizes = defineArea({
  name: 'po-line-sizes',
  title: 'sku',
  fields: {
    po_line_id: reference('po-lines', { required: true, fixed: true }),
    size_id: reference('sizes', { required: true, sort: true }),
    sku: text({ max: 60, search: 'code' }),
    gtin: text({ max: 14, search: 'code' }),
    qty: integer({ required: true, min: 0, max: 10_000_000 }),
    booked_qty: integer({ readOnly: true, default: 0 }),
    shipped_qty: integer({ readOnly: true, default: 0 }),
    received_qty: integer({ readOnly: true, default: 0 }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'po-lines', by: 'po_line_id' },
  key: ['size_id'],
  sort: ['id'],
})
export type PoLineSize = RecordOf<typeof poLineSizes>

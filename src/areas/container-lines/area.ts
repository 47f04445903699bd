import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { integer, longText, reference, rows, text } from '#shared/kit/fields.ts'

const house = ['admin', 'Office'] as const

/** The goods of one order line in a container: expected and counted. */
export const containerLines = defineArea({
  name: 'container-lines',
  title: 'line_title',
  fields: {
    container_id: reference('containers', { required: true, fixed: true }),
    line_title: text({ readOnly: true, max: 80 }),
    supplier_id: reference('suppliers', { readOnly: true, openTitle: true, sort: true }),
    booking_id: reference('bookings', { readOnly: true, openTitle: true }),
    booking_line_id: reference('booking-lines', { readOnly: true }),
    po_line_id: reference('po-lines', { readOnly: true, openTitle: true }),
    article_id: reference('articles', { readOnly: true, openTitle: true }),
    colourway_id: reference('colourways', { readOnly: true, openTitle: true }),
    expected_cartons: integer({ readOnly: true, default: 0 }),
    received_cartons: integer({ max: 1_000_000 }),
    sizes: rows('container-line-sizes', { by: 'container_line_id', max: 60, order: ['id'] }),
    expected_qty: integer({ readOnly: true, default: 0 }),
    received_qty: integer({ readOnly: true }),
    short_qty: integer({ readOnly: true, default: 0 }),
    over_qty: integer({ readOnly: true, default: 0 }),
    damaged_qty: integer({ readOnly: true, default: 0 }),
    remark: longText({ max: 1000 }),
  },
  access: { read: [...house, 'Agent'], create: house, edit: house, delete: house },
  partOf: { area: 'containers', by: 'container_id' },
  // In a container shared by several suppliers, each sees only its own goods.
  scope: { Agent: 'own' },
  key: ['booking_line_id'],
  sort: ['id'],
})
export type ContainerLine = RecordOf<typeof containerLines>

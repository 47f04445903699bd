import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { date, decimal, integer, reference, rows, text } from '#shared/kit/fields.ts'

/** An order line, or a part of it, on a booking. */
export const bookingLines = defineArea({
  name: 'booking-lines',
  title: 'line_title',
  fields: {
    booking_id: reference('bookings', { required: true, fixed: true }),
    line_title: text({ readOnly: true, max: 80 }),
    po_line_id: reference('po-lines', { required: true, openTitle: true, search: true, sort: true }),
    purchase_order_id: reference('purchase-orders', { readOnly: true, openTitle: true, sort: true }),
    article_id: reference('articles', { readOnly: true, openTitle: true }),
    colourway_id: reference('colourways', { readOnly: true, openTitle: true }),
    sizes: rows('booking-line-sizes', { by: 'booking_line_id', min: 1, max: 60, order: ['id'] }),
    qty: integer({ readOnly: true, default: 0 }),
    cartons_qty: integer({ readOnly: true, default: 0 }),
    gross_kg: decimal({ readOnly: true, digits: 3 }),
    net_kg: decimal({ readOnly: true, digits: 3 }),
    volume_m3: decimal({ readOnly: true, digits: 4 }),
    received_qty: integer({ readOnly: true }),
    received_on: date({ readOnly: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent', 'staff'],
    edit: ['admin', 'Office', 'Agent', 'staff'],
    delete: ['admin', 'Office', 'Agent', 'staff'],
  },
  partOf: { area: 'bookings', by: 'booking_id' },
  key: ['po_line_id'],
  sort: ['id'],
})
export type BookingLine = RecordOf<typeof bookingLines>

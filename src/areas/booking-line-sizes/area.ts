import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { integer, reference } from '#shared/kit/fields.ts'

/** Units of one size of a booked order line; has no size when the line has no sizes. */
export const bookingLineSizes = defineArea({
  name: 'booking-line-sizes',
  title: 'qty',
  fields: {
    booking_line_id: reference('booking-lines', { required: true, fixed: true }),
    size_id: reference('sizes', { openTitle: true, sort: true }),
    qty: integer({ required: true, max: 10_000_000, default: 0 }),
    // Units that the distribution centre counted on arrival.
    received_qty: integer({ readOnly: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent', 'staff'],
    edit: ['admin', 'Office', 'Agent', 'staff'],
    delete: ['admin', 'Office', 'Agent', 'staff'],
  },
  partOf: { area: 'booking-lines', by: 'booking_line_id' },
  key: ['size_id'],
  sort: ['id'],
})
export type BookingLineSize = RecordOf<typeof bookingLineSizes>

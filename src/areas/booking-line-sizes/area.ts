import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { integer, reference } from '#shared/kit/fields.ts'

/** Units of one size of a booked order line; without a size for a line that has none. */
export const bookingLineSizes = defineArea({
  name: 'booking-line-sizes',
  title: 'qty',
  fields: {
    booking_line_id: reference('booking-lines', { required: true, fixed: true }),
    size_id: reference('sizes', { openTitle: true, sort: true }),
    qty: integer({ required: true, max: 10_000_000, default: 0 }),
    // What has arrived of it, counted at the distribution centre.
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

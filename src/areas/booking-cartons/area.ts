import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { decimal, integer, reference, text } from '#shared/kit/fields.ts'

/**
 * A row of a packing list: a range of carton numbers, with the pieces of one line and size in each carton. Rows with
 * the same range are mixed in the same cartons; the first of these rows holds weight and measures.
 */
export const bookingCartons = defineArea({
  name: 'booking-cartons',
  title: 'carton_title',
  fields: {
    booking_id: reference('bookings', { required: true, fixed: true }),
    carton_title: text({ readOnly: true, max: 40 }),
    first_no: integer({ required: true, min: 1, max: 999_999, sort: true }),
    last_no: integer({ required: true, min: 1, max: 999_999 }),
    po_line_id: reference('po-lines', { required: true, openTitle: true }),
    size_id: reference('sizes', { openTitle: true }),
    units_per_carton: integer({ required: true, min: 1, max: 10_000 }),
    length_cm: decimal({ digits: 1, min: '0', max: '999' }),
    width_cm: decimal({ digits: 1, min: '0', max: '999' }),
    height_cm: decimal({ digits: 1, min: '0', max: '999' }),
    gross_kg: decimal({ digits: 3, min: '0', max: '9999' }),
    net_kg: decimal({ digits: 3, min: '0', max: '9999' }),
    container_no: text({ max: 15, case: 'upper' }),
    // The serial number of the first carton in its serial shipping container code (`sscc.ts`); the others count up from
    // it.
    sscc_serial: integer({ readOnly: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent', 'staff'],
    edit: ['admin', 'Office', 'Agent', 'staff'],
    delete: ['admin', 'Office', 'Agent', 'staff'],
  },
  partOf: { area: 'bookings', by: 'booking_id' },
  sort: ['first_no', 'id'],
})
export type BookingCarton = RecordOf<typeof bookingCartons>

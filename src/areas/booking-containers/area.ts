import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, decimal, flag, integer, reference, text } from '#shared/kit/fields.ts'
import { containerTypes } from '#shared/trade/cargo.ts'

/** A freight container of a booking, as the shipping instruction names it. */
export const bookingContainers = defineArea({
  name: 'booking-containers',
  title: 'container_no',
  fields: {
    booking_id: reference('bookings', { required: true, fixed: true }),
    container_no: text({ max: 15, case: 'upper', search: 'code', sort: true }),
    type: choice(containerTypes, { required: true, default: '40HC' }),
    seal_no: text({ max: 20 }),
    vgm_kg: decimal({ digits: 1, min: '0', max: '99999' }),
    // Shipper-owned containers may have a number without a valid check digit.
    shipper_owned: flag({ write: ['admin'] }),
    cartons_qty: integer({ readOnly: true, default: 0 }),
    gross_kg: decimal({ readOnly: true, digits: 3 }),
    volume_m3: decimal({ readOnly: true, digits: 4 }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent', 'staff'],
    edit: ['admin', 'Office', 'Agent', 'staff'],
    delete: ['admin', 'Office', 'Agent', 'staff'],
  },
  partOf: { area: 'bookings', by: 'booking_id' },
  sort: ['id'],
})
export type BookingContainer = RecordOf<typeof bookingContainers>

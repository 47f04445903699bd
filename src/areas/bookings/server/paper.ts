import type { Kit, PaperOf } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { PaperLanguageFormats } from '#shared/kit/paper.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { zoneOf } from '#shared/standards/time-zones.ts'
import { type BookingPaperOptions, bookingPaper, type PaperBooking } from '#shared/trade/booking-paper.ts'
import { packingListPaper } from '#shared/trade/packing-list-paper.ts'
import { bookings } from '../area'

/** The booking form. */
export const paperOf: PaperOf = async (kit, me, record, { tongues }) => {
  const booking = record as unknown as PaperBooking
  return { name: booking.booking_no, paper: bookingPaper(booking, await optionsOf(kit, me, booking, tongues)) }
}

/** The packing list with its carton numbers. */
export const packingListOf: PaperOf = async (kit, me, record, { tongues }) => {
  const booking = record as unknown as PaperBooking
  return {
    name: `${booking.booking_no}-packing-list`,
    paper: packingListPaper(booking, await optionsOf(kit, me, booking, tongues)),
  }
}

const optionsOf = async (
  kit: Kit,
  me: Principal,
  booking: PaperBooking,
  tongues: PaperLanguageFormats,
): Promise<BookingPaperOptions> => {
  const [ranks, supplier, location, port, settings] = await Promise.all([
    ranksOf(kit, booking),
    recordOf(kit, me, 'suppliers', booking.supplier_id),
    recordOf(kit, me, 'locations', booking.ship_to_location_id),
    recordOf(kit, me, 'ports', booking.port_of_loading_id),
    kit.settings(),
  ])
  return {
    areas: {
      booking: bookings,
      line: kit.register.get('booking-lines'),
      carton: kit.register.get('booking-cartons'),
      container: kit.register.get('booking-containers'),
    },
    tongues,
    mayRead: (area, field) => kit.mayRead(subjectOf(me), area, field),
    ranks,
    zone: zoneOf(typeof port?.country === 'string' ? port.country : null),
    supplier: [inOneLine(supplier?.address)].filter(Boolean),
    destination: [inOneLine(location?.address), text(location?.city)].filter(Boolean),
    company: text(settings.company_name),
  }
}

/** The record, if the reader may see it. */
const recordOf = async (kit: Kit, me: Principal, area: string, id: unknown) => {
  if (typeof id !== 'number') return undefined
  const [record] = await kit.repository(area).find(kit.db, me, [id])
  return record
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const inOneLine = (value: unknown) =>
  text(value)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')

const ranksOf = async ({ db }: Kit, { lines, cartons }: PaperBooking) => {
  const ids = new Set([...lines.flatMap(({ sizes }) => sizes), ...cartons].map(({ size_id }) => size_id))
  const rows = await db.query<{ id: number; sort_order: number }>(
    'select id, sort_order from sizes where id = any($1::bigint[])',
    [[...ids]],
    'booking_size_ranks',
  )
  return new Map(rows.map(({ id, sort_order }) => [id, sort_order]))
}

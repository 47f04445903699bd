import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { quoted } from '#shared/base/quoted.ts'
import { cutOffs, journeyProblems } from '#shared/trade/cut-offs.ts'
import { bookings } from '../area'
import { mailSupplier } from './notices'

type Terms = Record<string, unknown>

/** Dates and moments of a voyage. */
const dates = ['etd', 'eta', ...cutOffs] as const
/** The fields that a booking copies from its voyage. */
export const voyageTerms = ['carrier', 'vessel', 'voyage_no', ...dates] as const

/** Compares values; moments are equal if they are the same time in different formats. */
export const isSame = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'string' && typeof b === 'string' && a.includes('T') && Date.parse(a) === Date.parse(b))

/** Updates bookings after voyages were written. Values that the office entered differently stay. */
export const followVoyages = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (work.isTrial) return
  const changed = changes.filter(({ before, after }) => before && termFields.some((f) => !isSame(before[f], after[f])))
  if (changed.length === 0) return
  const { tx, kit } = work
  const vessels = await tx.query<{ id: number; name: string }>(
    'select id, name from vessels where id = any($1::bigint[])',
    [changed.flatMap(({ before, after }) => [Number(before?.vessel_id), Number(after.vessel_id)])],
    'booking_voyage_vessels',
  )
  const termsOf = (voyage: Doc): Terms => ({
    ...voyage,
    vessel: vessels.find(({ id }) => Number(id) === Number(voyage.vessel_id))?.name ?? null,
  })
  const rows = await tx.query<{ id: number }>(
    `select id from bookings where voyage_id = any($1::bigint[]) and status in (${quoted(openStates)})
     order by id for update`,
    [changed.map(({ after }) => after.id)],
    'bookings_of_voyages',
  )
  const repository = kit.repository(bookings.name)
  const ids = rows.map(({ id }) => Number(id))
  for (const booking of (await repository.find(tx, system, ids)) as Doc[]) {
    const change = changed.find(({ after }) => after.id === booking.voyage_id)
    if (!change?.before) continue
    const updates = updatesOf(booking, termsOf(change.before), termsOf(change.after))
    if (Object.keys(updates).length === 0) continue
    await repository.edit(asPortal(work), Number(booking.id), updates)
    if (waitingStates.includes(String(booking.status)))
      await mailSupplier(work, 'booking_confirmed', { ...booking, ...updates }, '')
  }
}

const termFields = ['vessel_id', ...voyageTerms.filter((field) => field !== 'vessel')] as const
/** States of bookings whose goods have not sailed. */
const waitingStates = ['confirmed', 'si_submitted', 'si_accepted', 'cargo_received']
const openStates = [...waitingStates, 'cancel_requested', 'shipped']

/** The values that change on a booking. The booking's own dates are replaced if they contradict the new ones. */
const updatesOf = (booking: Doc, before: Terms, after: Terms): Terms => {
  // After the departure only the arrival may still change.
  const fields: readonly string[] = booking.status === 'shipped' ? ['eta'] : voyageTerms
  const updates: Terms = {}
  // Not every voyage has a carrier.
  for (const field of fields)
    if (
      !isSame(before[field], after[field]) &&
      isSame(booking[field], before[field]) &&
      (after[field] || field !== 'carrier')
    )
      updates[field] = after[field] ?? null
  if (Object.keys(updates).length > 0 && journeyProblems({ ...booking, ...updates }).length > 0)
    for (const field of dates) if (!isSame(booking[field], after[field])) updates[field] = after[field] ?? null
  return updates
}

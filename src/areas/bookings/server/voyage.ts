import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { quoted } from '#shared/base/quoted.ts'
import { cutOffs, journeyProblems } from '#shared/trade/cut-offs.ts'
import { bookings } from '../area'
import { tellSupplier } from './notices'

type Terms = Record<string, unknown>

/** Dates and moments of a voyage. */
const dates = ['etd', 'eta', ...cutOffs] as const
/** What a booking takes over from its voyage. */
export const voyageTerms = ['carrier', 'vessel', 'voyage_no', ...dates] as const

/** Moments are written in several ways. */
export const isSame = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'string' && typeof b === 'string' && a.includes('T') && Date.parse(a) === Date.parse(b))

/** Voyages were written: what bookings have from them follows; what the office has entered otherwise stays. */
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
    const taken = takenOf(booking, termsOf(change.before), termsOf(change.after))
    if (Object.keys(taken).length === 0) continue
    await repository.edit(asPortal(work), Number(booking.id), taken)
    if (waitingStates.includes(String(booking.status)))
      await tellSupplier(work, 'booking_confirmed', { ...booking, ...taken }, '')
  }
}

const termFields = ['vessel_id', ...voyageTerms.filter((field) => field !== 'vessel')] as const
/** States of a booking whose goods wait for their ship. */
const waitingStates = ['confirmed', 'si_submitted', 'si_accepted', 'cargo_received']
const openStates = [...waitingStates, 'cancel_requested', 'shipped']

/** What changes on a booking. Dates of its own that no longer fit those of the voyage give way. */
const takenOf = (booking: Doc, before: Terms, after: Terms): Terms => {
  // On the ship only its arrival is still to come.
  const open: readonly string[] = booking.status === 'shipped' ? ['eta'] : voyageTerms
  const taken: Terms = {}
  // Not every voyage says whose it is.
  for (const field of open)
    if (
      !isSame(before[field], after[field]) &&
      isSame(booking[field], before[field]) &&
      (after[field] || field !== 'carrier')
    )
      taken[field] = after[field] ?? null
  if (Object.keys(taken).length > 0 && journeyProblems({ ...booking, ...taken }).length > 0)
    for (const field of dates) if (!isSame(booking[field], after[field])) taken[field] = after[field] ?? null
  return taken
}

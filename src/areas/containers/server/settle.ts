import { asPortal } from '#server/kit/as-portal.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { quoted } from '#shared/base/quoted.ts'
import { endedStates } from '#shared/trade/booking-terms.ts'
import { countedStates, notArrivedStates } from '#shared/trade/containers.ts'
import { linesOf } from './complete'
import { mailDiscrepancies } from './notices'

const bookings = 'bookings'

/** Updates the bookings of written containers: expected dates, arrival, received pieces, and their closing. */
export const followContainers = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (work.isTrial) return
  await followDates(work, changes)
  const moved = changes.filter(({ before, after }) => before && before.status !== after.status)
  const arrived = moved.filter(
    ({ before, after }) =>
      isIn(notArrivedStates, before) && !isIn(notArrivedStates, after) && after.status !== 'cancelled',
  )
  const counted = moved.filter(({ before, after }) => isIn(countedStates, before) !== isIn(countedStates, after))
  await lockBookings(work, bookingsIn([...arrived, ...counted]))
  for (const id of bookingsIn(arrived)) await arriveBooking(work, id)
  for (const id of bookingsIn(counted)) {
    await postReceipts(work, id)
    await closeBooking(work, id)
  }
  for (const { after } of moved) if (after.status === 'received') await mailDiscrepancies(work, after)
}

const isIn = (states: readonly string[], container: Doc | null) => states.includes(String(container?.status))

/** The ids of the bookings, sorted, so that concurrent writes lock them in the same order. */
const bookingsIn = (changes: readonly Change[]): number[] =>
  [...new Set(changes.flatMap(({ after }) => linesOf(after).flatMap((line) => Number(line.booking_id) || [])))].sort(
    (a, b) => a - b,
  )

/** Locks the bookings before sums are read, so that of two concurrent containers the second sees the first. */
const lockBookings = async ({ tx }: Work, ids: readonly number[]) => {
  if (ids.length > 0)
    await tx.query(
      'select id from bookings where id = any($1::bigint[]) order by id for update',
      [ids],
      'container_bookings_lock',
    )
}

/** Transactions that copy container dates to bookings; `followBookings` must not copy these back to other containers. */
export const copyingDates = new WeakSet<Work['tx']>()

/** Sets ETD and ETA of bookings to those of their last container, unless the office entered another date. */
const followDates = async (work: Work, changes: readonly Change[]) => {
  const dated = changes.filter(({ before, after }) => before && (before.etd !== after.etd || before.eta !== after.eta))
  const ids = bookingsIn(dated)
  if (ids.length === 0) return
  await lockBookings(work, ids)
  const rows = await work.tx.query<ContainerDates>(
    `select b.id as booking, b.etd::text as booking_etd, b.eta::text as booking_eta, b.atd is not null as has_left,
       c.id as container, c.etd::text, c.eta::text
     from bookings b join containers c on c.status <> 'cancelled'
       and exists (select 1 from container_lines l where l.container_id = c.id and l.booking_id = b.id)
     where b.id = any($1::bigint[]) and b.ata is null and b.status not in (${quoted(endedStates)})`,
    [ids],
    'booking_container_dates',
  )
  const earlier = new Map(dated.map(({ before, after }) => [Number(after.id), before as Doc]))
  for (const id of ids) {
    const bookingRows = rows.filter(({ booking }) => Number(booking) === id)
    const [booking] = bookingRows
    if (!booking) continue
    const dates: Record<string, string> = {}
    for (const field of booking.has_left ? (['eta'] as const) : (['etd', 'eta'] as const)) {
      const previous = last(bookingRows.map((row) => (earlier.get(Number(row.container)) ?? row)[field]))
      const current = last(bookingRows.map((row) => row[field]))
      if (current && current !== previous && booking[`booking_${field}`] === previous) dates[field] = current
    }
    if (Object.keys(dates).length === 0) continue
    copyingDates.add(work.tx)
    try {
      await work.kit.repository(bookings).edit(asPortal(work), id, dates)
    } finally {
      copyingDates.delete(work.tx)
    }
  }
}

interface ContainerDates {
  booking: number
  booking_etd: string | null
  booking_eta: string | null
  has_left: boolean
  container: number
  etd: string | null
  eta: string | null
}

const last = (days: readonly unknown[]): string | null =>
  days
    .flatMap((day) => (typeof day === 'string' ? day : []))
    .sort()
    .at(-1) ?? null

/** Moves a booking to where its containers are already. */
export const catchUp = async (work: Work, { id, status }: Doc): Promise<void> => {
  if (status === 'shipped') await arriveBooking(work, Number(id))
  if (status === 'arrived') await closeBooking(work, Number(id))
}

/** Moves a booking to "arrived" once all its containers have arrived. */
const arriveBooking = async (work: Work, id: number) => {
  const [row] = await work.tx.query<{ ata: string | null }>(
    `select max(c.ata)::text as ata from bookings b
       join containers c on c.status <> 'cancelled'
         and exists (select 1 from container_lines l where l.container_id = c.id and l.booking_id = b.id)
     where b.id = $1 and b.status = 'shipped'
     having bool_and(c.status not in (${quoted(notArrivedStates)}))`,
    [id],
    'booking_arrived',
  )
  if (row?.ata) await tryMove(work, id, 'arrive', { ata: row.ata })
}

/** Closes a booking once all its containers are received. */
const closeBooking = async (work: Work, id: number) => {
  const [row] = await work.tx.query<{ all: boolean }>(
    `select bool_and(c.status in (${quoted(countedStates)})) as all from bookings b
       join containers c on c.status <> 'cancelled'
         and exists (select 1 from container_lines l where l.container_id = c.id and l.booking_id = b.id)
     where b.id = $1 and b.status = 'arrived'`,
    [id],
    'booking_received',
  )
  if (row?.all) await tryMove(work, id, 'close', {})
}

/** Moves a booking; a refusal by its rules is only logged, because the container has moved anyway. */
const tryMove = async (work: Work, id: number, move: string, input: Record<string, unknown>) => {
  try {
    await work.kit.repository(bookings).move(asPortal(work, move), id, move, input)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    work.kit.log.warn({ booking: id, move, reason: error.text.key }, 'a booking does not follow its containers')
  }
}

/** Writes the received pieces of a booking's lines and sizes: the sums over its received containers. */
const postReceipts = async (work: Work, id: number) => {
  const sums = await work.tx.query<{ line: number; size: number | null; qty: number; day: string | null }>(
    `select l.booking_line_id as line, s.size_id as size, sum(s.received_qty)::int as qty, max(c.received_on)::text as day
     from containers c join container_lines l on l.container_id = c.id
       join container_line_sizes s on s.container_line_id = l.id
     where l.booking_id = $1 and c.status in (${quoted(countedStates)}) and s.received_qty is not null
     group by 1, 2`,
    [id],
    'booking_receipts',
  )
  const [booking] = await work.kit.repository(bookings).find(work.tx, system, [id])
  if (!booking) return
  const lines = ((booking.lines ?? []) as Doc[]).map((line) => {
    const lineSums = sums.filter((sum) => Number(sum.line) === line.id)
    const sizes = ((line.sizes ?? []) as Doc[]).map((size) => ({
      id: size.id,
      received_qty:
        lineSums.find((sum) => (sum.size === null ? null : Number(sum.size)) === (size.size_id ?? null))?.qty ?? null,
    }))
    const days = lineSums.flatMap(({ day }) => day ?? []).sort()
    return {
      id: line.id,
      received_qty: lineSums.length > 0 ? lineSums.reduce((total, { qty }) => total + qty, 0) : null,
      received_on: days.at(-1) ?? null,
      sizes,
    }
  })
  await work.kit.repository(bookings).edit(asPortal(work), id, { lines })
}

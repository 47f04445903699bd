import { asPortal } from '#server/kit/as-portal.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { quoted } from '#shared/base/quoted.ts'
import { endedStates } from '#shared/trade/booking-terms.ts'
import { countedStates, notArrivedStates } from '#shared/trade/containers.ts'
import { linesOf } from './complete'
import { tellSuppliers } from './notices'

const bookings = 'bookings'

/** Containers were written: what is expected, arrived or was received reaches the bookings of its goods. */
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
  for (const id of bookingsIn(arrived)) await arrive(work, id)
  for (const id of bookingsIn(counted)) {
    await post(work, id)
    await close(work, id)
  }
  for (const { after } of moved) if (after.status === 'received') await tellSuppliers(work, after)
}

const isIn = (states: readonly string[], container: Doc | null) => states.includes(String(container?.status))

/** In the order of their ids, so that two containers with goods of the same bookings wait for each other. */
const bookingsIn = (changes: readonly Change[]): number[] =>
  [...new Set(changes.flatMap(({ after }) => linesOf(after).flatMap((line) => Number(line.booking_id) || [])))].sort(
    (a, b) => a - b,
  )

/** Held before anything is added up: of two containers at the same time the second sees what the first has brought. */
const lockBookings = async ({ tx }: Work, ids: readonly number[]) => {
  if (ids.length > 0)
    await tx.query(
      'select id from bookings where id = any($1::bigint[]) order by id for update',
      [ids],
      'container_bookings_lock',
    )
}

/** Transactions in which bookings take over the dates of their containers, which other containers do not. */
export const takingDates = new WeakSet<Work['tx']>()

/** A booking is expected to leave and arrive with the last of its containers, unless the office says another day. */
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
    const own = rows.filter(({ booking }) => Number(booking) === id)
    const [booking] = own
    if (!booking) continue
    const taken: Record<string, string> = {}
    for (const field of booking.has_left ? (['eta'] as const) : (['etd', 'eta'] as const)) {
      const was = last(own.map((row) => (earlier.get(Number(row.container)) ?? row)[field]))
      const now = last(own.map((row) => row[field]))
      if (now && now !== was && booking[`booking_${field}`] === was) taken[field] = now
    }
    if (Object.keys(taken).length === 0) continue
    takingDates.add(work.tx)
    try {
      await work.kit.repository(bookings).edit(asPortal(work), id, taken)
    } finally {
      takingDates.delete(work.tx)
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

/** A booking that was marked later than its containers is where they are. */
export const catchUp = async (work: Work, { id, status }: Doc): Promise<void> => {
  if (status === 'shipped') await arrive(work, Number(id))
  if (status === 'arrived') await close(work, Number(id))
}

/** A booking has arrived with the last of its containers. */
const arrive = async (work: Work, id: number) => {
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

/** A booking is closed once all of its containers are received. */
const close = async (work: Work, id: number) => {
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

/** What the rules of bookings refuse is left to a person: the container is where it is. */
const tryMove = async (work: Work, id: number, move: string, input: Record<string, unknown>) => {
  try {
    await work.kit.repository(bookings).move(asPortal(work, move), id, move, input)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    work.kit.log.warn({ booking: id, move, reason: error.text.key }, 'a booking does not follow its containers')
  }
}

/** The received pieces of a booking's lines and sizes: the sum over its containers that are received. */
const post = async (work: Work, id: number) => {
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
    const own = sums.filter((sum) => Number(sum.line) === line.id)
    const sizes = ((line.sizes ?? []) as Doc[]).map((size) => ({
      id: size.id,
      received_qty:
        own.find((sum) => (sum.size === null ? null : Number(sum.size)) === (size.size_id ?? null))?.qty ?? null,
    }))
    const days = own.flatMap(({ day }) => day ?? []).sort()
    return {
      id: line.id,
      received_qty: own.length > 0 ? own.reduce((total, { qty }) => total + qty, 0) : null,
      received_on: days.at(-1) ?? null,
      sizes,
    }
  })
  await work.kit.repository(bookings).edit(asPortal(work), id, { lines })
}

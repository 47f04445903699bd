import { leftOnSql } from '#server/allocation/leaving.ts'
import type { Queryable } from '#server/db/types.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { bookedStates, handedOverStates, shippedStates } from '#shared/trade/booking-terms.ts'
import { linesOfChange } from './complete'

/** Updates booked, shipped and received units of order lines after bookings were written, in the same transaction. */
export const followBookings = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (work.isTrial) return
  const ids = changes.filter(affectsUnits).flatMap(linesOfChange)
  if (ids.length > 0) await settleUnits(work, [...new Set(ids)])
}

/** Whether the write changed the status or the lines of a booking. */
const affectsUnits = ({ before, after }: Change) =>
  before?.status !== after.status || JSON.stringify(before?.lines ?? null) !== JSON.stringify(after.lines ?? null)

/**
 * Sets the booked, shipped and received units of order lines and their sizes from all bookings. Lines are written through
 * their order, which settles shipping status, delivery status and risk.
 */
export const settleUnits = async (work: Work, ids: readonly number[]): Promise<void> => {
  const lines = await readUnits(work.tx, ids)
  const portalWork = asPortal(work)
  const orders = new Map<number, LineUnits[]>()
  for (const line of lines.filter(isChanged)) orders.set(line.order, [...(orders.get(line.order) ?? []), line])
  for (const [, orderLines] of [...orders].sort(([a], [b]) => a - b))
    await work.kit.repository('po-lines').editRows(
      portalWork,
      orderLines.map(({ id, sizes, booked, shipped, received, taken, left_on, received_on }) => ({
        id,
        values: {
          booked_qty: booked,
          shipped_qty: shipped,
          received_qty: received,
          taken_qty: taken,
          actual_ex_factory_date: left_on,
          received_on,
          ...(sizes.length > 0
            ? {
                sizes: sizes.map((size) => ({
                  id: size.id,
                  booked_qty: size.booked,
                  shipped_qty: size.shipped,
                  received_qty: size.received,
                })),
              }
            : {}),
        },
      })),
    )
}

interface Units {
  booked: number
  shipped: number
  received: number
}

interface LineUnits extends Units {
  id: number
  order: number
  now: Units & { taken: number; left_on: string | null; received_on: string | null }
  sizes: (Units & { id: number; now: Units })[]
  /** Units that the carrier has taken over. */
  taken: number
  /** The day by which the goods had left the factory (`leftOnSql`). */
  left_on: string | null
  /** The last day on which units were received. */
  received_on: string | null
}

const differs = (a: Units, b: Units) => a.booked !== b.booked || a.shipped !== b.shipped || a.received !== b.received
const isChanged = (line: LineUnits) =>
  differs(line, line.now) ||
  line.taken !== line.now.taken ||
  line.left_on !== line.now.left_on ||
  line.received_on !== line.now.received_on ||
  line.sizes.some((size) => differs(size, size.now))

const readUnits = (tx: Queryable, ids: readonly number[]) => tx.query<LineUnits>(unitsSql, [ids], 'booking_units')

const sums = (size: string) => `
  coalesce(sum(${size}.qty) filter (where b.status in (${quoted(bookedStates)})), 0)::int as booked,
  coalesce(sum(${size}.qty) filter (where b.status in (${quoted(shippedStates)})), 0)::int as shipped,
  coalesce(sum(${size}.received_qty) filter (where b.status in (${quoted(shippedStates)})), 0)::int as received,
  coalesce(sum(${size}.qty) filter (where b.status in (${quoted(handedOverStates)})), 0)::int as taken`

const unitsSql = `
  with units as (
    select x.po_line_id, s.size_id, ${sums('s')}
    from booking_line_sizes s join booking_lines x on x.id = s.booking_line_id join bookings b on b.id = x.booking_id
    where x.po_line_id = any($1::bigint[]) group by x.po_line_id, s.size_id)
  select l.id, l.purchase_order_id as "order",
    coalesce(t.booked, 0) as booked, coalesce(t.shipped, 0) as shipped, coalesce(t.received, 0) as received,
    json_build_object('booked', l.booked_qty, 'shipped', l.shipped_qty, 'received', l.received_qty, 'taken', l.taken_qty, 'left_on', l.actual_ex_factory_date,
      'received_on', l.received_on) as now,
    coalesce((
      select json_agg(json_build_object('id', z.id, 'booked', coalesce(u.booked, 0), 'shipped', coalesce(u.shipped, 0),
        'received', coalesce(u.received, 0), 'now', json_build_object('booked', coalesce(z.booked_qty, 0),
          'shipped', coalesce(z.shipped_qty, 0), 'received', coalesce(z.received_qty, 0))) order by z.id)
      from po_line_sizes z left join units u on u.po_line_id = l.id and u.size_id = z.size_id
      where z.po_line_id = l.id), '[]') as sizes,
    coalesce(t.taken, 0) as taken, ${leftOnSql('l', 'o')} as left_on,
    (select max(x.received_on)::text from booking_lines x where x.po_line_id = l.id) as received_on
  from po_lines l join purchase_orders o on o.id = l.purchase_order_id left join (
    select po_line_id, sum(booked)::int as booked, sum(shipped)::int as shipped, sum(received)::int as received, sum(taken)::int as taken
    from units group by po_line_id) t on t.po_line_id = l.id
  where l.id = any($1::bigint[]) order by l.purchase_order_id, l.id`

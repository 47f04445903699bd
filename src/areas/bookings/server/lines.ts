import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import type { BookedLine } from '#shared/trade/booking.ts'
import { bookedStates } from '#shared/trade/booking-terms.ts'
import type { Lane } from '#shared/trade/lane.ts'
import { isReady, readinessKinds } from '#shared/trade/readiness.ts'

/** Facts about an order line that is, or may be, booked. */
export interface LineFacts {
  id: number
  line_title: string
  purchase_order_id: number
  article_id: number
  colourway_id: number | null
  factory_id: number | null
  factory_country: string | null
  order_status: string
  line_status: string
  on_hold: boolean
  ship_to_country: string | null
  lane: Lane
  qty: number
  pack_type: string | null
  units_per_carton: number | null
  ex_factory_date: string | null
  ship_window_start: string | null
  ship_window_end: string | null
  over_pct: number
  under_pct: number
  readiness: Record<string, string>
  sizes: { size_id: number | null; label: string | null; ordered: number; elsewhere: number }[]
}

/** Units of a line on bookings that count, other than one; sizes of lines without sizes are null. */
const elsewhereSql = (size: string, booking: string) => `coalesce((
  select sum(bs.qty) from booking_line_sizes bs join booking_lines bl on bl.id = bs.booking_line_id
    join bookings b on b.id = bl.booking_id
  where bl.po_line_id = l.id and b.id is distinct from ${booking} and b.status in (${quoted(bookedStates)})
    and bs.size_id is not distinct from ${size}), 0)::int`

/** The facts of lines `l` of orders `o`, as columns; `booking` is an expression with the id of the booking that looks. */
export const lineFactColumns = (booking: string) => `
  l.id, l.line_title, l.purchase_order_id, l.article_id, l.colourway_id, l.factory_id,
  (select f.country from factories f where f.id = l.factory_id) as factory_country,
  o.status as order_status, l.line_status, coalesce(o.on_hold, false) as on_hold, o.ship_to_country,
  json_build_object('supplier_id', o.supplier_id, 'incoterm', o.incoterm, 'incoterm_place', o.incoterm_place,
    'transport_mode', o.transport_mode, 'port_of_loading_id', o.port_of_loading_id,
    'port_of_discharge_id', o.port_of_discharge_id, 'ship_to_location_id', o.ship_to_location_id) as lane,
  l.qty, l.pack_type, l.units_per_carton, coalesce(l.ex_factory_date, o.ex_factory_date)::text as ex_factory_date,
  coalesce(l.ship_window_start, o.ship_window_start)::text as ship_window_start,
  coalesce(l.ship_window_end, o.ship_window_end)::text as ship_window_end,
  coalesce(o.qty_tolerance_over_pct, 0)::float8 as over_pct, coalesce(o.qty_tolerance_under_pct, 0)::float8 as under_pct,
  json_build_object(${readinessKinds.map((kind) => `'${kind}', l.${kind}_readiness`).join(', ')}) as readiness,
  coalesce(
    (select json_agg(json_build_object('size_id', s.size_id, 'label', z.label, 'ordered', s.qty,
        'elsewhere', ${elsewhereSql('s.size_id', booking)}) order by z.sort_order, z.id)
      from po_line_sizes s join sizes z on z.id = s.size_id where s.po_line_id = l.id),
    json_build_array(json_build_object('size_id', null, 'label', null, 'ordered', l.qty,
      'elsewhere', ${elsewhereSql('null', booking)}))) as sizes`

/** The facts of these lines for a booking; lines that do not exist are left out. */
export const readLineFacts = async (
  tx: Queryable,
  ids: readonly number[],
  booking: number | null,
): Promise<Map<number, LineFacts>> => {
  const rows = await tx.query<LineFacts>(
    `select ${lineFactColumns('$2::bigint')} from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.id = any($1::bigint[])`,
    [ids, booking],
    'booking_line_facts',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Holds the orders of lines until the write is done: of two bookings of the same units the second sees the first. */
export const holdOrders = (tx: Queryable, ids: readonly number[]) =>
  tx.query(
    `select id from purchase_orders where id in (select purchase_order_id from po_lines where id = any($1::bigint[]))
     order by id for update`,
    [ids],
    'booking_orders_held',
  )

/** Lines of a booking as the rules look at them. */
export const bookedLinesOf = (
  { lines }: Doc,
  facts: ReadonlyMap<number, LineFacts>,
  settings: Record<string, unknown>,
): BookedLine[] =>
  ((lines ?? []) as Doc[]).flatMap((row, index) => {
    const line = facts.get(Number(row.po_line_id))
    if (!line) return []
    const here = new Map(((row.sizes ?? []) as Doc[]).map(({ size_id, qty }) => [size_id ?? null, Number(qty ?? 0)]))
    const open = readinessKinds.filter((kind) => !isReady(line.readiness[kind]))
    const kindsOf = (policy: string) => open.filter((kind) => settings[`${kind}_requirement`] === policy)
    // In the order of the booking's own rows, so that problems find their fields.
    const own = ((row.sizes ?? []) as Doc[]).map(({ size_id }) => Number(size_id) || null)
    const rest = line.sizes.filter(({ size_id }) => !own.includes(size_id))
    const sizes = [...own.flatMap((id) => line.sizes.find(({ size_id }) => size_id === id) ?? []), ...rest]
    return [
      {
        po_line_id: line.id,
        line_title: line.line_title,
        index,
        ex_factory_date: line.ex_factory_date,
        ship_window_start: line.ship_window_start,
        ship_window_end: line.ship_window_end,
        over_pct: line.over_pct,
        under_pct: line.under_pct,
        transport_mode: line.lane.transport_mode as string | null,
        factory_id: line.factory_id,
        qty: line.qty,
        sizes: sizes.map(({ size_id, ordered, elsewhere }) => ({
          ...{ size_id, ordered, elsewhere },
          here: here.get(size_id) ?? 0,
        })),
        blocking: kindsOf('block'),
        warning: kindsOf('warn'),
      },
    ]
  })

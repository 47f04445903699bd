import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { type BookedFacts, type BookedRow, bookedLineOf } from '#shared/trade/bookable.ts'
import type { BookedLine } from '#shared/trade/booking.ts'
import { bookedStates } from '#shared/trade/booking-terms.ts'
import { isReady, readinessKinds } from '#shared/trade/readiness.ts'

/** The facts of an order line that bookings need. */
export interface LineFacts extends BookedFacts {
  purchase_order_id: number
  article_id: number
  colourway_id: number | null
  factory_country: string | null
  order_status: string
  line_status: string
  on_hold: boolean
  ship_to_country: string | null
  pack_type: string | null
  units_per_carton: number | null
  readiness: Record<string, string>
}

/** SQL: units of a line and size on other bookings that count. Lines without sizes have the size null. */
const elsewhereSql = (size: string, booking: string) => `coalesce((
  select sum(bs.qty) from booking_line_sizes bs join booking_lines bl on bl.id = bs.booking_line_id
    join bookings b on b.id = bl.booking_id
  where bl.po_line_id = l.id and b.id is distinct from ${booking} and b.status in (${quoted(bookedStates)})
    and bs.size_id is not distinct from ${size}), 0)::int`

/** SQL columns with the facts of lines `l` of orders `o`; `booking` is an SQL expression for the id of the own booking. */
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

/** Reads the facts of lines for a booking, by line id; lines that do not exist have no entry. */
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

/** Locks the orders of lines, so that of two concurrent bookings of the same units the second sees the first. */
export const lockOrders = (tx: Queryable, ids: readonly number[]) =>
  tx.query(
    `select id from purchase_orders where id in (select purchase_order_id from po_lines where id = any($1::bigint[]))
     order by id for update`,
    [ids],
    'booking_orders_held',
  )

/** The lines of a booking in the form that the rules need. */
export const bookedLinesOf = (
  { lines }: Doc,
  facts: ReadonlyMap<number, LineFacts>,
  settings: Record<string, unknown>,
): BookedLine[] =>
  ((lines ?? []) as Doc[]).flatMap((row, index) => {
    const line = facts.get(Number(row.po_line_id))
    return line ? [bookedLineOf(line, row as BookedRow, index, openKinds(line, settings))] : []
  })

/** The open requirement kinds of a line: those that block a booking, and those that only warn. */
export const openKinds = ({ readiness }: Pick<LineFacts, 'readiness'>, settings: Record<string, unknown>) => {
  const open = readinessKinds.filter((kind) => !isReady(readiness[kind]))
  const kindsOf = (policy: string) => open.filter((kind) => settings[`${kind}_requirement`] === policy)
  return { blocking: kindsOf('block'), warning: kindsOf('warn') }
}

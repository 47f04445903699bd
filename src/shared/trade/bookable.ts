import type { BookedLine } from './booking'
import type { Lane } from './lane'

/** The facts of an order line from which a booking's rules follow. */
export interface BookedFacts {
  id: number
  line_title: string
  lane: Lane
  qty: number
  ex_factory_date: string | null
  ship_window_start: string | null
  ship_window_end: string | null
  over_pct: number
  under_pct: number
  factory_id: number | null
  sizes: readonly { size_id: number | null; label: string | null; ordered: number; elsewhere: number }[]
}

interface Named {
  id: number
  title: string
  title_zh: string | null
}

/** An order line as `GET /api/bookings/bookable` answers it. */
export interface BookableLine extends BookedFacts {
  purchase_order_id: number
  article: Named | null
  colourway: Named | null
  supplier: Named | null
  factory: Named | null
  port_of_loading: Named | null
  port_of_discharge: Named | null
  ship_to: Named | null
  factory_country: string | null
  loading_country: string | null
  on_hold: boolean
  pack_type: string | null
  units_per_carton: number | null
  blocking: readonly string[]
  warning: readonly string[]
}

/** The row of a line on a booking, as a form or a record has it. */
export interface BookedRow {
  po_line_id?: unknown
  sizes?: readonly { size_id?: unknown; qty?: unknown }[]
}

/** A line and its row as the rules look at them. Sizes stand in the order of the row, so that problems find their fields. */
export const bookedLineOf = (
  line: BookedFacts,
  { sizes = [] }: BookedRow,
  index: number,
  { blocking, warning }: Pick<BookedLine, 'blocking' | 'warning'>,
): BookedLine => {
  const here = new Map(sizes.map(({ size_id, qty }) => [Number(size_id) || null, Number(qty ?? 0) || 0]))
  const own = sizes.map(({ size_id }) => Number(size_id) || null)
  const rest = line.sizes.filter(({ size_id }) => !own.includes(size_id))
  return {
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
    sizes: [...own.flatMap((id) => line.sizes.find(({ size_id }) => size_id === id) ?? []), ...rest].map(
      ({ size_id, ordered, elsewhere }) => ({ size_id, ordered, elsewhere, here: here.get(size_id) ?? 0 }),
    ),
    blocking,
    warning,
  }
}

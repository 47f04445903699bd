import type { BookedLine } from './booking'
import type { Lane } from './lane'

/** An order line, as far as the rules of bookings need it. `elsewhere` are the units on other bookings. */
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

/** An order line, as `GET /api/bookings/bookable` returns it. */
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

/** The row of a line on a booking, as a form or a record contains it. */
export interface BookedRow {
  po_line_id?: unknown
  sizes?: readonly { size_id?: unknown; qty?: unknown }[]
}

/**
 * Combines a line and its row on a booking for the rules. Sizes are in the order of the row, so that the paths of
 * problems point to the right fields; sizes that the row lacks follow.
 */
export const bookedLineOf = (
  line: BookedFacts,
  { sizes = [] }: BookedRow,
  index: number,
  { blocking, warning }: Pick<BookedLine, 'blocking' | 'warning'>,
): BookedLine => {
  const unitsHere = new Map(sizes.map(({ size_id, qty }) => [Number(size_id) || null, Number(qty ?? 0) || 0]))
  const rowSizes = sizes.map(({ size_id }) => Number(size_id) || null)
  const otherSizes = line.sizes.filter(({ size_id }) => !rowSizes.includes(size_id))
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
    sizes: [...rowSizes.flatMap((id) => line.sizes.find(({ size_id }) => size_id === id) ?? []), ...otherSizes].map(
      ({ size_id, ordered, elsewhere }) => ({ size_id, ordered, elsewhere, here: unitsHere.get(size_id) ?? 0 }),
    ),
    blocking,
    warning,
  }
}

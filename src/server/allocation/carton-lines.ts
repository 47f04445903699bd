import type { Queryable } from '#server/db/types.ts'
import { countryName } from '#shared/standards/country-names.ts'
import type { CartonLine } from '#shared/trade/carton-mark.ts'
import type { TicketLine } from '#shared/trade/price-ticket.ts'

/** A line with everything that marks print, except prices. */
export interface MarkedLine extends CartonLine, Omit<TicketLine, 'prices'> {
  quantities: { size: string; sku: string | null; gtin: string | null; qty: number }[]
}

/** Reads lines with the data that their marks print, ordered by line number. */
export const readCartonLines = async (on: Queryable, ids: readonly number[]): Promise<MarkedLine[]> => {
  if (ids.length === 0) return []
  const rows = await on.query<LineRow>(linesOf, [ids], 'mark_lines')
  return rows.map(({ place, place_country, ship_to_country, ...line }) => ({
    ...line,
    destination: destinationOf(place, place_country ?? ship_to_country),
  }))
}

type LineRow = Omit<MarkedLine, 'destination'> & {
  place: string | null
  place_country: string | null
  ship_to_country: string | null
}

const destinationOf = (place: string | null, country: string | null): string | null =>
  [place, country && countryName(country, 'en')].filter(Boolean).join(', ') || null

const linesOf = `
  select l.id, l.line_title, l.line_no, l.qty, l.purchase_order_id, l.line_status = 'cancelled' as is_cancelled, o.po_no,
    l.pack_type, l.units_per_carton, l.country_of_origin, o.ship_to_country, p.name_en as place, p.country as place_country,
    a.id as article_id, a.article_no, a.name_en as article_name, c.code as colour_code, c.name_en as colour,
    a.unit_weight_g::text as unit_weight_g, a.carton_weight_g::text as carton_weight_g, a.carton_indicator,
    a.carton_length_cm::text as carton_length_cm, a.carton_width_cm::text as carton_width_cm,
    a.carton_height_cm::text as carton_height_cm,
    coalesce((
      select json_agg(json_build_object('size', z.label, 'sku', coalesce(s.sku, k.sku), 'gtin', coalesce(s.gtin, k.gtin),
        'qty', s.qty) order by z.sort_order, s.id)
      from po_line_sizes s
        join sizes z on z.id = s.size_id
        left join skus k on k.colourway_id = l.colourway_id and k.size_id = s.size_id
      where s.po_line_id = l.id and s.qty > 0), '[]') as quantities
  from po_lines l
    join purchase_orders o on o.id = l.purchase_order_id
    join articles a on a.id = l.article_id
    left join colourways c on c.id = l.colourway_id
    left join locations p on p.id = o.ship_to_location_id
  where l.id = any($1::bigint[])
  order by l.line_no, l.id`

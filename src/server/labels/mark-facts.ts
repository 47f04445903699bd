import { sql } from 'kysely'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { countryName } from '#shared/standards/country-names.ts'
import type { CartonLine } from '#shared/trade/carton-mark.ts'
import type { LinePrice, TicketLine } from '#shared/trade/price-ticket.ts'
import { createLineFinder, type LineTarget } from './lines'

/** What is known of a line for its marks. */
export interface MarkFacts extends CartonLine, TicketLine {
  quantities: { size: string; sku: string | null; gtin: string | null; qty: number }[]
}

/** Reads lines in the caller's scope, with the retail prices that the caller may know. */
export const createMarkReader = (kit: Kit) => {
  const find = createLineFinder(kit)
  const statements = memo<Statement>(20)

  const pricesOf = async (me: Principal, lines: readonly number[]) => {
    if (!kit.can(me.role, prices, 'read')) return []
    const scope = readScopeOf(me)
    const statement = statements(scope, () =>
      compile(sql`
        select r.id, r.po_line_id, r.market, r.currency,
          case when r.status in ('released', 'ticketed') then r.amount::text end as amount
        from po_line_rrps as r
        where r.po_line_id = any(${slot('lines')}::bigint[]) and r.status <> 'not_required'
          and ${kit.selects.inScope(kit.register.get(prices), scope, 'r')}
        order by r.market, r.id`),
    )
    return run<LinePrice & { po_line_id: number }>(kit.db, statement, { lines, ...callerValues(me) })
  }

  return async (me: Principal, target: LineTarget): Promise<MarkFacts[]> => {
    const ids = await find(me, target)
    if (ids.length === 0) return []
    const [rows, known] = await Promise.all([kit.db.query<LineRow>(linesOf, [ids], 'mark_lines'), pricesOf(me, ids)])
    return rows.map(({ place, place_country, ship_to_country, ...line }) => ({
      ...line,
      destination: destinationOf(place, place_country ?? ship_to_country),
      prices: known
        .filter(({ po_line_id }) => po_line_id === line.id)
        .map(({ id, market, amount, currency }) => ({ id, market, amount, currency })),
    }))
  }
}

const prices = 'po-line-rrps'

type LineRow = Omit<MarkFacts, 'destination' | 'prices'> & {
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

import type { Doc, Work } from '#server/kit/kit.ts'
import { poLineRrps } from '../area'
import { type Cost, dueDateOf, findingsOf, imuOf, landedCostOf, type Price, type Rates, withEnding } from '../rules'

/** Facts about an order line, its order and its category that prices use. */
export interface LineFacts extends Cost {
  id: number
  line_title: string
  line_status: string
  purchase_order_id: number
  order_type: string | null
  is_out: boolean
  supplier_id: number
  buyer_id: number | null
  article_id: number
  colourway_id: number | null
  season_id: number | null
  qty: number
  ex_factory_date: string | null
  /** The market that its order is shipped to. */
  ship_to_country: string | null
  /** Whether its profiles and category require a retail price. */
  is_required: boolean
  min_imu_pct: string | null
  /** The brand's price ending, if it has one. */
  price_ending: string | null
  /** How many prices the line already has. */
  rrps: number
}

export interface MarketFacts {
  market: string
  currency: string
  tax_pct: string | null
  tax_included: boolean
  every_line: boolean
  fx_rate: string | null
}

export const readLines = async ({ tx }: Work, ids: readonly number[]): Promise<Map<number, LineFacts>> => {
  const rows = await tx.query<LineFacts>(
    `with recursive asked as (select * from po_lines where id = any($1::bigint[])),
     up as (
       select id as leaf, id, parent_id, min_imu_pct, 0 as height from product_categories
       where id in (select product_category_id from asked)
       union all
       select up.leaf, c.id, c.parent_id, c.min_imu_pct, up.height + 1
       from up join product_categories c on c.id = up.parent_id where up.height < 10),
     category as (
       select leaf, (array_agg(min_imu_pct order by height) filter (where min_imu_pct is not null))[1] as min_imu_pct
       from up group by leaf)
     select l.id, l.line_title, l.line_status, l.purchase_order_id, o.order_type,
       o.status not in ('closed', 'completed', 'cancelled') as is_out, o.supplier_id, o.buyer_id, l.article_id,
       l.colourway_id, l.season_id, l.qty, l.ex_factory_date::text, o.ship_to_country, l.unit_price::text, o.currency,
       o.fx_rate::text, 'retail_price' = any(l.requirements) as is_required, c.min_imu_pct::text, b.price_ending_rule as price_ending,
       (select count(*)::int from po_line_rrps r where r.po_line_id = l.id) as rrps
     from asked l join purchase_orders o on o.id = l.purchase_order_id
       left join house_brands b on b.id = l.house_brand_id
       left join category c on c.leaf = l.product_category_id`,
    [ids],
    'rrp_lines',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export const readMarkets = async ({ tx }: Work): Promise<Map<string, MarketFacts>> => {
  const rows = await tx.query<MarketFacts>(
    `select market, currency, tax_pct::text, tax_included, every_line, fx_rate::text from rrp_markets where archived_at is null order by market`,
    [],
    'rrp_markets_all',
  )
  return new Map(rows.map((row) => [row.market, row]))
}

/** The exchange rates of the markets' currencies. */
const ratesOf = (markets: ReadonlyMap<string, MarketFacts>): Rates =>
  new Map([...markets.values()].flatMap(({ currency, fx_rate }) => (fx_rate === null ? [] : [[currency, fx_rate]])))

/** The fields of another price that comparisons use. */
export interface OtherPrice extends Pick<Price, 'amount' | 'currency'> {
  id: number
  rrp_title: string
  supplier_id: number
  market: string
  article_id: number
  colourway_id: number | null
  season_id: number | null
}
/** Prices by goods, market and season (`goodsOf`). */
type Prices = ReadonlyMap<string, OtherPrice[]>

/** Key of the goods, market and season within which prices are compared. */
export const goodsOf = (
  { article_id, colourway_id, season_id }: Pick<LineFacts, 'article_id' | 'colourway_id' | 'season_id'>,
  market: string,
) => [market, article_id, colourway_id, season_id].join()

/** Entered prices of these articles, except for cancelled lines. */
export const readPrices = async ({ tx }: Work, articles: readonly number[]): Promise<Prices> => {
  const rows = await tx.query<OtherPrice>(
    `select r.id, r.rrp_title, r.supplier_id, r.market, r.amount::text, r.currency, l.article_id, l.colourway_id, l.season_id
     from po_line_rrps r join po_lines l on l.id = r.po_line_id
     where r.article_id = any($1::bigint[]) and r.amount is not null and r.archived_at is null
       and l.line_status <> 'cancelled'`,
    [articles],
    'rrp_prices',
  )
  const prices = new Map<string, OtherPrice[]>()
  for (const row of rows) {
    const goods = goodsOf(row, row.market)
    prices.set(goods, [...(prices.get(goods) ?? []), row])
  }
  return prices
}

/** Sets the derived values of a price, from its line, its market and other prices of the article. */
export const derive = (
  { context: { settings } }: Work,
  rrp: Doc,
  line: LineFacts,
  markets: ReadonlyMap<string, MarketFacts>,
  prices: Prices,
) => {
  const market = String(rrp.market)
  Object.assign(rrp, {
    rrp_title: `${line.line_title} ${market}`,
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    buyer_id: line.buyer_id,
    article_id: line.article_id,
    colourway_id: line.colourway_id,
    season_id: line.season_id,
    qty: line.qty,
    ex_factory_date: line.ex_factory_date,
    due_date: dueDateOf(line.ex_factory_date, settings),
    is_open: line.line_status === 'open' && line.is_out,
    min_imu_pct: line.min_imu_pct,
    cost_currency: line.unit_price === null ? null : line.currency,
    landed_cost: landedCostOf(line, rrp.currency as string | null, settings, ratesOf(markets)),
  })
  const price = rrp as unknown as Price
  price.imu_pct = imuOf(price, price.landed_cost, markets.get(market)?.tax_pct ?? null)
  const elsewhere = prices.get(goodsOf(line, market)) ?? []
  rrp.findings = findingsOf(
    price,
    elsewhere.filter(({ id }) => id !== rrp.id),
    withEnding(settings, line.price_ending),
  )
}

/** The columns that `derive` writes. */
const derived = [
  'rrp_title',
  'purchase_order_id',
  'supplier_id',
  'buyer_id',
  'article_id',
  'colourway_id',
  'season_id',
  'qty',
  'ex_factory_date',
  'due_date',
  'is_open',
  'min_imu_pct',
  'cost_currency',
  'landed_cost',
  'imu_pct',
  'findings',
] as const

/**
 * Recalculates the stored prices of lines, and of other lines with the same articles. Changes neither version nor
 * history, because no user edited the records.
 */
export const deriveStored = async (work: Work, lineIds: readonly number[]) => {
  const stored = await work.tx.query<Doc & { po_line_id: number; article_id: number | null }>(
    `select id, po_line_id, market, article_id, amount::text, currency, tax_included from po_line_rrps
     where po_line_id = any($1::bigint[])
       or article_id in (select article_id from po_lines where id = any($1::bigint[])
         union select article_id from po_line_rrps where po_line_id = any($1::bigint[]))`,
    [lineIds],
    'rrp_stored',
  )
  if (stored.length === 0) return
  const [lines, markets] = await Promise.all([
    readLines(work, [...new Set(stored.map(({ po_line_id }) => po_line_id))]),
    readMarkets(work),
  ])
  const prices = await readPrices(work, [...new Set([...lines.values()].map(({ article_id }) => article_id))])
  for (const rrp of stored) {
    const line = lines.get(rrp.po_line_id)
    if (line) derive(work, rrp, line, markets, prices)
  }
  await work.tx.query(
    `update po_line_rrps t set ${derived.map((name) => `${name} = x.${name}`).join(', ')}
     from jsonb_populate_recordset(null::po_line_rrps, $1::jsonb) x
     where t.id = x.id and (${derived.map((name) => `t.${name}`).join(', ')}) is distinct from (${derived.map((name) => `x.${name}`).join(', ')})`,
    [JSON.stringify(stored)],
    'rrp_derive',
  )
  work.touched.add(poLineRrps.name)
}

import type { Work } from '#server/kit/kit.ts'
import type { PackItem } from '#shared/trade/packs.ts'
import type { Order, StatedFacts } from '../rules'

interface SupplierFacts {
  id: number
  standing: string | null
  status: string
  default_currency: string | null
  default_incoterm: PurchaseOrderIncoterm
  default_port_id: number | null
  port_name: string | null
  default_payment_term_id: number | null
  over_pct: string | null
  under_pct: string | null
}
type PurchaseOrderIncoterm = Order['incoterm']

/** An article with those of its references that may still be chosen. */
interface ArticleFacts {
  id: number
  name_en: string
  name_zh: string | null
  house_brand_id: number | null
  season_id: number | null
  product_category_id: number | null
  size_scale_id: number | null
  hs_code: string | null
  target_fob: string | null
  currency: string | null
  has_colourways: boolean
  /** Its brand and category, even if they may no longer be chosen. */
  own_brand_id: number | null
  own_category_id: number | null
}

export interface Facts {
  suppliers: Map<number, SupplierFacts>
  articles: Map<number, ArticleFacts>
  seasons: Map<number, { id: number; status: string; purchase_from: string; purchase_to: string }>
  brands: Map<number, { id: number; status: string; licence_expiry: string | null }>
  categories: Map<number, { id: number; is_leaf: boolean }>
  terms: Map<number, { id: number; deposit_pct: string | null }>
  sizes: Map<number, { id: number; size_scale_id: number }>
  buyers: Map<number, { id: number; is_office: boolean }>
  ratios: Map<number, { id: number; items: PackItem[] }>
  /** By colourway id; colourways without SKUs have no entry. */
  skus: Map<number, { id: number; sizes: SkuFacts[] }>
}

interface SkuFacts {
  size_id: number
  sku: string | null
  gtin: string | null
  active: boolean
}

type FactIds = Record<keyof Facts, Set<number>>

/** The facts of a write, shared by the steps that complete, check and guard its orders. */
const factsByWork = new WeakMap<Work, { facts: Promise<Facts>; ids: FactIds }>()

/** All records that the orders refer to, in one query, cached for the write. */
export const readFacts = (work: Work, orders: readonly Order[]): Promise<Facts> => {
  const lines = orders.flatMap((order) => order.lines)
  const ordersAndLines = [...orders, ...lines]
  const ids: FactIds = {
    suppliers: idsOf(orders, (order) => [order.supplier_id]),
    articles: idsOf(lines, (line) => [line.article_id]),
    seasons: idsOf(ordersAndLines, ({ season_id }) => [season_id]),
    brands: idsOf(ordersAndLines, ({ house_brand_id }) => [house_brand_id]),
    categories: idsOf(ordersAndLines, ({ product_category_id }) => [product_category_id]),
    terms: idsOf(orders, ({ payment_term_id }) => [payment_term_id]),
    sizes: idsOf(lines, ({ sizes }) => sizes.map(({ size_id }) => size_id)),
    // The caller becomes the buyer of an order without a buyer.
    buyers: new Set([...idsOf(orders, ({ buyer_id }) => [buyer_id]), work.me.id]),
    ratios: idsOf(lines, (line) => [line.ratio_id]),
    skus: idsOf(lines, ({ colourway_id }) => [colourway_id]),
  }
  const cached = factsByWork.get(work)
  if (cached && factNames.every((name) => isWithin(ids[name], cached.ids[name]))) return cached.facts
  const facts = loadFacts(work, ids)
  factsByWork.set(work, { facts, ids })
  return facts
}

/** Facts about supplier and seasons, for the warnings on the page of a draft. */
export const statedFacts = async (work: Work, order: Order): Promise<StatedFacts> => {
  const { suppliers, seasons } = await readFacts(work, [order])
  return {
    standing: suppliers.get(order.supplier_id)?.standing ?? null,
    seasons: [...seasons.values()].map(({ id, purchase_from, purchase_to }) => ({ id, purchase_from, purchase_to })),
  }
}

const loadFacts = async (work: Work, ids: FactIds): Promise<Facts> => {
  const [row] = await work.tx.query<Record<keyof Facts, { id: number }[]>>(
    factsQuery,
    factNames.map((name) => [...ids[name]]),
    'purchase_order_facts',
  )
  const facts = Object.fromEntries(
    factNames.map((name) => [name, new Map(row?.[name].map((fact) => [fact.id, fact]))]),
  ) as unknown as Facts
  // The query also returns records that articles and suppliers refer to, so their ids are cached too.
  for (const name of factNames) for (const id of facts[name].keys()) ids[name].add(id)
  return facts
}

const factNames = [
  'suppliers',
  'articles',
  'seasons',
  'brands',
  'categories',
  'terms',
  'sizes',
  'buyers',
  'ratios',
  'skus',
] as const
const isWithin = (ids: Set<number>, cachedIds: Set<number>) => [...ids].every((id) => cachedIds.has(id))

const factsQuery = `
  select
    (select coalesce(json_agg(x), '[]') from (
      select s.id, s.standing, s.status, s.default_currency, s.default_incoterm, s.default_port_id, p.name_en as port_name,
        s.default_payment_term_id, s.qty_tolerance_over_pct::text as over_pct, s.qty_tolerance_under_pct::text as under_pct
      from suppliers s left join ports p on p.id = s.default_port_id where s.id = any($1::bigint[])) x) as suppliers,
    (select coalesce(json_agg(x), '[]') from (
      select a.id, a.name_en, a.name_zh, a.size_scale_id, a.hs_code, a.target_fob::text, a.currency,
        a.house_brand_id as own_brand_id, a.product_category_id as own_category_id,
        b.id as house_brand_id, s.id as season_id, c.id as product_category_id,
        exists (select 1 from colourways w where w.article_id = a.id and w.active) as has_colourways
      from articles a
        left join house_brands b on b.id = a.house_brand_id and b.status = 'active' and b.archived_at is null
        left join seasons s on s.id = a.season_id and s.status = 'open' and s.archived_at is null
        left join product_categories c on c.id = a.product_category_id and c.is_leaf and c.archived_at is null
      where a.id = any($2::bigint[])) x) as articles,
    (select coalesce(json_agg(x), '[]') from (
      select id, status, purchase_from, purchase_to from seasons where id = any($3::bigint[])
        or id in (select season_id from articles where id = any($2::bigint[]))) x) as seasons,
    (select coalesce(json_agg(x), '[]') from (
      select id, status, licence_expiry from house_brands where id = any($4::bigint[])
        or id in (select house_brand_id from articles where id = any($2::bigint[]))) x) as brands,
    (select coalesce(json_agg(x), '[]') from (
      select id, is_leaf from product_categories where id = any($5::bigint[])
        or id in (select product_category_id from articles where id = any($2::bigint[]))) x) as categories,
    (select coalesce(json_agg(x), '[]') from (
      select t.id, t.deposit_pct::text from payment_terms t where t.id = any($6::bigint[])
        or t.id in (select default_payment_term_id from suppliers where id = any($1::bigint[]))) x) as terms,
    (select coalesce(json_agg(x), '[]') from (
      select id, size_scale_id from sizes where id = any($7::bigint[])) x) as sizes,
    (select coalesce(json_agg(x), '[]') from (
      select id, type in ('admin', 'Office') or is_super_user = 1 as is_office from users where id = any($8::bigint[])) x) as buyers,
    (select coalesce(json_agg(x), '[]') from (
      select r.ratio_template_id as id, json_agg(json_build_object('size_id', r.size_id, 'units', r.units)) as items
      from ratio_items r where r.ratio_template_id = any($9::bigint[]) group by r.ratio_template_id) x) as ratios,
    (select coalesce(json_agg(x), '[]') from (
      select colourway_id as id,
        json_agg(json_build_object('size_id', size_id, 'sku', sku, 'gtin', gtin, 'active', active)) as sizes
      from skus where colourway_id = any($10::bigint[]) group by colourway_id) x) as skus`

export const idsOf = <T>(from: readonly T[], pick: (record: T) => (number | null)[]): Set<number> =>
  new Set(from.flatMap(pick).filter((id) => typeof id === 'number'))

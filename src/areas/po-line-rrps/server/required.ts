import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Doc, Kit, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { poLineRrps } from '../area'
import { deriveStored, type LineFacts, type MarketFacts, readLines, readMarkets } from './facts'

/** Runs after orders were written: creates the prices that their lines require, and updates copied values. */
export const followOrders = async (work: Work, changes: readonly Change[]) => {
  const ids = changes.flatMap(changedLines)
  if (ids.length === 0) return
  const lines = await readLines(work, ids)
  const pricedLineIds = ids.filter((id) => (lines.get(id)?.rrps ?? 0) > 0)
  if (pricedLineIds.length > 0) await deriveStored(work, pricedLineIds)
  await requirePrices(work, lines)
}

/** Runs after markets were written: lines may need another price, or other tax values. */
export const followMarkets = async (work: Work, changes: readonly Change[]) => {
  if (changes.some(({ before, after }) => (before?.every_line ?? false) !== after.every_line))
    await requireFor(work, { of: 'ruled', words: [], after: 0 })
  const currencies = changes.flatMap(({ before, after }) =>
    (before?.fx_rate ?? null) !== (after.fx_rate ?? null) ? [after.currency] : [],
  )
  // A rate affects prices and costs in its currency.
  if (currencies.length > 0) await requireFor(work, { of: 'currencies', words: currencies.map(String), after: 0 })
  await requireFor(work, { of: 'markets', words: changes.map(({ after }) => String(after.market)), after: 0 })
}

/**
 * Runs after categories were written: checks the prices of their lines, including subcategories, against the new
 * margin.
 */
export const followCategories = async (work: Work, changes: readonly Change[]) => {
  const ids = changes.flatMap(({ before, after }) =>
    before && categoryFields.some((field) => before[field] !== after[field]) ? [after.id] : [],
  )
  if (ids.length > 0) await requireFor(work, { of: 'categories', words: ids.map(String), after: 0 })
}
const categoryFields = ['min_imu_pct', 'parent_id']

/** Runs after the settings were written: checks all open prices against the new ones. */
export const followSettings = async (work: Work, changes: readonly Change[]) => {
  for (const { before, after } of changes)
    if (before && settingFields.some((field) => before[field] !== after[field])) {
      const context = { ...work.context, settings: after }
      await requireFor({ ...work, context }, { of: 'priced', words: [], after: 0 })
    }
}
const settingFields = [
  'rrp_release_days',
  'rrp_price_points',
  'rrp_min_multiple',
  'landed_cost_factor',
  'base_currency',
  'office_country',
]

/** Lines affected by a write, with ids above `after`; `words` identifies the cause. */
interface Portion {
  of: keyof typeof conditions
  words: readonly string[]
  after: number
}

const conditions = {
  ruled: `l.id in (select po_line_id from po_line_rrps where source = 'rule') and cardinality($1::text[]) = 0`,
  currencies:
    'l.id in (select po_line_id from po_line_rrps where currency = any($1::text[]) or cost_currency = any($1::text[]))',
  markets: 'l.id in (select po_line_id from po_line_rrps where market = any($1::text[]))',
  categories: `l.product_category_id in (
    with recursive below as (
      select id from product_categories where id = any($1::text[]::bigint[])
      union select c.id from product_categories c join below b on c.parent_id = b.id)
    select id from below)`,
  priced: 'l.id in (select po_line_id from po_line_rrps) and cardinality($1::text[]) = 0',
}

/**
 * Handles the first portion at once. Each further portion runs in its own transaction, which the previous one enqueues,
 * so that no request waits for a year of orders.
 */
const requireFor = async (work: Work, { of, words, after }: Portion): Promise<void> => {
  const rows = await work.tx.query<{ id: number }>(
    `select l.id from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled') and ${conditions[of]}
       and l.id > $2::bigint
     order by l.id limit ${linesAtOnce}`,
    [words, after],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await deriveStored(work, ids)
  await requirePrices(work, await readLines(work, ids))
  if (ids.length === linesAtOnce) await work.enqueue('rrp_required', { of, words, after: ids.at(-1) })
}
const linesAtOnce = 200

/** Handles the next portion from the outbox, with the current settings. */
export const requireNext = (kit: Kit, portion: unknown): Promise<void> =>
  kit.write(system, 'edit', async (work) => {
    const context = { ...work.context, settings: await kit.settings(work.tx, true) }
    await requireFor({ ...work, context }, portion as Portion)
  })

/** Lines of a written order whose prices may change: new lines, and lines with changed facts. */
const changedLines = ({ before, after }: Change): number[] => {
  const olds = new Map(linesOf(before).map((line) => [line.id, line]))
  const isHeaderChanged = before !== null && orderFields.some((field) => before[field] !== after[field])
  return linesOf(after).flatMap((line) => {
    const old = olds.get(line.id)
    const isChanged =
      !old || isHeaderChanged || lineFields.some((field) => String(old[field] ?? '') !== String(line[field] ?? ''))
    return isChanged ? [Number(line.id)] : []
  })
}
const linesOf = (doc: Doc | null) => (doc?.lines ?? []) as Doc[]
const orderFields = ['supplier_id', 'buyer_id', 'order_type', 'ship_to_country', 'currency', 'fx_rate']
const lineFields = [
  'line_title',
  'line_status',
  'article_id',
  'colourway_id',
  'season_id',
  'product_category_id',
  'house_brand_id',
  'qty',
  'unit_price',
  'ex_factory_date',
  'requirements',
]

/** Creates missing prices, and closes those that no rule requires any more. */
const requirePrices = async (work: Work, lines: ReadonlyMap<number, LineFacts>) => {
  const concerned = [...lines.values()].filter(({ is_required, rrps }) => is_required || rrps > 0)
  if (concerned.length === 0) return
  const markets = await readMarkets(work)
  const existing = await readExistingPrices(work, concerned)
  const creation = asPortal(work, 'create')
  const repository = work.kit.repository(poLineRrps.name)
  const requiredKeys = new Set<string>()
  const missing = concerned.flatMap((line) =>
    marketsOf(work, line, markets).flatMap((market) => {
      const key = `${line.id} ${market}`
      requiredKeys.add(key)
      return existing.has(key) ? [] : [newPrice(line, market, markets.get(market))]
    }),
  )
  if (missing.length > 0) await repository.create(creation, missing)
  for (const [key, { id, status, source, amount, is_open }] of existing) {
    if (source !== 'rule' || !is_open) continue
    if (status === 'required' && amount === null && !requiredKeys.has(key))
      await repository.move({ ...creation, action: 'exempt' }, id, 'exempt', {})
    if (status === 'not_required' && requiredKeys.has(key))
      await repository.move({ ...creation, action: 'require' }, id, 'require', {})
  }
}

interface ExistingPrice {
  id: number
  po_line_id: number
  market: string
  status: string
  source: string | null
  amount: string | null
  is_open: boolean
}

const readExistingPrices = async ({ tx }: Work, lines: readonly LineFacts[]) => {
  const rows = await tx.query<ExistingPrice>(
    `select id, po_line_id, market, status, source, amount::text, is_open from po_line_rrps
     where po_line_id = any($1::bigint[])`,
    [lines.map(({ id }) => id)],
    'rrp_standing',
  )
  return new Map(rows.map((row) => [`${row.po_line_id} ${row.market}`, row]))
}

/** The country of delivery, otherwise the office's country, and the markets whose price is on every ticket. */
const marketsOf = ({ context }: Work, line: LineFacts, markets: ReadonlyMap<string, MarketFacts>): string[] => {
  if (!line.is_required || line.order_type === 'sample' || line.line_status !== 'open' || !line.is_out) return []
  const destination = line.ship_to_country ?? String(context.settings.office_country)
  return [
    ...new Set([destination, ...[...markets.values()].flatMap((market) => (market.every_line ? [market.market] : []))]),
  ]
}

const newPrice = ({ id }: LineFacts, market: string, marketFacts: MarketFacts | undefined): Doc => ({
  po_line_id: id,
  market,
  currency: marketFacts?.currency ?? null,
  tax_included: marketFacts?.tax_included ?? true,
  source: 'rule',
})

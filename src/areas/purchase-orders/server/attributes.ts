import type { Change, Doc, Kit, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { asOrder, isOutsideSeason, type Line, type Order } from '../rules'
import type { Facts } from './facts'

/**
 * Sets the warnings about a line's season, brand and category. They are stored with the line, so that a list of 300,000
 * lines finds them by an index instead of a condition over five tables. When a library changes, `refreshWarnings` updates
 * the open lines that refer to it.
 */
export const settleWarnings = (order: Order, line: Line, facts: Facts) => {
  line.season_warning = seasonWarning(order, line, facts)
  line.brand_warning = brandWarning(line, facts)
  line.category_warning = categoryWarning(line, facts)
}

/** Whether a write touches the fields that the warnings depend on. */
export const isReclassified = ({ before, after }: Change): boolean => {
  const [order, earlier] = [asOrder(after), before && asOrder(before)]
  if (!earlier || order.order_date !== earlier.order_date) return true
  return order.lines.some((line) => {
    const earlierLine = earlier.lines.find(({ id }) => id !== undefined && id === line.id)
    return !earlierLine || classification.some((field) => line[field] !== earlierLine[field])
  })
}
const classification = ['article_id', 'season_id', 'house_brand_id', 'product_category_id', 'ex_factory_date'] as const

const seasonWarning = ({ order_date }: Order, { season_id }: Line, { seasons }: Facts) => {
  if (season_id === null) return 'missing'
  return isOutsideSeason(order_date, seasons.get(season_id)) ? 'outside_window' : null
}

const brandWarning = ({ article_id, house_brand_id, ex_factory_date }: Line, { articles, brands }: Facts) => {
  if (house_brand_id === null) return 'missing'
  const expiry = brands.get(house_brand_id)?.licence_expiry
  if (expiry && ex_factory_date && ex_factory_date > expiry) return 'licence_expired'
  return differsFromArticle(house_brand_id, articles.get(article_id)?.own_brand_id) ? 'differs' : null
}

const categoryWarning = ({ article_id, product_category_id }: Line, { articles, categories }: Facts) => {
  if (product_category_id === null) return 'missing'
  if (categories.get(product_category_id)?.is_leaf === false) return 'not_leaf'
  return differsFromArticle(product_category_id, articles.get(article_id)?.own_category_id) ? 'differs' : null
}

const differsFromArticle = (current: number, ofArticle: number | null | undefined) =>
  ofArticle !== null && ofArticle !== undefined && ofArticle !== current

/** Updates the open lines of changed library records. */
export const followLibraries: Record<string, (work: Work, changes: readonly Change[]) => Promise<void>> = {
  seasons: (work, changes) => refreshWarnings(work, 'season_id', idsIn(changes, ['id'])),
  'house-brands': (work, changes) => refreshWarnings(work, 'house_brand_id', idsIn(changes, ['id'])),
  articles: (work, changes) => refreshWarnings(work, 'article_id', idsIn(changes, ['id'])),
  // A category is no longer a leaf once it gets a child.
  'product-categories': (work, changes) =>
    refreshWarnings(work, 'product_category_id', idsIn(changes, ['id', 'parent_id'])),
}

/** A category becomes a leaf when its last child is removed, and is none again when the child is restored. */
export const followRemovals: Record<string, (work: Work, doc: Doc) => Promise<void>> = {
  'product-categories': (work, { parent_id }) =>
    refreshWarnings(work, 'product_category_id', typeof parent_id === 'number' ? [parent_id] : []),
}

const idsIn = (changes: readonly Change[], fields: readonly string[]) =>
  [
    ...new Set(
      changes.flatMap(({ before, after }) =>
        [before, after].flatMap((doc) => fields.flatMap((field) => (doc ? [doc[field]] : []))),
      ),
    ),
  ].filter((id) => typeof id === 'number')

/** The open lines with an id above `after` that refer to these records. */
interface Portion {
  field: (typeof classification)[number]
  ids: readonly number[]
  after: number
}

/** Updates one portion of the lines and enqueues the next, each in its own transaction. */
const refreshWarnings = async (work: Work, field: Portion['field'], ids: readonly number[], after = 0) => {
  if (ids.length === 0) return
  const rows = await work.tx.query<{ id: number }>(
    `select id from po_lines where ${field} = any($1::bigint[]) and line_status = 'open' and id > $2
     order by id limit ${linesAtOnce}`,
    [ids, after],
    `line_warnings_portion_by_${field}`,
  )
  if (rows.length === 0) return
  const lines = rows.map(({ id }) => id)
  await work.tx.query(
    `update po_lines l set season_warning = n.season, brand_warning = n.brand, category_warning = n.category
     from (
       select x.id,
         case when x.season_id is null then 'missing'
           when o.order_date < s.purchase_from or o.order_date > s.purchase_to then 'outside_window' end as season,
         case when x.house_brand_id is null then 'missing'
           when x.ex_factory_date > b.licence_expiry then 'licence_expired'
           when x.house_brand_id <> a.house_brand_id then 'differs' end as brand,
         case when x.product_category_id is null then 'missing'
           when not c.is_leaf then 'not_leaf'
           when x.product_category_id <> a.product_category_id then 'differs' end as category
       from po_lines x
         join purchase_orders o on o.id = x.purchase_order_id
         join articles a on a.id = x.article_id
         left join seasons s on s.id = x.season_id
         left join house_brands b on b.id = x.house_brand_id
         left join product_categories c on c.id = x.product_category_id
       where x.id = any($1::bigint[])) n
     where n.id = l.id and (l.season_warning, l.brand_warning, l.category_warning)
       is distinct from (n.season, n.brand, n.category)`,
    [lines],
    'line_warnings',
  )
  work.touched.add('po-lines')
  if (lines.length === linesAtOnce) await work.enqueue('line_warnings', { field, ids, after: lines.at(-1) })
}
const linesAtOnce = 500

/** Updates the next portion; called by the outbox. */
export const refreshNext = (kit: Kit, portion: unknown): Promise<void> =>
  kit.write(system, 'edit', (work) => {
    const { field, ids, after } = portion as Portion
    return refreshWarnings(work, field, ids, after)
  })

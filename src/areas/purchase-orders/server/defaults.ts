import type { Change, Work } from '#server/kit/kit.ts'
import { compare } from '#shared/base/money.ts'
import { incoterms, isIncoterm } from '#shared/standards/incoterms.ts'
import { asOrder, inheritedFields, type Line, type Order } from '../rules'
import type { Facts } from './facts'
import { personOf } from './notices'

/** Fills in empty fields: of a new order from its supplier and author, of new lines from header and article. */
export const fillIn = (work: Work, { before, after }: Change, facts: Facts) => {
  const order = asOrder(after)
  const earlier = before && asOrder(before)
  if (!earlier) fillHeader(work, order, facts)
  fillDeposit(order, earlier, facts)
  for (const line of order.lines) {
    const earlierLine = earlier?.lines.find(({ id }) => id !== undefined && id === line.id)
    if (earlier && earlierLine) followHeader(order, earlier, line, earlierLine)
    else fillLine(order, line, facts)
    // Lines only accept categories at the lowest level; a parent category of the order is not copied to them.
    if (!earlierLine || facts.categories.get(order.product_category_id ?? 0)?.is_leaf)
      line.product_category_id ??= order.product_category_id
    nameSizes(line, facts)
    if (earlier && earlierLine && line.status === 'approved' && differsFromApproved(order, earlier, line, earlierLine))
      line.status = 'not_submitted'
  }
  if (!earlier)
    for (const field of ['house_brand_id', 'season_id'] as const) order[field] ??= commonValue(order.lines, field)
}

const fillHeader = (work: Work, order: Order, facts: Facts) => {
  const supplier = facts.suppliers.get(order.supplier_id)
  order.order_date ??= work.context.today
  if (work.me.role === 'admin' || work.me.role === 'Office') order.buyer_id ??= personOf(work)
  order.currency ??= supplier?.default_currency ?? null
  order.payment_term_id ??= supplier?.default_payment_term_id ?? null
  order.incoterm ??= supplier?.default_incoterm ?? null
  order.port_of_loading_id ??= supplier?.default_port_id ?? null
  if (isLoadedAtPort(order) && order.port_of_loading_id === supplier?.default_port_id)
    order.incoterm_place ??= supplier?.port_name ?? null
}

const isLoadedAtPort = ({ incoterm }: Order) =>
  incoterm !== null && isIncoterm(incoterm) && incoterms[incoterm].place === 'port_of_loading'

const fillDeposit = (order: Order, earlier: Order | null, { terms }: Facts) => {
  const isTermChanged = order.payment_term_id !== (earlier?.payment_term_id ?? null)
  const isDepositEntered = order.deposit_pct !== (earlier?.deposit_pct ?? null)
  if (order.payment_term_id && isTermChanged && !isDepositEntered)
    order.deposit_pct = terms.get(order.payment_term_id)?.deposit_pct ?? null
}

const fillLine = (order: Order, line: Line, { articles, sizes }: Facts) => {
  const article = articles.get(line.article_id)
  for (const field of inheritedFields) fill(line, field, order)
  if (article) {
    for (const field of ['house_brand_id', 'season_id', 'product_category_id', 'hs_code'] as const)
      fill(line, field, article)
    line.description_en ??= article.name_en
    line.description_zh ??= article.name_zh
    if (article.currency === order.currency) line.target_price ??= article.target_fob
  }
  line.size_scale_id ??= sizes.get(line.sizes[0]?.size_id ?? 0)?.size_scale_id ?? article?.size_scale_id ?? null
}

/** Sizes without SKU or GTIN take those of the article. */
const nameSizes = ({ colourway_id, sizes }: Line, { skus }: Facts) => {
  const skuSizes = skus.get(colourway_id ?? 0)?.sizes
  if (!skuSizes) return
  for (const size of sizes) {
    const sku = skuSizes.find(({ size_id }) => size_id === size.size_id)
    size.sku ||= sku?.sku ?? null
    size.gtin ||= sku?.gtin ?? null
  }
}

const fill = <K extends string>(record: object, field: K, from: { [key in K]?: unknown }) => {
  const values = record as Record<string, unknown>
  values[field] ??= from[field] ?? null
}

/**
 * Copies a changed header field to lines that had the header's value, unless the same write changes the line too.
 */
const followHeader = (order: Order, earlier: Order, line: Line, earlierLine: Line) => {
  const current = line as unknown as Record<string, unknown>
  const previous = earlierLine as unknown as Record<string, unknown>
  for (const field of inheritedFields)
    if (order[field] !== null && previous[field] === earlier[field] && current[field] === previous[field])
      current[field] = order[field]
}

/** Whether a line differs from its approved values. */
const differsFromApproved = (order: Order, earlier: Order, line: Line, approved: Line) =>
  order.supplier_id !== earlier.supplier_id ||
  order.currency !== earlier.currency ||
  line.article_id !== approved.article_id ||
  line.ex_factory_date !== approved.ex_factory_date ||
  (Boolean(approved.factory_id) && line.factory_id !== approved.factory_id) ||
  compare(line.unit_price ?? '0', approved.unit_price ?? '0') !== 0 ||
  unitsOf(line) > approved.qty

const unitsOf = ({ qty, sizes }: Line) => (sizes.length > 0 ? sizes.reduce((units, size) => units + size.qty, 0) : qty)

/** The value that all lines share; null if they differ. */
const commonValue = (lines: readonly Line[], field: 'house_brand_id' | 'season_id') => {
  const [first, ...others] = new Set(lines.map((line) => line[field]))
  return others.length === 0 ? (first ?? null) : null
}

export const numberLines = ({ lines }: Order) => {
  let last = Math.max(0, ...lines.map(({ line_no }) => line_no ?? 0))
  for (const line of lines) line.line_no ??= last += 10
}

/** Sets the quantity tolerances from the supplier, else from the size of the order, until they are set by hand. */
export const fillTolerances = ({ context }: Work, { before, after }: Change, { suppliers }: Facts) => {
  const order = asOrder(after)
  const earlier = before && asOrder(before)
  const supplier = suppliers.get(order.supplier_id)
  const defaultFor = (units: number) =>
    String(
      context.settings[
        units >= Number(context.settings.large_order_units) ? 'qty_tolerance_large_pct' : 'qty_tolerance_small_pct'
      ],
    )
  for (const [field, supplierValue] of [
    ['qty_tolerance_over_pct', supplier?.over_pct],
    ['qty_tolerance_under_pct', supplier?.under_pct],
  ] as const) {
    const earlierValue = earlier?.[field]
    const isDefault =
      order[field] === earlierValue && earlierValue && compare(earlierValue, defaultFor(earlier.total_qty ?? 0)) === 0
    if (order[field] === null || (isDefault && !supplierValue))
      order[field] = supplierValue ?? defaultFor(order.total_qty ?? 0)
  }
}

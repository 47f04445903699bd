import type { Change, Work } from '#server/kit/kit.ts'
import { compare } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { packProblems } from '#shared/trade/packs.ts'
import { asOrder, isCancelled, type Line, type Order } from '../rules'
import type { Facts } from './facts'

/** Problems of a draft with the records that it refers to. */
export const referenceProblems = (work: Work, change: Change, facts: Facts): Problem[] => {
  const order = asOrder(change.after)
  return [
    ...blockedProblems(order, facts),
    ...frozenSeasonProblems(work, change, facts),
    ...depositProblems(order, facts),
    ...(order.buyer_id && facts.buyers.get(order.buyer_id)?.is_office === false
      ? [problem(textOf('messages.purchase-orders.buyer_not_office'), 'buyer_id')]
      : []),
    ...order.lines.flatMap((line, index) => [
      ...lineProblems(line, `lines.${index}.`, facts),
      ...offeredProblems(line, change, `lines.${index}.`, facts),
    ]),
  ]
}

/** Problems with a new season, brand or category in the lines of an issued order. */
export const sortingProblems = (work: Work, change: Change, facts: Facts): Problem[] => {
  const earlier = change.before && asOrder(change.before)
  return [
    ...frozenSeasonProblems(work, change, facts),
    ...asOrder(change.after).lines.flatMap((line, index) => {
      const earlierCategory = earlier?.lines.find(({ id }) => id === line.id)?.product_category_id
      return line.product_category_id === earlierCategory ? [] : leafProblems(line, `lines.${index}.`, facts)
    }),
  ]
}

/** If a colourway has SKUs, only sizes with an active SKU can be ordered. */
const offeredProblems = (line: Line, { before }: Change, path: string, { skus }: Facts): Problem[] => {
  const skuSizes = skus.get(line.colourway_id ?? 0)?.sizes
  if (!skuSizes || isCancelled(line)) return []
  const earlier = before && asOrder(before).lines.find(({ id }) => id !== undefined && id === line.id)
  const earlierSizes = earlier && earlier.colourway_id === line.colourway_id ? earlier.sizes : []
  return line.sizes.flatMap(({ size_id, qty }, index) => {
    const isOffered = skuSizes.some((sku) => sku.size_id === size_id && sku.active)
    const ordered = earlierSizes.find((row) => row.size_id === size_id)?.qty ?? 0
    return isOffered || qty <= ordered
      ? []
      : [problem(textOf('messages.size_not_offered'), `${path}sizes.${index}.qty`)]
  })
}

const blockedProblems = ({ supplier_id }: Order, { suppliers }: Facts) =>
  suppliers.get(supplier_id)?.standing === 'blocked'
    ? [problem(textOf('messages.purchase-orders.supplier_blocked'), 'supplier_id')]
    : []

const frozenSeasonProblems = ({ me }: Work, { before, after }: Change, { seasons }: Facts) => {
  if (me.role === 'admin') return []
  const order = asOrder(after)
  const earlierSeasons = new Set(
    before ? [before.season_id, ...asOrder(before).lines.map(({ season_id }) => season_id)] : [],
  )
  return withPaths(order).flatMap(([{ season_id }, path]) =>
    season_id && !earlierSeasons.has(season_id) && seasons.get(season_id)?.status === 'frozen'
      ? [problem(textOf('messages.purchase-orders.season_frozen'), `${path}season_id`)]
      : [],
  )
}

const depositProblems = ({ payment_term_id, deposit_pct }: Order, { terms }: Facts) => {
  const term = payment_term_id ? terms.get(payment_term_id) : undefined
  return term && compare(term.deposit_pct ?? '0', '0') === 0 && compare(deposit_pct ?? '0', '0') > 0
    ? [problem(textOf('messages.purchase-orders.no_deposit'), 'deposit_pct')]
    : []
}

const leafProblems = ({ product_category_id }: Line, path: string, { categories }: Pick<Facts, 'categories'>) =>
  product_category_id && categories.get(product_category_id)?.is_leaf === false
    ? [problem(textOf('messages.purchase-orders.category_not_leaf'), `${path}product_category_id`)]
    : []

const lineProblems = (line: Line, path: string, { categories, sizes, ratios }: Facts): Problem[] => [
  ...leafProblems(line, path, { categories }),
  ...line.sizes.flatMap(({ size_id }, index) =>
    sizes.get(size_id)?.size_scale_id === line.size_scale_id
      ? []
      : [problem(textOf('messages.purchase-orders.size_of_other_scale'), `${path}sizes.${index}.size_id`)],
  ),
  ...packProblems(line, ratios.get(line.ratio_id ?? 0)?.items ?? null).map(({ field = '', text }) =>
    problem(text, path + field),
  ),
]

/** Header and lines, each with the path of its fields. */
const withPaths = (order: Order): [Pick<Line, 'season_id' | 'house_brand_id' | 'ex_factory_date'>, string][] => [
  [order, ''],
  ...order.lines.map((line, index): [Line, string] => [line, `lines.${index}.`]),
]

/** Problems that prevent submitting an order for approval. */
export const submitProblems = ({ me }: Work, order: Order, facts: Facts): Problem[] => [
  ...supplierProblems(order, facts),
  ...withPaths(order).flatMap(([{ season_id, house_brand_id }, path]) => {
    const season = season_id ? facts.seasons.get(season_id) : undefined
    const brand = house_brand_id ? facts.brands.get(house_brand_id) : undefined
    const isSeasonOpen = season?.status === 'open' || (season?.status === 'frozen' && me.role === 'admin')
    return [
      ...(season && !isSeasonOpen
        ? [problem(textOf('messages.purchase-orders.season_not_open'), `${path}season_id`)]
        : []),
      ...(brand && brand.status !== 'active'
        ? [problem(textOf('messages.purchase-orders.brand_not_active'), `${path}house_brand_id`)]
        : []),
    ]
  }),
  ...(me.role === 'admin' ? [] : licenceProblems(order, facts)),
  ...order.lines.flatMap((line, index) => [
    ...lineProblems(line, `lines.${index}.`, facts),
    ...(line.colourway_id === null && facts.articles.get(line.article_id)?.has_colourways
      ? [problem(textOf('messages.purchase-orders.colourway_needed'), `lines.${index}.colourway_id`)]
      : []),
  ]),
]

/** Lines that leave the factory after the licence of their brand has expired. */
export const licenceProblems = (order: Order, { brands }: Facts): Problem[] =>
  withPaths(order).flatMap(([{ house_brand_id, ex_factory_date }, path]) => {
    const expiry = house_brand_id ? brands.get(house_brand_id)?.licence_expiry : null
    return expiry && ex_factory_date && ex_factory_date > expiry
      ? [problem(textOf('messages.purchase-orders.licence_ends'), `${path}ex_factory_date`)]
      : []
  })

export const supplierProblems = (order: Order, facts: Facts): Problem[] => [
  ...blockedProblems(order, facts),
  ...(facts.suppliers.get(order.supplier_id)?.status === 'active'
    ? []
    : [problem(textOf('messages.purchase-orders.supplier_not_active'), 'supplier_id')]),
]

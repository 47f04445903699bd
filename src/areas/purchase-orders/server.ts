import { sql } from 'kysely'
import { conflict, invalid } from '#server/kit/errors.ts'
import { type Change, type Doc, serve, type Work } from '#server/kit/kit.ts'
import { compare, multiply, sum } from '#shared/base/money.ts'
import { isArchivedIn, isDeletedIn } from '#shared/kit/area.ts'
import { choice } from '#shared/kit/fields.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { incoterms, isIncoterm } from '#shared/standards/incoterms.ts'
import { type Decision, decisionProblems, fourEyesProblems, isOverOfficeLimit } from '#shared/trade/approval.ts'
import { closeLine, reopenLine } from '#shared/trade/close-line.ts'
import { packProblems } from '#shared/trade/packs.ts'
import { purchaseOrders } from './area'
import {
  type ApprovalReason,
  asOrder,
  deriveTotals,
  inheritedFields,
  isCancelled,
  isOutsideSeason,
  type Line,
  type Order,
  openLines,
} from './rules'
import { followLibraries, followRemovals, isOtherwiseSorted, refreshNext, settleWarnings } from './server/attributes'
import { changeMoves, dropChange, settleChange } from './server/changes'
import { settleDeliveriesOfDay, settleDelivery } from './server/delivery'
import { factoryReasons, readMinimums, requestFactoryAgain, settleStanding } from './server/factories'
import { type Facts, idsOf, readFacts, statedFacts } from './server/facts'
import { figures } from './server/figures'
import { mailBuyer, mailSupplier, personOf, sendOrder, startClock } from './server/notices'
import { paperOf } from './server/paper'
import { followSettings, followTasks } from './server/risk'

export const server = serve(purchaseOrders, {
  scopes: {
    own_issued: (alias, caller) =>
      sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id} and ${sql.id(alias, 'issued_at')} is not null)`,
  },

  figures,

  conditions: {
    // As the dashboard counts: what is ordered and not cancelled, on the days that its lines ship.
    ship_date: (alias, holds) =>
      sql`exists (select 1 from order_ships as os where os.purchase_order_id = ${sql.id(alias, 'id')} and ${holds(sql.id('os', 'ship_date'))})`,
    acknowledged_late: (alias, holds) =>
      holds(sql`((${sql.id(alias, 'acknowledged_at')} at time zone 'UTC')::date > ${sql.id(alias, 'ack_due_date')})`),
  },

  ahead: (work, docs) => {
    const drafts = docs.filter(({ id, status }) => id === undefined || status === 'draft')
    if (drafts.length > 0) readFacts(work, drafts.map(asOrder)).catch(() => {})
  },

  prepare: async (work, changes) => {
    const asking = changes.filter((change) => isDraft(change) || isOtherwiseSorted(change))
    const facts =
      asking.length > 0
        ? await readFacts(
            work,
            asking.map(({ after }) => asOrder(after)),
          )
        : null
    const baseCurrency = String(work.context.settings.base_currency)
    for (const { after } of changes) await settleChange(work, asOrder(after))
    const problems = changes.map((change): Problem[] => {
      const order = asOrder(change.after)
      if (facts && isDraft(change)) fillIn(work, change, facts)
      numberLines(order)
      settleApproval(change)
      requestFactoryAgain(change)
      deriveTotals(order, baseCurrency)
      if (facts && isDraft(change)) fillTolerances(work, change, facts)
      if (facts && asking.includes(change)) for (const line of order.lines) settleWarnings(order, line, facts)
      // The portal itself takes over orders whose references have moved on since.
      if (!facts || !asking.includes(change) || work.me.id === 0) return []
      return isDraft(change) ? referenceProblems(work, change, facts) : sortingProblems(work, change, facts)
    })
    await takeOver(work, changes)
    await settleStanding(work, changes)
    const deliveries = await settleDelivery(work, changes)
    return problems.map((own, index) => [...own, ...(deliveries[index] ?? [])])
  },

  moves: {
    submit: {
      guard: async (work, _target, doc) => {
        const order = asOrder(doc)
        return submitProblems(work, order, await readFacts(work, [order]))
      },
      effect: async (work, target, _change, { comment }) => {
        const order = asOrder(target)
        // Goods beyond the licence are for the administrator to answer for, in words.
        if (!comment && licenceProblems(order, await readFacts(work, [order])).length > 0)
          throw invalid({ comment: [textOf('messages.purchase-orders.licence_override')] })
        order.submitted_by = personOf(work)
        await askForApproval(work, order)
      },
    },
    return: {
      guard: async (work, target) => {
        const { created_by } = await decisionOf(work, target)
        return fourEyesProblems({ created_by, submitted_by: null }, work.context)
      },
      effect: (_work, target) => withdraw(asOrder(target)),
    },
    take_back: {
      guard: async (work, target) => {
        const { created_by, submitted_by } = await decisionOf(work, target)
        const isTheirs = work.me.id === created_by || work.me.id === submitted_by
        return isTheirs ? [] : [problem(textOf('messages.purchase-orders.not_yours_to_take_back'))]
      },
      effect: (_work, target) => withdraw(asOrder(target)),
    },
    approve: {
      guard: async (work, target) => decisionProblems(await decisionOf(work, target), work.context),
      effect: (work, target, _change, { comment }) => {
        for (const line of asOrder(target).lines)
          if (line.status === 'pending') {
            line.status = 'approved'
            line.decided_by = personOf(work)
            line.decided_at = work.now
            line.approval_comment = textOrNull(comment)
          }
      },
    },
    issue: {
      guard: async (work, target) => supplierProblems(asOrder(target), await readFacts(work, [asOrder(target)])),
      effect: async (work, target) => {
        const order = asOrder(target)
        order.issued_at = work.now
        await startClock(work, [order])
        await sendOrder(work, order, 'po_issued')
      },
    },
    send_again: {
      effect: (work, target, _change, { comment }) =>
        sendOrder(work, asOrder(target), 'po_sent_again', textOrNull(comment) ?? ''),
    },
    recall: {
      effect: async (work, target) => {
        const order = asOrder(target)
        order.issued_at = null
        order.ack_due_date = null
        await mailSupplier(work, order, 'po_recalled')
      },
    },
    acknowledge: {
      effect: (work, target, _change, { comment }) => {
        const order = asOrder(target)
        if (work.me.role !== 'Agent' && !comment)
          throw invalid({ comment: [textOf('messages.purchase-orders.on_behalf_comment')] })
        order.acknowledged_at = work.now
        order.acknowledged_by = personOf(work)
        for (const line of openLines(order)) {
          line.promised_ex_factory_date ??= line.ex_factory_date
          line.forecast_ex_factory_date ??= line.ex_factory_date
        }
      },
    },
    ...changeMoves,
    decline: {
      effect: (work, target, _change, { reason }) => mailBuyer(work, asOrder(target), 'po_declined', String(reason)),
    },
    hold: {
      effect: (work, target, _change, { hold_type, reason, share_reason }) => {
        const hold_reason_shared = share_reason ? reason : null
        Object.assign(target, {
          on_hold: true,
          hold_type,
          hold_reason: reason,
          hold_reason_shared,
          held_at: work.now,
        })
      },
    },
    release: {
      effect: (_work, target) => {
        Object.assign(target, {
          on_hold: false,
          hold_type: null,
          hold_reason: null,
          hold_reason_shared: null,
          held_at: null,
        })
      },
    },
    short_close: {
      effect: (work, target, _change, { reason }) => {
        const order = asOrder(target)
        order.closed_at = work.now
        for (const line of openLines(order)) closeLine(line, String(reason))
      },
    },
    reopen_closed: {
      effect: (_work, target) => {
        const order = asOrder(target)
        order.closed_at = null
        for (const line of order.lines) if (!isCancelled(line)) reopenLine(line)
      },
    },
    complete: {
      effect: (work, target) => {
        const order = asOrder(target)
        order.closed_at = work.now
        for (const line of openLines(order)) line.line_status = 'closed'
      },
    },
    cancel: {
      effect: async (work, target, _change, { reason }) => {
        const order = asOrder(target)
        order.cancelled_at = work.now
        order.cancel_reason = String(reason)
        withdraw(order)
        dropChange(work, order)
        for (const line of openLines(order)) line.line_status = 'cancelled'
        if (order.issued_at) await mailSupplier(work, order, 'po_cancelled', String(reason))
      },
    },
  },

  mayDelete: (_work, doc) =>
    isDeletedIn(purchaseOrders, doc) ? [] : [problem(textOf('messages.purchase-orders.only_drafts_deleted'))],

  removed: (_work, doc) => {
    if (!isArchivedIn(purchaseOrders, doc) && !doc.archived_at)
      throw conflict('guard', textOf('messages.purchase-orders.still_live'))
  },

  // Send approval warnings with the draft: loaded later, they would shift the page.
  beside: async (work, record) =>
    record.status === 'draft' ? { facts: await statedFacts(work, asOrder(record)) } : {},

  // Once the supplier's people have seen it, an order is not taken back in silence.
  opened: async (kit, me, record) => {
    if (record.status !== 'issued' || (me.role !== 'Agent' && me.role !== 'staff')) return
    await kit.db.query(
      `update purchase_orders set first_viewed_at = now()
       where id = $1 and first_viewed_at is null and status = 'issued'`,
      [record.id],
      'purchase_order_opened',
    )
  },

  follows: { ...followLibraries, 'tna-tasks': followTasks, settings: followSettings },
  followsRemoval: followRemovals,
  daily: settleDeliveriesOfDay,
  jobs: { line_warnings: refreshNext },

  paper: paperOf,

  import: {
    aliases: {
      po_no: ['po', 'order no', 'purchase order', '订单号', '采购单号'],
      supplier_id: ['vendor', 'factory', '工厂', '供应商'],
      // Trading houses call the brand that they buy for the buyer, and the colleague who follows up the merchandiser.
      house_brand_id: ['brand', '品牌', 'buyer', 'buyer code', '客户', '客户代码'],
      buyer_id: ['merchandiser', 'merchandizer', '跟单员'],
      ex_factory_date: ['due date', 'exfty', 'ex factory', 'xf date', '交期', '出厂日期'],
      transport_mode: ['shipment mode', 'ship mode', 'mode of shipment', 'mode of transport', '运输方式'],
      ship_to_country: ['destination country', 'ship to country', '目的国'],
      'lines.article_id': ['style', 'style no', 'article', 'article no', 'item', '款号', '货号'],
      'lines.colourway_id': ['colour', 'color code', '颜色'],
      'lines.qty': ['po qty', 'order qty', 'ordered qty', 'units', 'pcs', '数量', '订单数量'],
      'lines.packed_qty': ['packed', '装箱数量'],
      'lines.unit_price': ['price', 'fob', 'unit cost', '单价'],
      'lines.sizes.size_id': ['size', '尺码'],
      'lines.sizes.qty': ['size qty', 'qty per size', '尺码数量'],
      'lines.sizes.gtin': ['ean', 'barcode', '条码'],
    },
    // An order book taken over from elsewhere was agreed there: it needs no approval here, and nobody is written to. That
    // goes around four eyes, so only an administrator may say so.
    options: { status: choice(['issued', 'confirmed'], { write: ['admin'] }) },
    take: (order, { status }) => {
      if (status !== 'issued' && status !== 'confirmed') return
      order.status = status
      if (typeof order.order_date === 'string') order.issued_at = `${order.order_date}T00:00:00Z`
    },
  },

  // What happened before the order was out is the office's own.
  historySince: (me, record) =>
    me.role === 'Agent' || me.role === 'staff' ? (record.issued_at as string | null) : null,
})

const isDraft = ({ before }: Change) => before === null || before.status === 'draft'
const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

// ---- defaults

/** Fills what the person left to the portal: from the supplier and the person on a new order, from header and article on new lines. */
const fillIn = (work: Work, { before, after }: Change, facts: Facts) => {
  const order = asOrder(after)
  const earlier = before && asOrder(before)
  if (!earlier) fillHeader(work, order, facts)
  fillDeposit(order, earlier, facts)
  for (const line of order.lines) {
    const earlierLine = earlier?.lines.find(({ id }) => id !== undefined && id === line.id)
    if (earlier && earlierLine) followHeader(order, earlier, line, earlierLine)
    else fillLine(order, line, facts)
    nameSizes(line, facts)
    if (earlier && earlierLine && line.status === 'approved' && isOtherBargain(order, earlier, line, earlierLine))
      line.status = 'not_submitted'
  }
  if (!earlier)
    for (const field of ['house_brand_id', 'season_id'] as const) order[field] ??= agreed(order.lines, field)
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
  const isOther = order.payment_term_id !== (earlier?.payment_term_id ?? null)
  const isSaid = order.deposit_pct !== (earlier?.deposit_pct ?? null)
  if (order.payment_term_id && isOther && !isSaid)
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
  line.product_category_id ??= order.product_category_id
  line.size_scale_id ??= sizes.get(line.sizes[0]?.size_id ?? 0)?.size_scale_id ?? article?.size_scale_id ?? null
}

/** Sizes without a SKU or GTIN take the article's. */
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

/** A line that held the header's value goes along when the header's changes, unless it was given another in the same breath. */
const followHeader = (order: Order, earlier: Order, line: Line, known: Line) => {
  const [now, then] = [line, known] as unknown as Record<string, unknown>[]
  for (const field of inheritedFields)
    if (now && then && order[field] !== null && then[field] === earlier[field] && now[field] === then[field])
      now[field] = order[field]
}

/** Whether a line differs from what was approved. */
const isOtherBargain = (order: Order, earlier: Order, line: Line, known: Line) =>
  order.supplier_id !== earlier.supplier_id ||
  order.currency !== earlier.currency ||
  line.article_id !== known.article_id ||
  line.ex_factory_date !== known.ex_factory_date ||
  (Boolean(known.factory_id) && line.factory_id !== known.factory_id) ||
  compare(line.unit_price ?? '0', known.unit_price ?? '0') !== 0 ||
  unitsOf(line) > known.qty

const unitsOf = ({ qty, sizes }: Line) => (sizes.length > 0 ? sizes.reduce((units, size) => units + size.qty, 0) : qty)

const agreed = (lines: readonly Line[], field: 'house_brand_id' | 'season_id') => {
  const [first, ...others] = new Set(lines.map((line) => line[field]))
  return others.length === 0 ? (first ?? null) : null
}

const numberLines = ({ lines }: Order) => {
  let last = Math.max(0, ...lines.map(({ line_no }) => line_no ?? 0))
  for (const line of lines) line.line_no ??= last += 10
}

/** The tolerance follows the size of the order until one is set by hand. */
const fillTolerances = ({ context }: Work, { before, after }: Change, { suppliers }: Facts) => {
  const order = asOrder(after)
  const earlier = before && asOrder(before)
  const supplier = suppliers.get(order.supplier_id)
  const usual = (units: number) =>
    String(
      context.settings[
        units >= Number(context.settings.large_order_units) ? 'qty_tolerance_large_pct' : 'qty_tolerance_small_pct'
      ],
    )
  for (const [field, own] of [
    ['qty_tolerance_over_pct', supplier?.over_pct],
    ['qty_tolerance_under_pct', supplier?.under_pct],
  ] as const) {
    const earlierValue = earlier?.[field]
    const isUsual =
      order[field] === earlierValue && earlierValue && compare(earlierValue, usual(earlier.total_qty ?? 0)) === 0
    if (order[field] === null || (isUsual && !own)) order[field] = own ?? usual(order.total_qty ?? 0)
  }
}

// ---- problems of a draft

const referenceProblems = (work: Work, change: Change, facts: Facts): Problem[] => {
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

/** What speaks against sorting the lines of an order that is out otherwise. */
const sortingProblems = (work: Work, change: Change, facts: Facts): Problem[] => {
  const earlier = change.before && asOrder(change.before)
  return [
    ...frozenSeasonProblems(work, change, facts),
    ...asOrder(change.after).lines.flatMap((line, index) => {
      const earlierCategory = earlier?.lines.find(({ id }) => id === line.id)?.product_category_id
      return line.product_category_id === earlierCategory ? [] : leafProblems(line, `lines.${index}.`, facts)
    }),
  ]
}

/** Where the SKUs of a colour are kept, more is ordered only of sizes in use. */
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

/** The header and its lines with the path that leads to their fields. */
const withPaths = (order: Order): [Pick<Line, 'season_id' | 'house_brand_id' | 'ex_factory_date'>, string][] => [
  [order, ''],
  ...order.lines.map((line, index): [Line, string] => [line, `lines.${index}.`]),
]

// ---- approval

const submitProblems = ({ me }: Work, order: Order, facts: Facts): Problem[] => [
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

/** What would leave the factory after the licence of its brand has ended. */
const licenceProblems = (order: Order, { brands }: Facts): Problem[] =>
  withPaths(order).flatMap(([{ house_brand_id, ex_factory_date }, path]) => {
    const expiry = house_brand_id ? brands.get(house_brand_id)?.licence_expiry : null
    return expiry && ex_factory_date && ex_factory_date > expiry
      ? [problem(textOf('messages.purchase-orders.licence_ends'), `${path}ex_factory_date`)]
      : []
  })

const supplierProblems = (order: Order, facts: Facts): Problem[] => [
  ...blockedProblems(order, facts),
  ...(facts.suppliers.get(order.supplier_id)?.status === 'active'
    ? []
    : [problem(textOf('messages.purchase-orders.supplier_not_active'), 'supplier_id')]),
]

/** Puts every line that is not approved yet before the approvers, with what they should look at. */
const askForApproval = async (work: Work, order: Order) => {
  const facts = await readFacts(work, [order])
  const [lastPrices, retail, minimums] = await Promise.all([
    readLastPrices(work, order),
    readRetailReasons(work, order),
    readMinimums(work, order),
  ])
  const ofOrder = orderReasons(work, order, facts)
  for (const line of order.lines)
    if (!isCancelled(line) && line.status !== 'approved') {
      line.status = 'pending'
      line.approval_round += 1
      line.last_price = lastPrices.get(line.article_id) ?? null
      line.approval_reasons = [
        ...priceReasons(work, line),
        ...ofOrder,
        ...seasonReasons(order, line, facts),
        ...(retail.get(line.id ?? 0) ?? []),
        ...factoryReasons(work, line, minimums),
      ]
      line.decided_by = null
      line.decided_at = null
      line.approval_comment = null
    }
}

const orderReasons = ({ context }: Work, order: Order, { suppliers }: Facts): ApprovalReason[] => [
  ...(isOverOfficeLimit(order.total_value_base, context.settings) ? ['value_above_limit' as const] : []),
  ...(suppliers.get(order.supplier_id)?.standing === 'watch' ? ['supplier_on_watch' as const] : []),
]

const priceReasons = (
  { context: { settings } }: Work,
  { unit_price, target_price, last_price }: Line,
): ApprovalReason[] => [
  ...(isAbove(unit_price, target_price, settings.price_over_target_pct) ? ['price_above_target' as const] : []),
  ...(isAbove(unit_price, last_price, settings.price_over_last_pct) ? ['price_above_last' as const] : []),
]

const isAbove = (price: string | null, measure: string | null, tolerated: unknown) =>
  price !== null &&
  measure !== null &&
  compare(multiply(price, '100'), multiply(measure, sum(['100', String(tolerated)]))) > 0

const seasonReasons = ({ order_date }: Order, { season_id }: Line, { seasons }: Facts): ApprovalReason[] => {
  const season = season_id ? seasons.get(season_id) : undefined
  return isOutsideSeason(order_date, season) ? ['outside_season_window'] : []
}

/** Of lines that need a retail price: that one is missing, leaves less mark-up than their category asks for, or cannot be checked. */
const readRetailReasons = async (work: Work, { lines }: Order) => {
  const rows = await work.tx.query<{ id: number; reasons: ApprovalReason[] }>(
    `select po_line_id as id, array_remove(array[
       case when bool_or(status = 'required') then 'rrp_missing' end,
       case when bool_or(amount is not null and imu_pct < min_imu_pct) then 'imu_below_minimum' end,
       case when bool_or(findings && '{no_cost,no_rate,no_tax}') then 'rrp_unchecked' end], null) as reasons
     from po_line_rrps where po_line_id = any($1::bigint[]) and status <> 'not_required' and archived_at is null
     group by po_line_id`,
    [lines.flatMap(({ id }) => id ?? [])],
    'purchase_order_retail_reasons',
  )
  return new Map(rows.map(({ id, reasons }) => [id, reasons]))
}

/** What the supplier was last granted for each article, in this order's currency. */
const readLastPrices = async (work: Work, { id, supplier_id, currency, lines }: Order) => {
  const rows = await work.tx.query<{ article_id: number; unit_price: string }>(
    `select distinct on (l.article_id) l.article_id, l.unit_price
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.article_id = any($1::bigint[]) and o.supplier_id = $2 and o.currency = $3 and o.id <> $4
       and o.status in ('approved', 'issued', 'confirmed', 'closed', 'completed')
       and o.order_type is distinct from 'sample' and l.line_status <> 'cancelled' and l.unit_price > 0
     order by l.article_id, o.order_date desc nulls last, l.id desc`,
    [[...idsOf(lines, ({ article_id }) => [article_id])], supplier_id, currency, id],
    'purchase_order_last_prices',
  )
  return new Map(rows.map(({ article_id, unit_price }) => [article_id, unit_price]))
}

/** Who made the order is no field of it; the decision needs to know. */
const decisionOf = async (work: Work, target: Doc): Promise<Decision> => {
  const [row] = await work.tx.query<{ created_by: number | null }>(
    'select created_by from purchase_orders where id = $1',
    [target.id],
    'purchase_order_creator',
  )
  const { submitted_by, total_value_base } = asOrder(target)
  return { created_by: row?.created_by ?? null, submitted_by, value_base: total_value_base }
}

/**
 * The header follows its lines. With the last decision the order is approved if every line is; otherwise it goes back
 * to its draft, where the refused lines are mended and put forward again while the approved ones keep their approval.
 */
const settleApproval = ({ before, after }: Change) => {
  const lines = asOrder(after).lines.filter((line) => !isCancelled(line))
  if (before?.status !== 'pending_approval' || after.status !== 'pending_approval') return
  if (lines.some(({ status }) => status === 'pending')) return
  after.status = lines.every(({ status }) => status === 'approved') ? 'approved' : 'draft'
}

/** Withdraws undecided lines from approval. */
const withdraw = ({ lines }: Order) => {
  for (const line of lines) if (line.status === 'pending') line.status = 'not_submitted'
}

// ---- imported orders that are past their draft

/** Orders taken over from elsewhere stand where they stood: their lines are as approved as they are, their clock runs. */
const takeOver = async (work: Work, changes: readonly Change[]) => {
  const taken = changes.flatMap(({ before, after }) =>
    before === null && after.status !== 'draft' ? [asOrder(after)] : [],
  )
  for (const order of taken) {
    const approval = order.status === 'pending_approval' ? 'pending' : 'approved'
    for (const line of order.lines) {
      if (line.status === 'not_submitted' && order.status !== 'cancelled') line.status = approval
      if (line.line_status === 'open') line.line_status = lineStatusIn[order.status] ?? 'open'
    }
    if (outStates.has(order.status)) order.issued_at ??= work.now
    deriveTotals(order, String(work.context.settings.base_currency))
  }
  await startClock(
    work,
    taken.filter(({ status, ack_due_date }) => status === 'issued' && ack_due_date === null),
  )
}

const lineStatusIn: Record<string, Line['line_status']> = {
  closed: 'closed',
  completed: 'closed',
  cancelled: 'cancelled',
}
const outStates: ReadonlySet<string> = new Set([
  'issued',
  'change_proposed',
  'confirmed',
  'declined',
  'closed',
  'completed',
])

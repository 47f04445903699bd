import { sql } from 'kysely'
import { followFiles } from '#server/allocation/attachment-lines.ts'
import { deriveRequirements } from '#server/allocation/requirements.ts'
import { conflict } from '#server/kit/errors.ts'
import { type Change, serve } from '#server/kit/kit.ts'
import { canBeArchived, canBeDeleted } from '#shared/kit/area.ts'
import { choice } from '#shared/kit/fields.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { purchaseOrders } from './area'
import { asOrder, deriveTotals } from './rules'
import { approvalMoves, mailDecision, settleApproval } from './server/approval'
import { followLibraries, followRemovals, isReclassified, refreshNext, settleWarnings } from './server/attributes'
import { changeMoves, settleChange } from './server/changes'
import { completeOrders } from './server/completion'
import { fillIn, fillTolerances, numberLines } from './server/defaults'
import { settleDeliveriesOfDay, settleDelivery } from './server/delivery'
import {
  resubmitChangedFactories,
  settleLineReadiness,
  settleTurnsOfLines,
  unlinkedFactoryProblems,
} from './server/factories'
import { readFacts, statedFacts } from './server/facts'
import { figures } from './server/figures'
import { orderMoves } from './server/moves'
import { paperOf } from './server/paper'
import { referenceProblems, sortingProblems } from './server/problems'
import { followSettings, followTasks } from './server/risk'
import { takeOver } from './server/take-over'

export const server = serve(purchaseOrders, {
  scopes: {
    own_issued: (alias, caller) =>
      sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id} and ${sql.id(alias, 'issued_at')} is not null)`,
  },

  figures,

  conditions: {
    // The dashboard's definition: ordered and not cancelled, by the dates that the lines ship.
    ship_date: (alias, holds) =>
      sql`exists (select 1 from order_ships as os where os.purchase_order_id = ${sql.id(alias, 'id')} and ${holds(sql.id('os', 'ship_date'))})`,
    acknowledged_late: (alias, holds) =>
      holds(sql`((${sql.id(alias, 'acknowledged_at')} at time zone 'UTC')::date > ${sql.id(alias, 'ack_due_date')})`),
  },

  startLookups: (work, docs) => {
    const drafts = docs.filter(({ id, status }) => id === undefined || status === 'draft')
    if (drafts.length > 0) readFacts(work, drafts.map(asOrder)).catch(() => {})
  },

  prepare: async (work, changes) => {
    const checked = changes.filter((change) => isDraft(change) || isReclassified(change))
    const facts =
      checked.length > 0
        ? await readFacts(
            work,
            checked.map(({ after }) => asOrder(after)),
          )
        : null
    const baseCurrency = String(work.context.settings.base_currency)
    for (const { after } of changes) await settleChange(work, asOrder(after))
    const problems = changes.map((change): Problem[] => {
      const order = asOrder(change.after)
      if (facts && isDraft(change)) fillIn(work, change, facts)
      numberLines(order)
      settleApproval(change)
      resubmitChangedFactories(change)
      deriveTotals(order, baseCurrency)
      if (facts && isDraft(change)) fillTolerances(work, change, facts)
      if (facts && checked.includes(change)) for (const line of order.lines) settleWarnings(order, line, facts)
      // Not for the portal itself: it imports orders whose references may have changed since.
      if (!facts || !checked.includes(change) || work.me.id === 0) return []
      return isDraft(change) ? referenceProblems(work, change, facts) : sortingProblems(work, change, facts)
    })
    const factoryProblems = await Promise.all(changes.map((change) => unlinkedFactoryProblems(work, change)))
    await takeOver(work, changes)
    await deriveRequirements(work, changes)
    await settleLineReadiness(work, changes)
    const deliveries = await settleDelivery(work, changes)
    return problems.map((lineProblems, index) => [
      ...lineProblems,
      ...(factoryProblems[index] ?? []),
      ...(deliveries[index] ?? []),
    ])
  },

  written: async (work, changes) => {
    await settleTurnsOfLines(work, changes)
    await completeOrders(work, changes)
    for (const change of changes) await mailDecision(work, change)
  },

  moves: { ...approvalMoves, ...orderMoves, ...changeMoves },

  mayDelete: (_work, doc) =>
    canBeDeleted(purchaseOrders, doc) ? [] : [problem(textOf('messages.purchase-orders.only_drafts_deleted'))],

  removed: (_work, doc) => {
    if (!canBeArchived(purchaseOrders, doc) && !doc.archived_at)
      throw conflict('guard', textOf('messages.purchase-orders.still_live'))
  },

  // Send approval warnings with the draft: loaded later, they would shift the page.
  extras: async (work, record) =>
    record.status === 'draft' ? { facts: await statedFacts(work, asOrder(record)) } : {},

  // Once the supplier has seen an order, recalling it needs a notice.
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
  filesChanged: (work, ids) => followFiles(work, purchaseOrders.name, ids),
  daily: settleDeliveriesOfDay,
  jobs: { line_warnings: refreshNext },

  paper: paperOf,

  import: {
    aliases: {
      po_no: ['po', 'order no', 'purchase order', 'purchase order no', '订单号', '采购单号'],
      supplier_id: ['vendor', 'vendor name', 'supplier name', 'factory', '工厂', '供应商', '供应商名称'],
      // Trading houses call the house brand "buyer", and the colleague who follows up "merchandiser".
      house_brand_id: ['brand', '品牌', 'buyer', 'buyer code', '客户', '客户代码'],
      buyer_id: ['merchandiser', 'merchandizer', '跟单员'],
      ex_factory_date: ['due date', 'exfty', 'ex fty date', 'ex factory', 'xf date', '交期', '出厂日期'],
      transport_mode: ['shipment mode', 'ship mode', 'mode of shipment', 'mode of transport', '运输方式'],
      ship_to_country: ['destination country', 'ship to country', '目的国'],
      'lines.article_id': ['style', 'style no', 'article', 'article no', 'item', '款号', '货号'],
      'lines.colourway_id': ['colour', 'color code', 'color name', '颜色'],
      'lines.qty': ['po qty', 'order qty', 'ordered qty', 'units', 'pcs', '数量', '订单数量'],
      'lines.packed_qty': ['packed', '装箱数量'],
      'lines.unit_price': ['price', 'fob', 'fob price', 'unit cost', '单价'],
      'lines.sizes.size_id': ['size', '尺码'],
      'lines.sizes.qty': ['size qty', 'qty per size', '尺码数量'],
      'lines.sizes.gtin': ['ean', 'barcode', '条码'],
    },
    // Orders taken over from elsewhere were agreed there: they need no approval and send no notices. As this bypasses
    // the four-eyes principle, only administrators may choose it.
    options: { status: choice(['issued', 'confirmed'], { write: ['admin'] }) },
    take: (order, { status }) => {
      if (status !== 'issued' && status !== 'confirmed') return
      order.status = status
      if (typeof order.order_date === 'string') order.issued_at = `${order.order_date}T00:00:00Z`
    },
  },

  // The history before the issue is internal to the office.
  historySince: (me, record) =>
    me.role === 'Agent' || me.role === 'staff' ? (record.issued_at as string | null) : null,
})

const isDraft = ({ before }: Change) => before === null || before.status === 'draft'

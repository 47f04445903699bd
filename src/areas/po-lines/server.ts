import { type RawBuilder, sql } from 'kysely'
import { followFiles, followOrders, settleAttachmentsOfDay } from '#server/allocation/attachment-lines.ts'
import { cellReminderRoute } from '#server/allocation/cell-reminders.ts'
import { copyEverythingRoute } from '#server/allocation/copy-everything.ts'
import { type Doc, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Decision, decisionProblems } from '#shared/trade/approval.ts'
import { type ClosableLine, closeLine, reopenLine } from '#shared/trade/close-line.ts'
import { isReceived, onTimeInFull } from '#shared/trade/delivered-sql.ts'
import { type AppliedChange, type ChangedOrder, valueWithItems } from '#shared/trade/order-changes.ts'
import type { ValuedOrder } from '#shared/trade/order-value.ts'
import { poLines } from './area'
import { figures } from './server/figures'
import { readinessRoutes } from './server/readiness'
import { readinessExportRoute } from './server/readiness-export'
import { requirementRoutes } from './server/requirements'

/** The hooks of an approver's three decisions; the order is settled with its last line (`settleApproval`). */
const decision: MoveHooks = {
  guard: async (work, target) => decisionProblems(await decisionOf(work, target), work.context),
  effect: (work, target, _change, { comment }) => {
    target.decided_by = work.me.id || null
    target.decided_at = work.now
    target.approval_comment = comment ?? null
  },
}

export const server = serve(poLines, {
  figures,
  conditions: {
    supplier_id: (alias, holds) => ofOrder(alias, holds(sql`po.supplier_id`)),
    buyer_id: (alias, holds) => ofOrder(alias, holds(sql`po.buyer_id`)),
    left_undated: (alias, holds) =>
      holds(
        sql`(${sql.id(alias, 'goods_state')} is not distinct from 'left' and ${sql.id(alias, 'actual_ex_factory_date')} is null)`,
      ),
    order_status: (alias, holds) => ofOrder(alias, holds(sql`po.status`)),
    otif: (alias, holds) =>
      ofOrder(
        alias,
        holds(
          sql.raw(
            `(case when ${isReceived(`"${alias}"`, 'po')} then case when ${onTimeInFull(`"${alias}"`, 'po')} then 'met' else 'missed' end end)`,
          ),
        ),
      ),
  },
  moves: {
    approve: decision,
    request_revision: decision,
    reject: decision,
    short_close: {
      guard: async (work, target) => {
        const { order_status, open_others, is_changing } = await orderStateOf(work, target)
        return [
          ...(order_status === 'confirmed' ? [] : [problem(textOf('problems.po-lines.order_not_confirmed'))]),
          ...(target.line_status === 'open' ? [] : [problem(textOf('problems.po-lines.not_open'))]),
          ...(open_others > 0 ? [] : [problem(textOf('problems.po-lines.last_open'))]),
          ...(is_changing ? [problem(textOf('problems.po-lines.change_waits'))] : []),
        ]
      },
      effect: (_work, target, _change, { reason }) => closeLine(target as unknown as ClosableLine, String(reason)),
    },
    reopen_closed: {
      guard: async (work, target) => [
        ...((await orderStateOf(work, target)).order_status === 'confirmed'
          ? []
          : [problem(textOf('problems.po-lines.order_not_confirmed'))]),
        ...(target.line_status === 'short_closed' || target.line_status === 'closed'
          ? []
          : [problem(textOf('problems.po-lines.not_closed'))]),
      ],
      effect: (_work, target) => reopenLine(target as unknown as ClosableLine),
    },
    set_requirements: {
      guard: (_work, target) => (target.line_status === 'open' ? [] : [problem(textOf('problems.po-lines.not_open'))]),
      effect: (_work, target, _change, { added_requirements, removed_requirements }) => {
        const removed = (removed_requirements ?? []) as string[]
        // A requirement on both lists is removed.
        target.added_requirements = ((added_requirements ?? []) as string[]).filter((name) => !removed.includes(name))
        target.removed_requirements = removed
      },
    },
  },
  filesChanged: (work, ids) => followFiles(work, poLines.name, ids),
  follows: { 'purchase-orders': followOrders },
  daily: settleAttachmentsOfDay,
  routes: (app, kit) => {
    requirementRoutes(app, kit)
    readinessRoutes(app, kit)
    readinessExportRoute(app, kit)
    cellReminderRoute(app, kit, poLines)
    copyEverythingRoute(app, kit, poLines)
  },
})

const ofOrder = (alias: string, holds: RawBuilder<unknown>) =>
  sql`exists (select 1 from purchase_orders as po where po.id = ${sql.id(alias, 'purchase_order_id')} and ${holds})`

/** The state of the line's order, as the guards need it. */
const orderStateOf = async (work: Work, { id, purchase_order_id }: Doc): Promise<OrderState> => {
  const [row] = await work.tx.query<OrderState>(
    `select o.status as order_status,
       (select count(*)::int from po_lines l
        where l.purchase_order_id = o.id and l.line_status = 'open' and l.id <> $2) as open_others,
       exists (select from po_changes c join po_change_items i on i.po_change_id = c.id
        where c.purchase_order_id = o.id and c.outcome in ('proposed', 'in_approval') and i.po_line_id = $2) as is_changing
     from purchase_orders o where o.id = $1`,
    [purchase_order_id, id],
    'po_line_around',
  )
  return row ?? { order_status: '', open_others: 0, is_changing: false }
}
interface OrderState {
  order_status: string
  /** The number of other open lines of the order. */
  open_others: number
  /** Whether an open change concerns the line. */
  is_changing: boolean
}

/** The facts of a decision: authors and value of the whole order; for a change in approval, the value after the change. */
const decisionOf = async (work: Work, { purchase_order_id }: Doc): Promise<Decision> => {
  const [row] = await work.tx.query<Decision & { is_changing: boolean }>(
    `select o.created_by, o.submitted_by, o.total_value_base as value_base,
       exists (select from po_changes c where c.purchase_order_id = o.id and c.outcome = 'in_approval') as is_changing
     from purchase_orders o where o.id = $1`,
    [purchase_order_id],
    'po_line_decision',
  )
  if (!row) return { created_by: null, submitted_by: null, value_base: null }
  const { is_changing, ...decision } = row
  return is_changing ? { ...decision, value_base: await valueAsChanged(work, Number(purchase_order_id)) } : decision
}

const valueAsChanged = async (work: Work, orderId: number): Promise<string | null> => {
  const [order] = await work.kit.repository('purchase-orders').find(work.tx, system, [orderId])
  if (!order) return null
  const changed = order as unknown as ChangedOrder & ValuedOrder & { changes: (AppliedChange & { outcome: string })[] }
  const items = changed.changes.find(({ outcome }) => outcome === 'in_approval')?.items ?? []
  return valueWithItems(changed, items, String(work.context.settings.base_currency))
}

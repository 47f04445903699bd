import { restartDailyWork } from '#server/kit/daily.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import type { Register } from '#shared/kit/area.ts'
import { type LineKind, linePlanOf } from '#shared/trade/line-kinds.ts'
import { namesOfKind } from '#shared/trade/requirement-profiles.ts'
import { changedLines, openLinesWith, settleByRecords } from './settle-lines'

/** The kind whose records are files of lines and of their orders. */
export const attachmentKind = (register: Register): LineKind => {
  const area = register.get('po-lines')
  const plan = linePlanOf(area)
  if (!plan) throw new Error('order lines answer no kind of requirement')
  return { area, plan }
}

/** Sets how far lines are with the attachments that they need. */
const settleAttachments = async (work: Work, ids: readonly number[]): Promise<void> =>
  work.isTrial ? undefined : settleByRecords(work, attachmentKind(work.kit.register), ids)

/** Files of lines, or of orders and with them of all their lines, were attached, changed or removed. */
export const followFiles = async (
  work: Work,
  of: 'po-lines' | 'purchase-orders',
  records: readonly number[],
): Promise<void> => {
  const its = of === 'po-lines' ? 'id' : 'purchase_order_id'
  // Whoever writes what a line needs at the same time would otherwise see neither these files nor be seen.
  await work.tx.query(
    `select id from purchase_orders where id in (select purchase_order_id from po_lines where ${its} = any($1::bigint[]))
     order by id for update`,
    [records],
    `attachment_orders_lock_${its}`,
  )
  const rows = await work.tx.query<{ id: number }>(
    `select id from po_lines where ${its} = any($1::bigint[])
       and requirements && $2::text[] order by purchase_order_id, id limit ${mostAtOnce + 1}`,
    [records, namesOfKind('attachments')],
    `attachment_lines_by_${its}`,
  )
  await settleAttachments(
    work,
    rows.slice(0, mostAtOnce).map(({ id }) => id),
  )
  // Files of many orders at once: the rest follows in the background.
  if (rows.length > mostAtOnce) await restartDailyWork(work, 'po-lines')
}
/** As many lines as an order has at most. */
const mostAtOnce = 200

/** Orders were written: lines that need attachments, or did. Files of an earlier supplier count no more. */
export const followOrders = (work: Work, changes: readonly Change[]) =>
  settleAttachments(
    work,
    changedLines({ kind: 'attachments', order: ['status', 'supplier_id'], line: ['line_status'] }, changes),
  )

/** A portion of the daily work. */
export const settleAttachmentsOfDay = async (work: Work, after: number): Promise<number | null> => {
  const { ids, next } = await openLinesWith(work, attachmentKind(work.kit.register).plan, after)
  await settleAttachments(work, ids)
  return next
}

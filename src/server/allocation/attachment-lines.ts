import { restartDailyWork } from '#server/kit/daily.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import type { Register } from '#shared/kit/area.ts'
import { type LineKind, linePlanOf } from '#shared/trade/line-kinds.ts'
import { namesOfKind } from '#shared/trade/requirement-profiles.ts'
import { changedLines, openLinesWith, settleByRecords } from './settle-lines'

/** The kind "attachments": its records are files of lines and of their orders. */
export const attachmentKind = (register: Register): LineKind => {
  const area = register.get('po-lines')
  const plan = linePlanOf(area)
  if (!plan) throw new Error('The area po-lines declares no line plan, so attachments cannot be settled')
  return { area, plan }
}

/** Sets the attachment readiness of lines. */
const settleAttachments = async (work: Work, ids: readonly number[]): Promise<void> =>
  work.isTrial ? undefined : settleByRecords(work, attachmentKind(work.kit.register), ids)

/** Settles lines after files of lines, or of orders (and so of all their lines), were attached, changed or removed. */
export const followFiles = async (
  work: Work,
  owner: 'po-lines' | 'purchase-orders',
  records: readonly number[],
): Promise<void> => {
  const column = owner === 'po-lines' ? 'id' : 'purchase_order_id'
  // Without the lock, a concurrent change of requirements and this write would not see each other.
  await work.tx.query(
    `select id from purchase_orders where id in (select purchase_order_id from po_lines where ${column} = any($1::bigint[]))
     order by id for update`,
    [records],
    `attachment_orders_lock_${column}`,
  )
  const rows = await work.tx.query<{ id: number }>(
    `select id from po_lines where ${column} = any($1::bigint[])
       and requirements && $2::text[] order by purchase_order_id, id limit ${maxLinesAtOnce + 1}`,
    [records, namesOfKind('attachments')],
    `attachment_lines_by_${column}`,
  )
  await settleAttachments(
    work,
    rows.slice(0, maxLinesAtOnce).map(({ id }) => id),
  )
  // The remaining lines of many orders are settled by the daily work.
  if (rows.length > maxLinesAtOnce) await restartDailyWork(work, 'po-lines')
}
/** The most lines of an order. */
const maxLinesAtOnce = 200

/** Settles the lines of written orders that need attachments, or did. Files of an earlier supplier no longer count. */
export const followOrders = (work: Work, changes: readonly Change[]) =>
  settleAttachments(
    work,
    changedLines({ kind: 'attachments', order: ['status', 'supplier_id'], line: ['line_status'] }, changes),
  )

/** Settles one portion of the open lines as daily work; returns the id to go on after, null at the end. */
export const settleAttachmentsOfDay = async (work: Work, after: number): Promise<number | null> => {
  const { ids, next } = await openLinesWith(work, attachmentKind(work.kit.register).plan, after)
  await settleAttachments(work, ids)
  return next
}

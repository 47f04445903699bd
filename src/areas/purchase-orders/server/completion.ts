import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import { asOrder, isComplete, type Order, openChange, openLines } from '../rules'

/**
 * Completes written orders whose last goods are received and invoiced. Only an event of this write completes an order, so
 * that a reopened order stays open.
 */
export const completeOrders = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (work.isTrial) return
  for (const { before, after } of changes) {
    const order = asOrder(after)
    if (!before || order.status !== 'confirmed' || isBlocked(order) || !isComplete(order)) continue
    if (!(await hasProgressed(work, asOrder(before), order))) continue
    await work.kit.repository('purchase-orders').move(asPortal(work, 'complete'), Number(after.id), 'complete', {})
  }
}

/** Whether a hold or an open change prevents the completion. */
const isBlocked = (order: Order): boolean => Boolean(order.on_hold || openChange(order))

/** Whether this write counted goods, closed a line, or ended the hold or change. */
const hasProgressed = async ({ tx }: Work, before: Order, order: Order): Promise<boolean> => {
  if (countsOf(before) !== countsOf(order)) return true
  if (before.status === 'closed' || before.status === 'completed') return false
  if (!isBlocked(before) && openLines(before).length <= openLines(order).length) return false
  const reopened = await tx.query(
    `select 1 from history where area = 'purchase-orders' and record_id = $1 and action = 'reopen_closed' limit 1`,
    [order.id],
    'purchase_order_reopened',
  )
  return reopened.length === 0
}

const countsOf = ({ lines }: Order) =>
  JSON.stringify(lines.map(({ id, received_qty, invoiced_qty }) => [id, received_qty ?? 0, invoiced_qty ?? 0]))

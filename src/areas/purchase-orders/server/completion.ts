import { asPortal } from '#server/kit/as-portal.ts'
import type { Change, Work } from '#server/kit/kit.ts'
import { asOrder, isComplete, openChange } from '../rules'

/**
 * Orders were written: those whose last goods are received and invoiced are completed. Only what was received or invoiced
 * just now does it, so that an order that somebody opened again stays open.
 */
export const completeOrders = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (work.isTrial) return
  for (const { before, after } of changes) {
    const order = asOrder(after)
    if (!before || order.status !== 'confirmed' || order.on_hold || openChange(order)) continue
    if (countsOf(before) === countsOf(after) || !isComplete(order)) continue
    await work.kit.repository('purchase-orders').move(asPortal(work, 'complete'), Number(after.id), 'complete', {})
  }
}

const countsOf = (order: Change['after']) =>
  JSON.stringify(
    asOrder(order).lines.map(({ id, received_qty, invoiced_qty }) => [id, received_qty ?? 0, invoiced_qty ?? 0]),
  )

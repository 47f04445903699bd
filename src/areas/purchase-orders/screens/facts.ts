import { daysBetween, today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { session } from '#web/providers/session.ts'
import { purchaseOrders } from '../area'

/** Days by which the supplier's answer is late; 0 when it is not. */
export const daysOverdue = ({ status, ack_due_date }: Answerable, now = today()): number =>
  status === 'issued' && typeof ack_due_date === 'string' ? Math.max(0, daysBetween(ack_due_date, now)) : 0

/** The tone of the worst problem of an order; null without problems. */
export const problemOf = (order: AnyRecord): Tone | null => {
  if (daysOverdue(order) > 0) return 'danger'
  return order.on_hold || Number(order.slip_days) > 0 ? 'warning' : null
}

/** Whether the signed-in user belongs to a supplier, and so sees only its orders. */
export const isSupplierSide = (): boolean => {
  const role = session()?.role
  return role !== undefined && role in (purchaseOrders.scope ?? {})
}

interface Answerable {
  status?: string
  ack_due_date?: unknown
}

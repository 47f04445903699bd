import { dropMoves } from '#shared/trade/change-terms.ts'
import { can } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import type { Order } from '../rules'
import { isSupplierSide } from './facts'
import type { OpenItem, OpenOrder } from './open-order'
import { screenText } from './texts'

/** Moves with new values, which have a dialog of their own. */
export const proposalMoves: ReadonlySet<string> = new Set(['propose_change', 'counter', 'revise', 'request_change'])

/** The values that decide the next step of an order; its list has them as well. */
export type OrderSituation = Pick<Order, 'on_hold' | 'change_awaits' | 'later_lines'> & { status: string }

/**
 * The next move that this user should make; null when the other side has to act. An issued order waits for its
 * supplier.
 */
export const nextStep = (order: OrderSituation): string | null => {
  const { status, on_hold, change_awaits } = order
  if (on_hold) return isSupplierSide() ? null : 'release'
  if (status === 'issued') return isSupplierSide() ? answerOf(order) : null
  if (status === 'change_proposed') return isSupplierSide() ? null : 'accept_change'
  if (change_awaits) return isSupplierSide() === (change_awaits === 'supplier') ? 'accept_request' : null
  return officeSteps[status] ?? null
}
const officeSteps: Record<string, string> = { draft: 'submit', pending_approval: 'approve', approved: 'issue' }

/** A line promised for a later date needs a change request. */
const answerOf = ({ later_lines }: OrderSituation) => (later_lines ? 'propose_change' : 'acknowledge')

/** The label of the next step's button, when it differs from the name of the move. */
export const nextLabel = (order: OrderSituation): string | undefined =>
  nextStep(order) === 'propose_change' ? screenText('answer.propose', { count: order.later_lines ?? 0 }) : undefined

/** The label of a proposal's button, with the number of lines. */
export const proposeLabel = (items: readonly Pick<OpenItem, 'po_line_id'>[]): string =>
  screenText('answer.propose', { count: new Set(items.map(({ po_line_id }) => po_line_id)).size })

/** Why the supplier cannot answer now; null when it can, or when the user does not answer. */
export const answerRefusal = (order: OpenOrder): string | null => {
  const step = isSupplierSide() && order.status === 'issued' ? nextStep(order) : null
  if (!step || !can(purchaseOrders.name, `move:${step}`)) return null
  const offer = order.moves?.find(({ name }) => name === step)
  return offer && !offer.allowed ? offer.reason : null
}

/** The move by which the office can drop a line of the order now; null when there is none. */
export const dropMove = ({ moves = [] }: OpenOrder): string | null =>
  isSupplierSide()
    ? null
    : (dropMoves.find((move) => moves.some(({ name, allowed }) => name === move && allowed)) ?? null)

/** Whether the user may answer single lines with other values. */
export const mayAnswerLines = ({ status, moves = [] }: OpenOrder): boolean =>
  status === 'issued' && isSupplierSide() && moves.some(({ name, allowed }) => name === 'propose_change' && allowed)

import { isSupplierSide } from './facts'
import type { OpenOrder } from './open-order'

/** Moves that say what is to be otherwise, in a dialog of their own. */
export const wishes: ReadonlySet<string> = new Set(['propose_change', 'counter', 'revise', 'request_change'])

/** The step that the order waits for, if it is this person's to take: an order that is out waits for its supplier. */
export const nextStep = ({ status, on_hold, change_awaits }: OpenOrder): string | null => {
  if (on_hold) return isSupplierSide() ? null : 'release'
  if (status === 'issued') return isSupplierSide() ? 'acknowledge' : null
  if (status === 'change_proposed') return isSupplierSide() ? null : 'accept_change'
  if (change_awaits) return isSupplierSide() === (change_awaits === 'supplier') ? 'accept_request' : null
  return officeSteps[status] ?? null
}
const officeSteps: Record<string, string> = { draft: 'submit', pending_approval: 'approve', approved: 'issue' }

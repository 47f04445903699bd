import type { Work } from './kit'
import { system } from './principal'

/** Derives a write of the portal itself from a caller's write: in the same transaction, with the portal's rights. */
export const asPortal = (work: Work, action = 'edit'): Work => {
  const { onSent: _onSent, ...rest } = work
  return { ...rest, me: system, context: { ...work.context, me: system }, action }
}

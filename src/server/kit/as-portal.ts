import type { Work } from './kit'
import { system } from './principal'

/** A write of the portal itself within a caller's write: in its transaction, with the portal's rights. */
export const asPortal = (work: Work, action = 'edit'): Work => {
  const { onSent: _onSent, ...rest } = work
  return { ...rest, me: system, context: { ...work.context, me: system }, action }
}

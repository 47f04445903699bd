import type { Rights } from '#shared/kit/policy.ts'
import type { Kit } from './kit'
import { type Principal, system } from './principal'

/** The rights of a caller; the portal itself has all. */
export const rightsOf = (kit: Kit, me: Principal): Rights =>
  me === system
    ? { can: () => true, mayWrite: () => true }
    : {
        can: (object, action) => kit.can(me.role, object, action),
        mayWrite: (area, field) => kit.mayWrite(me.role, area, field),
      }

import type { AccessControlProvider } from '@refinedev/core'
import { can } from './permission'

/** Refine's questions put to Casbin: answered at once, and never asked twice, since a role's rights stay for the session. */
export const accessControlProvider: AccessControlProvider = {
  can: async ({ resource, action }) => ({ can: resource === undefined || can(resource, actions[action] ?? action) }),
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions: { staleTime: Infinity } },
}

const actions: Record<string, string> = { list: 'read', show: 'read', clone: 'create' }

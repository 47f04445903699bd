import type { AccessControlProvider } from '@refinedev/core'
import { can } from './permission'

/**
 * Answers Refine from the loaded Casbin policy. Answers never become stale: they are keyed by subject
 * (`can-access.tsx`).
 */
export const accessControlProvider: AccessControlProvider = {
  can: async ({ resource, action }) => ({ can: resource === undefined || can(resource, actions[action] ?? action) }),
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions: { staleTime: Infinity } },
}

const actions: Record<string, string> = { list: 'read', show: 'read', clone: 'create' }

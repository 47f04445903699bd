import type { AccessControlProvider } from '@refinedev/core'
import { can } from './permission'

/**
 * Refine's access control provider over the loaded Casbin policy. Answers never become stale, because their query keys
 * contain the subject (`can-access.tsx`).
 */
export const accessControlProvider: AccessControlProvider = {
  can: async ({ resource, action }) => ({ can: resource === undefined || can(resource, actions[action] ?? action) }),
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions: { staleTime: Infinity } },
}

const actions: Record<string, string> = { list: 'read', show: 'read', clone: 'create' }

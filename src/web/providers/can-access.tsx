import { CanAccess as RefineCanAccess, useCan as useRefineCan } from '@refinedev/core'
import type { ReactNode } from 'react'
import { can } from './permission'
import { session } from './session'

/** Refine's `useCan`, with the answer in the first render: the policy is loaded before any page is rendered. */
export const useCan = (resource: string, action: string): boolean =>
  useRefineCan({ resource, action, ...answeredFor(resource, action) }).data?.can === true

/** Refine's `CanAccess`, with the answer in the first render, so that it never renders nothing while it waits. */
export const CanAccess = ({ resource, action, ...props }: CanAccessProps) => (
  <RefineCanAccess {...props} resource={resource} action={action} {...answeredFor(resource, action)} />
)

interface CanAccessProps {
  resource: string
  action: string
  fallback?: ReactNode
  children: ReactNode
}

/** The subject is part of the query key, so that rights are checked again when they change within a session. */
const answeredFor = (resource: string, action: string) => ({
  params: { subject: session()?.subject },
  queryOptions: { initialData: { can: can(resource, action) } },
})

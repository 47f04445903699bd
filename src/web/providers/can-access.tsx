import { CanAccess as RefineCanAccess, useCan as useRefineCan } from '@refinedev/core'
import type { ReactNode } from 'react'
import { can } from './permission'
import { session } from './session'

/** Refine's `useCan`, answered in the first render: the policy is loaded before any page is drawn. */
export const useCan = (resource: string, action: string): boolean =>
  useRefineCan({ resource, action, ...answeredFor(resource, action) }).data?.can === true

/**
 * Refine's `CanAccess`, answered in the first render: it renders its children or its fallback, never nothing in
 * between.
 */
export const CanAccess = ({ resource, action, ...props }: CanAccessProps) => (
  <RefineCanAccess {...props} resource={resource} action={action} {...answeredFor(resource, action)} />
)

interface CanAccessProps {
  resource: string
  action: string
  fallback?: ReactNode
  children: ReactNode
}

/** The subject is part of the query key: when rights change within a session they are evaluated again. */
const answeredFor = (resource: string, action: string) => ({
  params: { subject: session()?.subject },
  queryOptions: { initialData: { can: can(resource, action) } },
})

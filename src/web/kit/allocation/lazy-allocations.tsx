import { lazy, Suspense } from 'react'
import { register } from '#register'
import { allocationAreas } from '#shared/trade/allocation.ts'
import { loadAllAreas } from '#web/i18n.ts'
import { can } from '#web/providers/permission.ts'
import type { Target } from './allocations'
import { AllocationsSkeleton } from './allocations-skeleton'

const Sections = lazy(async () => {
  const [module] = await Promise.all([import('./allocations'), loadAllAreas()])
  return { default: module.Allocations }
})

/** `Allocations`, loaded after the page is rendered; skeletons keep its place. */
export const Allocations = (props: Target) => (
  <Suspense
    fallback={allocationAreas(register.areas)
      .filter(({ name }) => can(name, 'read'))
      .map(({ name }) => <AllocationsSkeleton key={name} lines={props.count ?? 1} isDraft={props.isDraft} />)}
  >
    <Sections {...props} />
  </Suspense>
)

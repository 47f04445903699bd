import { lazy, Suspense } from 'react'
import { loadMemberTexts } from '#web/i18n.ts'
import type { Place } from './allocations'
import { AllocationsSkeleton } from './allocations-skeleton'

const Sections = lazy(async () => {
  const [module] = await Promise.all([import('./allocations'), loadMemberTexts()])
  return { default: module.Allocations }
})

/** What is allocated to an order's lines, which comes once its page stands. */
export const Allocations = (props: Place) => (
  <Suspense fallback={<AllocationsSkeleton lines={props.count ?? 1} />}>
    <Sections {...props} />
  </Suspense>
)

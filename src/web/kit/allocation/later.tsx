import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import { loadMemberTexts } from '../../i18n'

const Sections = lazy(async () => {
  const [module] = await Promise.all([import('./allocations'), loadMemberTexts()])
  return { default: module.Allocations }
})

/** What is allocated to an order's lines, which comes once its page stands. */
export const Allocations = (props: { order: number; line?: number }) => (
  <Suspense fallback={<Skeleton variant="rounded" height={140} />}>
    <Sections {...props} />
  </Suspense>
)

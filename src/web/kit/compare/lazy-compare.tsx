import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import { loadAllAreas } from '#web/i18n.ts'
import type { Comparison as ComparisonPart } from './comparison'
import type { PictureReviewProps } from './picture-review'

const Review = lazy(async () => {
  const [module] = await Promise.all([import('./picture-review'), loadAllAreas()])
  return { default: module.PictureReview }
})

const Compare = lazy(async () => {
  const [module] = await Promise.all([import('./comparison'), loadAllAreas()])
  return { default: module.Comparison }
})

/** `PictureReview`, loaded after the page is rendered. */
export const PictureReview = (props: PictureReviewProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
    <Review {...props} />
  </Suspense>
)

/** `Comparison`, loaded on demand. */
export const Comparison = (props: ComponentProps<typeof ComparisonPart>) => (
  <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
    <Compare {...props} />
  </Suspense>
)

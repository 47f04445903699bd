import Skeleton from '@mui/material/Skeleton'
import { type ComponentType, lazy, Suspense } from 'react'
import { loadAllAreas } from '#web/i18n.ts'

/** A section that loads after the page, with the texts that only it needs. */
const lazySection = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(async () => {
    const [component] = await Promise.all([load(), loadAllAreas()])
    return { default: component }
  })
  return (props: P) => (
    <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
      <Part {...props} />
    </Suspense>
  )
}

export const SkuSection = lazySection(() => import('./sku-section').then((module) => module.SkuSection))
export const SkuEditor = lazySection(() => import('./sku-section').then((module) => module.SkuEditor))
export const Images = lazySection(() => import('./images').then((module) => module.Images))
export const ColourCompositions = lazySection(() =>
  import('./colour-compositions').then((module) => module.ColourCompositions),
)
export const ColourCompositionEditors = lazySection(() =>
  import('./colour-compositions').then((module) => module.ColourCompositionEditors),
)

import Skeleton from '@mui/material/Skeleton'
import { type ComponentType, lazy, Suspense } from 'react'
import { loadMemberTexts } from '#web/i18n.ts'

/** The article's parts with texts of their own, which come once its page stands. */
const later = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(async () => {
    const [component] = await Promise.all([load(), loadMemberTexts()])
    return { default: component }
  })
  return (props: P) => (
    <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
      <Part {...props} />
    </Suspense>
  )
}

export const SkuSection = later(() => import('./sku-section').then((module) => module.SkuSection))
export const SkuEditor = later(() => import('./sku-section').then((module) => module.SkuEditor))
export const Images = later(() => import('./images').then((module) => module.Images))

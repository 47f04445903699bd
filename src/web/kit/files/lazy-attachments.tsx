import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { loadAllAreas } from '#web/i18n.ts'

const Section = lazy(async () => {
  const [module] = await Promise.all([import('./attachments'), loadAllAreas()])
  return { default: module.Attachments }
})

/** `Attachments`, loaded after the page is rendered. */
export const Attachments = (props: {
  area: Area
  id: number
  needs?: readonly AttachmentKind[]
  lacks?: readonly AttachmentKind[] | undefined
  locked?: boolean
}) => (
  <Suspense fallback={<Skeleton variant="rounded" height={140} />}>
    <Section {...props} />
  </Suspense>
)

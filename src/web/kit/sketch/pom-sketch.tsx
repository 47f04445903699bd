import Box from '@mui/material/Box'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { inSeries, isRaster, useAttachments } from '#web/kit/files/data.ts'

// With its drawings of garments, which no other page needs.
const BuiltIn = lazy(() => import('./built-in').then((module) => ({ default: module.BuiltIn })))

/**
 * The sketch of a point of measure: the first picture among its files, otherwise the one that the portal has for its
 * code. `around` draws around it, and is not called where there is neither.
 */
export function PomSketch({ area, id, code, name, size = 240, around = (sketch) => sketch }: PomSketchProps) {
  const { data, isError } = useAttachments(area, id)
  if (!data && !isError) return null
  const picture = inSeries(data ?? []).find(({ latest }) => latest.preview || isRaster(latest))?.latest
  if (picture)
    return around(
      <Box
        component="img"
        src={picture.preview ?? picture.url}
        alt={name}
        loading="lazy"
        sx={{ display: 'block', maxWidth: 1, maxHeight: size, borderRadius: 1, bgcolor: 'common.white' }}
      />,
    )
  return (
    <Suspense fallback={null}>
      <BuiltIn code={code} name={name} size={size} around={around} />
    </Suspense>
  )
}

interface PomSketchProps {
  /** The library of points. */
  area: Area
  id: number
  code: string
  /** What it shows, in words. */
  name: string
  size?: number
  around?: (sketch: ReactNode) => ReactNode
}

/** The one of its code, small and without words, beside the name that says them. */
export const SmallSketch = ({ code, size }: { code: string; size: number }) => (
  <Suspense fallback={null}>
    <BuiltIn code={code} size={size} />
  </Suspense>
)

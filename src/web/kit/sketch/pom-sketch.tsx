import Box from '@mui/material/Box'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { inSeries, isRaster, useAttachments } from '#web/kit/files/data.ts'

// Loaded on demand, as no other page needs its drawings of garments.
const BuiltIn = lazy(() => import('./built-in').then((module) => ({ default: module.BuiltIn })))

/**
 * The sketch of a point of measure: the first picture among its files, else the built-in sketch for its code. `around`
 * renders a frame, and is not called if there is no sketch.
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
  /** The area of points of measure. */
  area: Area
  id: number
  code: string
  /** Accessible name of the sketch. */
  name: string
  size?: number
  around?: (sketch: ReactNode) => ReactNode
}

/** The small built-in sketch for a code; decorative, as the name is next to it. */
export const SmallSketch = ({ code, size }: { code: string; size: number }) => (
  <Suspense fallback={null}>
    <BuiltIn code={code} size={size} />
  </Suspense>
)

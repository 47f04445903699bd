import Box from '@mui/material/Box'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { fitted, type Point, type Size, shareAt } from '#shared/base/picture-view.ts'
import { t } from '#web/i18n.ts'
import { useGestures } from './use-gestures'
import type { ViewControl } from './use-view'

/** A picture that a stage shows, one above the other. */
export interface Layer {
  src: string
  alt: string
  style?: CSSProperties
}

/**
 * A window onto one or several pictures above each other: zoomed and moved by wheel, fingers, mouse and keys. `children`
 * draws what stands on the picture, such as pins.
 */
export function Stage({ layers, control, label, height, wheel = 'with_key', onPick, children }: StageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  control.fits(size)
  const [pictures, setPictures] = useState<Readonly<Record<number, Size>>>({})
  const picture = pictures[0] ?? nothing
  const [isBroken, setBroken] = useState(false)
  const pick = (at: Point) => {
    const share = shareAt(at, control.view, picture, size)
    if (share) onPick?.(share)
  }
  const gestures = useGestures({ frame, size, control, wheel, ...(onPick ? { onTap: pick } : {}) })
  const { scale, x, y } = control.view
  return (
    <Box
      ref={frame}
      tabIndex={0}
      role="group"
      aria-label={label}
      aria-description={t('compare.keys')}
      {...gestures}
      sx={({ palette }) => ({
        position: 'relative',
        overflow: 'hidden',
        height,
        borderRadius: 1,
        // Artwork is designed for white paper, whatever the theme.
        bgcolor: palette.mode === 'dark' ? '#c9ccd1' : '#e9ebee',
        cursor: onPick ? 'crosshair' : scale > 1 ? 'grab' : 'default',
        touchAction: scale > 1 ? 'none' : 'pan-y',
        userSelect: 'none',
      })}
    >
      <Box
        sx={{ position: 'absolute', inset: 0, transformOrigin: '0 0', isolation: 'isolate' }}
        style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
      >
        {layers.map(({ src, alt, style }, index) => (
          <Box
            // The layers of one stage keep their order.
            key={layers.length === 1 ? src : `${index} ${src}`}
            component="img"
            src={src}
            alt={alt}
            draggable={false}
            onError={() => setBroken(true)}
            onLoad={({ currentTarget }) => {
              setBroken(false)
              const natural = { width: currentTarget.naturalWidth, height: currentTarget.naturalHeight }
              setPictures((known) => ({ ...known, [index]: natural }))
            }}
            // Transparent parts count as paper, also where another picture lies below.
            sx={{ position: 'absolute', objectFit: 'contain', bgcolor: pictures[index] ? '#fff' : undefined }}
            style={{ ...placeOf(pictures[index] ?? nothing, size), ...style }}
          />
        ))}
      </Box>
      {isBroken && (
        <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', color: '#3a3f47' }}>
          {t('files.broken')}
        </Box>
      )}
      {picture.width > 0 && children?.({ picture, size })}
    </Box>
  )
}

const nothing: Size = { width: 0, height: 0 }

/** A picture fills its part of the window and no more, so that its ground ends with it. */
const placeOf = (picture: Size, window: Size): CSSProperties => {
  if (!picture.width || !window.width) return { left: 0, top: 0, width: '100%', height: '100%' }
  const { x, y, width, height } = fitted(picture, window)
  return { left: x, top: y, width, height }
}

interface StageProps {
  layers: readonly Layer[]
  control: ViewControl
  /** Name for screen readers. */
  label: string
  height: CSSProperties['height'] | Record<string, CSSProperties['height']>
  wheel?: 'always' | 'with_key'
  /** A click, or Enter for the middle of what is seen, at a share of the picture. */
  onPick?: (share: Point) => void
  children?: (place: { picture: Size; size: Size }) => ReactNode
}

/** The size of an element as it is now. */
const useSize = (element: { current: HTMLElement | null }): Size => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const { current } = element
    if (!current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}

import Box from '@mui/material/Box'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { fitted, type Point, type Size, shareAt } from '#shared/base/picture-view.ts'
import { t } from '#web/i18n.ts'
import { useGestures } from './use-gestures'
import type { ViewControl } from './use-view'

/** One of the pictures that a stage shows on top of each other. */
export interface Layer {
  src: string
  alt: string
  style?: CSSProperties
}

/**
 * A window onto one or several overlaid pictures, which are zoomed and moved by wheel, touch, mouse and keys.
 * `children` render marks on the picture, such as pins.
 */
export function Stage({ layers, control, label, height, wheel = 'with_key', onPick, children }: StageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  control.fits(size)
  const [pictures, setPictures] = useState<Readonly<Record<number, Size>>>({})
  const picture = pictures[0] ?? noSize
  const [isBroken, setBroken] = useState(false)
  const pickShare = (at: Point) => {
    const share = shareAt(at, control.view, picture, size)
    if (share) onPick?.(share)
  }
  const gestures = useGestures({ frame, size, control, wheel, ...(onPick ? { onTap: pickShare } : {}) })
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
            // Two layers may have the same address; their order never changes.
            key={layers.length === 1 ? src : `${index} ${src}`}
            component="img"
            src={src}
            alt={alt}
            draggable={false}
            onError={() => setBroken(true)}
            onLoad={({ currentTarget }) => {
              setBroken(false)
              const natural = { width: currentTarget.naturalWidth, height: currentTarget.naturalHeight }
              setPictures((sizes) => ({ ...sizes, [index]: natural }))
            }}
            // Transparent parts are white like paper, even above another picture.
            sx={{ position: 'absolute', objectFit: 'contain', bgcolor: pictures[index] ? '#fff' : undefined }}
            style={{ ...styleOf(pictures[index] ?? noSize, size), ...style }}
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

const noSize: Size = { width: 0, height: 0 }

/** Gives a picture exactly the space that it fills, so that its white background ends at its edge. */
const styleOf = (picture: Size, window: Size): CSSProperties => {
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
  /** Called with a point in shares of the picture (0 to 1): of a click, or the centre of the window for Enter. */
  onPick?: (share: Point) => void
  children?: (place: { picture: Size; size: Size }) => ReactNode
}

/** The current size of an element in pixels. */
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

import Box from '@mui/material/Box'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * The scrollable area of a file: dragged by mouse, zoomed by pinching, by the wheel with Ctrl and by a double tap; a
 * swipe steps to another file unless the content can be scrolled horizontally.
 */
export const Stage = ({ label, scale, onZoomBy, onToggle, onSwipe, stage, children }: StageProps) => {
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | null>(null)
  const drawnScale = useRef(scale)
  const latest = useRef({ onZoomBy, onToggle, onSwipe })
  latest.current = { onZoomBy, onToggle, onSwipe }

  // Zooming keeps the point under pointer or fingers in place; for keys and buttons the centre of the stage.
  useLayoutEffect(() => {
    const [frame, drawn, heldPoint] = [stage.current, content.current, anchor.current]
    const previousScale = drawnScale.current
    anchor.current = null
    drawnScale.current = scale
    if (!frame || !drawn || !previousScale || !scale) return
    if (!heldPoint) {
      const ratio = scale / previousScale
      frame.scrollLeft = (frame.scrollLeft + frame.clientWidth / 2) * ratio - frame.clientWidth / 2
      frame.scrollTop = (frame.scrollTop + frame.clientHeight / 2) * ratio - frame.clientHeight / 2
      return
    }
    const bounds = drawn.getBoundingClientRect()
    frame.scrollLeft += bounds.left + heldPoint.across * bounds.width - heldPoint.x
    frame.scrollTop += bounds.top + heldPoint.down * bounds.height - heldPoint.y
  }, [scale, stage])

  useEffect(() => {
    const frame = stage.current
    if (!frame) return undefined
    const holdPoint = (x: number, y: number) => {
      const bounds = content.current?.getBoundingClientRect()
      if (bounds)
        anchor.current = { x, y, across: (x - bounds.left) / bounds.width, down: (y - bounds.top) / bounds.height }
    }
    const zoomAt = (factor: number, x: number, y: number) => {
      holdPoint(x, y)
      latest.current.onZoomBy(factor)
    }
    const toggleAt = (x: number, y: number) => {
      holdPoint(x, y)
      latest.current.onToggle()
    }
    const cleanups = [
      listenToWheel(frame, zoomAt),
      listenToMouse(frame, toggleAt),
      listenToTouch(frame, { zoomAt, toggleAt, swipe: (by) => latest.current.onSwipe(by) }),
    ]
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }, [stage])

  return (
    <Box
      ref={stage}
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={({ palette }) => ({
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        overscrollBehavior: 'contain',
        touchAction: 'pan-x pan-y',
        display: 'flex',
        cursor: 'grab',
        bgcolor: palette.mode === 'dark' ? '#1c1c1e' : '#e9eaec',
        '&:active': { cursor: 'grabbing' },
        '&:focus-visible': { outline: `2px solid ${palette.focus}`, outlineOffset: -2 },
      })}
    >
      <Box ref={content} sx={{ m: 'auto', minWidth: 'min-content' }}>
        {children}
      </Box>
    </Box>
  )
}

interface StageProps {
  label: string
  /** Null until the file is rendered. */
  scale: number | null
  onZoomBy: (factor: number) => void
  /** Toggles between the fitted size and a closer look. */
  onToggle: () => void
  /** Steps to the previous (-1) or next (1) file. */
  onSwipe: (by: -1 | 1) => void
  stage: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** A point on the screen in pixels, and its position in the content as shares (`across`, `down`). */
interface Anchor {
  x: number
  y: number
  across: number
  down: number
}

type At<T extends unknown[] = []> = (...given: [...T, x: number, y: number]) => void

const listenToWheel = (frame: HTMLElement, zoomAt: At<[factor: number]>) => {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomAt(Math.exp(-Math.max(-50, Math.min(50, event.deltaY)) / 150), event.clientX, event.clientY)
  }
  frame.addEventListener('wheel', onWheel, { passive: false })
  return () => frame.removeEventListener('wheel', onWheel)
}

const listenToMouse = (frame: HTMLElement, toggleAt: At) => {
  let lastPoint: { x: number; y: number } | null = null
  const onDown = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    lastPoint = { x: event.clientX, y: event.clientY }
    frame.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    if (!lastPoint) return
    frame.scrollBy(lastPoint.x - event.clientX, lastPoint.y - event.clientY)
    lastPoint = { x: event.clientX, y: event.clientY }
  }
  const onUp = () => {
    lastPoint = null
  }
  const onDouble = (event: MouseEvent) => toggleAt(event.clientX, event.clientY)
  frame.addEventListener('pointerdown', onDown)
  frame.addEventListener('pointermove', onMove)
  frame.addEventListener('pointerup', onUp)
  frame.addEventListener('pointercancel', onUp)
  frame.addEventListener('dblclick', onDouble)
  return () => {
    frame.removeEventListener('pointerdown', onDown)
    frame.removeEventListener('pointermove', onMove)
    frame.removeEventListener('pointerup', onUp)
    frame.removeEventListener('pointercancel', onUp)
    frame.removeEventListener('dblclick', onDouble)
  }
}

interface TouchActs {
  zoomAt: At<[factor: number]>
  toggleAt: At
  swipe: (by: -1 | 1) => void
}

const listenToTouch = (frame: HTMLElement, { zoomAt, toggleAt, swipe }: TouchActs) => {
  let spread = 0
  let touchStart: { x: number; y: number; at: number } | null = null
  let lastTap = { x: 0, y: 0, at: 0 }
  const onStart = ({ touches }: TouchEvent) => {
    const [first, second] = touches
    spread = first && second ? distance(first, second) : 0
    touchStart = first && !second ? { x: first.clientX, y: first.clientY, at: Date.now() } : null
  }
  const onMove = (event: TouchEvent) => {
    const [first, second] = event.touches
    if (!first || !second || spread === 0) return
    event.preventDefault()
    const currentSpread = distance(first, second)
    zoomAt(currentSpread / spread, (first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2)
    spread = currentSpread
  }
  const onEnd = (event: TouchEvent) => {
    const [touch] = event.changedTouches
    if (!touchStart || !touch) return
    const [dx, dy, duration] = [touch.clientX - touchStart.x, touch.clientY - touchStart.y, Date.now() - touchStart.at]
    touchStart = null
    const isTap = Math.abs(dx) < 10 && Math.abs(dy) < 10 && duration < 300
    if (isTap) {
      const isSecond =
        Date.now() - lastTap.at < 350 && Math.hypot(touch.clientX - lastTap.x, touch.clientY - lastTap.y) < 40
      lastTap = { x: touch.clientX, y: touch.clientY, at: isSecond ? 0 : Date.now() }
      if (!isSecond) return
      event.preventDefault()
      toggleAt(touch.clientX, touch.clientY)
    } else if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy) && duration < 600 && !scrollsSideways(frame)) {
      swipe(dx < 0 ? 1 : -1)
    }
  }
  frame.addEventListener('touchstart', onStart, { passive: true })
  frame.addEventListener('touchmove', onMove, { passive: false })
  frame.addEventListener('touchend', onEnd)
  return () => {
    frame.removeEventListener('touchstart', onStart)
    frame.removeEventListener('touchmove', onMove)
    frame.removeEventListener('touchend', onEnd)
  }
}

const distance = (first: Touch, second: Touch) =>
  Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)

/** Whether the element can be scrolled horizontally. */
export const scrollsSideways = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth + 1

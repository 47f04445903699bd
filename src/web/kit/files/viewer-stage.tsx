import Box from '@mui/material/Box'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Where a file is drawn: scrolled by touch, wheel and keys, dragged by the mouse, zoomed by pinching, by the wheel with
 * Ctrl and by a double tap, and swiped to the next file while nothing is to be scrolled sideways.
 */
export const Stage = ({ label, scale, onZoomBy, onToggle, onSwipe, stage, children }: StageProps) => {
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | null>(null)
  const drawnScale = useRef(scale)
  const latest = useRef({ onZoomBy, onToggle, onSwipe })
  latest.current = { onZoomBy, onToggle, onSwipe }

  // What was under the fingers or the pointer stays there; for keys and buttons what was in the middle.
  useLayoutEffect(() => {
    const [frame, drawn, held] = [stage.current, content.current, anchor.current]
    const before = drawnScale.current
    anchor.current = null
    drawnScale.current = scale
    if (!frame || !drawn || !before || !scale) return
    if (!held) {
      const ratio = scale / before
      frame.scrollLeft = (frame.scrollLeft + frame.clientWidth / 2) * ratio - frame.clientWidth / 2
      frame.scrollTop = (frame.scrollTop + frame.clientHeight / 2) * ratio - frame.clientHeight / 2
      return
    }
    const now = drawn.getBoundingClientRect()
    frame.scrollLeft += now.left + held.across * now.width - held.x
    frame.scrollTop += now.top + held.down * now.height - held.y
  }, [scale, stage])

  useEffect(() => {
    const frame = stage.current
    if (!frame) return undefined
    const hold = (x: number, y: number) => {
      const now = content.current?.getBoundingClientRect()
      if (now) anchor.current = { x, y, across: (x - now.left) / now.width, down: (y - now.top) / now.height }
    }
    const zoomAt = (factor: number, x: number, y: number) => {
      hold(x, y)
      latest.current.onZoomBy(factor)
    }
    const toggleAt = (x: number, y: number) => {
      hold(x, y)
      latest.current.onToggle()
    }
    const ends = [
      listenToWheel(frame, zoomAt),
      listenToMouse(frame, toggleAt),
      listenToTouch(frame, { zoomAt, toggleAt, swipe: (by) => latest.current.onSwipe(by) }),
    ]
    return () => {
      for (const end of ends) end()
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
  /** Null while nothing is drawn. */
  scale: number | null
  onZoomBy: (factor: number) => void
  /** Between the whole and a closer look. */
  onToggle: () => void
  /** To the file before (-1) or after (1). */
  onSwipe: (by: -1 | 1) => void
  stage: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** A point of the content and where it is on the screen. */
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
  let from: { x: number; y: number } | null = null
  const onDown = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    from = { x: event.clientX, y: event.clientY }
    frame.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    if (!from) return
    frame.scrollBy(from.x - event.clientX, from.y - event.clientY)
    from = { x: event.clientX, y: event.clientY }
  }
  const onUp = () => {
    from = null
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
  let begun: { x: number; y: number; at: number } | null = null
  let tapped = { x: 0, y: 0, at: 0 }
  const onStart = ({ touches }: TouchEvent) => {
    const [one, other] = touches
    spread = one && other ? distance(one, other) : 0
    begun = one && !other ? { x: one.clientX, y: one.clientY, at: Date.now() } : null
  }
  const onMove = (event: TouchEvent) => {
    const [one, other] = event.touches
    if (!one || !other || spread === 0) return
    event.preventDefault()
    const now = distance(one, other)
    zoomAt(now / spread, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2)
    spread = now
  }
  const onEnd = (event: TouchEvent) => {
    const [touch] = event.changedTouches
    if (!begun || !touch) return
    const [dx, dy, took] = [touch.clientX - begun.x, touch.clientY - begun.y, Date.now() - begun.at]
    begun = null
    const isTap = Math.abs(dx) < 10 && Math.abs(dy) < 10 && took < 300
    if (isTap) {
      const isSecond =
        Date.now() - tapped.at < 350 && Math.hypot(touch.clientX - tapped.x, touch.clientY - tapped.y) < 40
      tapped = { x: touch.clientX, y: touch.clientY, at: isSecond ? 0 : Date.now() }
      if (!isSecond) return
      event.preventDefault()
      toggleAt(touch.clientX, touch.clientY)
    } else if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy) && took < 600 && !scrollsSideways(frame)) {
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

const distance = (one: Touch, other: Touch) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)

/** Whether there is more to see at the sides. */
export const scrollsSideways = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth + 1

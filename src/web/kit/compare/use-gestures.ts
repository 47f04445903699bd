import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Point, Size } from '#shared/base/picture-view.ts'
import type { ViewControl } from './use-view'

/** Wheel, fingers, mouse and keys of a picture's window. A click without a drag is passed on. */
export const useGestures = ({ frame, size, control, wheel, onTap }: Options) => {
  const pointers = useRef(new Map<number, Point>())
  const moved = useRef(0)
  const latest = useRef({ size, control, wheel })
  latest.current = { size, control, wheel }

  // React listens passively to wheels, and a passive listener cannot keep the page from scrolling.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      const { size, control, wheel } = latest.current
      if (wheel === 'with_key' && !event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      control.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), placeIn(element, event), size)
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [frame])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !frame.current) return
    pointers.current.set(event.pointerId, placeIn(frame.current, event))
    if (pointers.current.size === 1) moved.current = 0
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before || !frame.current) return
    const now = placeIn(frame.current, event)
    moved.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y)
    if (moved.current > clickSlack && !frame.current.hasPointerCapture?.(event.pointerId))
      frame.current.setPointerCapture?.(event.pointerId)
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    if (other) {
      control.zoom(distance(now, other) / Math.max(1, distance(before, other)), middle(now, other), size)
      control.pan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 }, size)
    } else control.pan({ x: now.x - before.x, y: now.y - before.y }, size)
    pointers.current.set(event.pointerId, now)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const at = pointers.current.get(event.pointerId)
    pointers.current.delete(event.pointerId)
    if (at && moved.current <= clickSlack && pointers.current.size === 0) onTap?.(at)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const centre = { x: size.width / 2, y: size.height / 2 }
    const arrow = arrows[event.key]
    if (event.key === '+' || event.key === '=') control.zoom(zoomStep, centre, size)
    else if (event.key === '-') control.zoom(1 / zoomStep, centre, size)
    else if (event.key === '0') control.reset()
    else if (arrow && control.view.scale > 1) control.pan({ x: arrow.x * panStep, y: arrow.y * panStep }, size)
    else if (event.key === 'Enter' && onTap) onTap(centre)
    else return
    event.preventDefault()
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown }
}

interface Options {
  frame: RefObject<HTMLElement | null>
  size: Size
  control: ViewControl
  /** Whether the wheel zooms by itself, or scrolls the page unless Ctrl is held. */
  wheel: 'always' | 'with_key'
  /** A click or the Enter key, at a point of the window. */
  onTap?: (at: Point) => void
}

export const zoomStep = 1.5
const panStep = 48
/** Pixels within which a press is a click. */
const clickSlack = 6

const arrows: Record<string, Point | undefined> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

const placeIn = (element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Point, Size } from '#shared/base/picture-view.ts'
import type { ViewControl } from './use-view'

/** Handlers that zoom and move a picture by wheel, touch, mouse and keys. A click without a drag calls `onTap`. */
export const useGestures = ({ frame, size, control, wheel, onTap }: Options) => {
  const pointers = useRef(new Map<number, Point>())
  const moved = useRef(0)
  // The point where a press without a drag ended.
  const tapped = useRef<Point | null>(null)
  const latest = useRef({ size, control, wheel })
  latest.current = { size, control, wheel }

  // React's wheel listeners are passive and cannot prevent the page from scrolling.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      const { size, control, wheel } = latest.current
      if (wheel === 'with_key' && !event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      control.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), pointIn(element, event), size)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !frame.current) return
    pointers.current.set(event.pointerId, pointIn(frame.current, event))
    if (pointers.current.size === 1) moved.current = 0
    tapped.current = null
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const previous = pointers.current.get(event.pointerId)
    if (!previous || !frame.current) return
    const current = pointIn(frame.current, event)
    moved.current += Math.abs(current.x - previous.x) + Math.abs(current.y - previous.y)
    if (moved.current > clickSlack && !frame.current.hasPointerCapture?.(event.pointerId))
      frame.current.setPointerCapture?.(event.pointerId)
    const [otherPointer] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    if (otherPointer) {
      control.zoom(
        distance(current, otherPointer) / Math.max(1, distance(previous, otherPointer)),
        middle(current, otherPointer),
        size,
      )
      control.pan({ x: (current.x - previous.x) / 2, y: (current.y - previous.y) / 2 }, size)
    } else control.pan({ x: current.x - previous.x, y: current.y - previous.y }, size)
    pointers.current.set(event.pointerId, current)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const point = pointers.current.get(event.pointerId)
    pointers.current.delete(event.pointerId)
    if (point && moved.current <= clickSlack && pointers.current.size === 0) tapped.current = point
  }
  // Wait for the click: on touch screens it follows the lifted finger, and would hit whatever the tap opened.
  const onClick = () => {
    if (tapped.current) onTap?.(tapped.current)
    tapped.current = null
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
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onClick, onKeyDown }
}

interface Options {
  frame: RefObject<HTMLElement | null>
  size: Size
  control: ViewControl
  /** Whether the wheel always zooms, or only with Ctrl or Cmd and else scrolls the page. */
  wheel: 'always' | 'with_key'
  /** Called with a point of the window: of a click, or its centre for the Enter key. */
  onTap?: (at: Point) => void
}

export const zoomStep = 1.5
const panStep = 48
/** Pixels that the pointer may move during a click. */
const clickSlack = 6

const arrows: Record<string, Point | undefined> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

const pointIn = (element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

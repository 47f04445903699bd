import { useCallback, useState } from 'react'

/** How large the content is drawn: as a whole, as wide as there is room, or at a scale of its natural size. */
export type Zoom = 'page' | 'width' | number

export interface Size {
  width: number
  height: number
}

/** The scale at which content of a natural size is drawn in the room there is. */
export const scaleOf = (zoom: Zoom, natural: Size, room: Size): number => {
  if (typeof zoom === 'number') return zoom
  const wide = Math.max(1, room.width) / natural.width
  const high = Math.max(1, room.height) / natural.height
  // A small picture is not blown up into a blur.
  return clamped(Math.min(zoom === 'width' ? wide : Math.min(wide, high), mostFitted))
}

/** A scale within what can be drawn. */
export const clamped = (scale: number) => Math.min(8, Math.max(0.05, scale))

/** The zoom of a file, until another one is shown. */
export const useZoom = (natural: Size | null, room: Size) => {
  const [zoom, setZoom] = useState<Zoom>('page')
  const scale = natural ? scaleOf(zoom, natural, room) : 1
  const by = useCallback(
    (factor: number) => setZoom((now) => (natural ? clamped(scaleOf(now, natural, room) * factor) : now)),
    [natural, room],
  )
  return { zoom, scale, set: setZoom, by }
}

/** One step of the buttons and keys. */
export const zoomStep = 1.25
const mostFitted = 4

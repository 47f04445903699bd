import { useCallback, useState } from 'react'

/** How the content is scaled: to fit the stage, to fit its width, or by a factor of its natural size. */
export type Zoom = 'page' | 'width' | number

export interface Size {
  width: number
  height: number
}

/** The factor by which content of the natural size is scaled in the available space. */
export const scaleOf = (zoom: Zoom, natural: Size, room: Size): number => {
  if (typeof zoom === 'number') return zoom
  const widthScale = Math.max(1, room.width) / natural.width
  const heightScale = Math.max(1, room.height) / natural.height
  // Small pictures are not enlarged until they are blurred.
  return clamped(Math.min(zoom === 'width' ? widthScale : Math.min(widthScale, heightScale), maxFittedScale))
}

/** Limits a scale to the supported range. */
export const clamped = (scale: number) => Math.min(8, Math.max(0.05, scale))

/** State of a file's zoom. `by` multiplies the scale. */
export const useZoom = (natural: Size | null, room: Size) => {
  const [zoom, setZoom] = useState<Zoom>('page')
  const scale = natural ? scaleOf(zoom, natural, room) : 1
  const by = useCallback(
    (factor: number) => setZoom((current) => (natural ? clamped(scaleOf(current, natural, room) * factor) : current)),
    [natural, room],
  )
  return { zoom, scale, set: setZoom, by }
}

/** Factor of one step by buttons and keys. */
export const zoomStep = 1.25
const maxFittedScale = 4

import { useRef, useState } from 'react'
import { movedBy, type PictureView, type Point, type Size, wholePicture, zoomedAt } from '#shared/base/picture-view.ts'

/** Zoom and position that one or several pictures share. Every change keeps the pictures inside their window. */
export interface ViewControl {
  view: PictureView
  setView: (view: PictureView) => void
  /** Scales by `factor` around a point of the window, without one around the centre of the window rendered last. */
  zoom: (factor: number, around: Point | null, window: Size | null) => void
  /** Moves by pixels. */
  pan: (distance: Point, window: Size) => void
  reset: () => void
  /** Reports the size of the window. */
  fits: (window: Size) => void
}

export const useView = (): ViewControl => {
  const [view, setView] = useState(wholePicture)
  const lastWindow = useRef<Size>({ width: 0, height: 0 })
  return {
    view,
    setView,
    zoom: (factor, around, window) => {
      const size = window ?? lastWindow.current
      setView((current) => zoomedAt(current, factor, around ?? { x: size.width / 2, y: size.height / 2 }, size))
    },
    pan: (distance, window) => setView((current) => movedBy(current, distance, window)),
    reset: () => setView(wholePicture),
    fits: (window) => {
      lastWindow.current = window
    },
  }
}

import { useRef, useState } from 'react'
import { movedBy, type PictureView, type Point, type Size, wholePicture, zoomedAt } from '#shared/base/picture-view.ts'

/** What a picture, or several that are looked at together, show; every change keeps them inside their window. */
export interface ViewControl {
  view: PictureView
  setView: (view: PictureView) => void
  /** Enlarges around a point, or around the middle of the window that was looked at last. */
  zoom: (by: number, at: Point | null, window: Size | null) => void
  pan: (by: Point, window: Size) => void
  reset: () => void
  /** Says how large the window is. */
  fits: (window: Size) => void
}

export const useView = (): ViewControl => {
  const [view, setView] = useState(wholePicture)
  const lastWindow = useRef<Size>({ width: 0, height: 0 })
  return {
    view,
    setView,
    zoom: (by, at, window) => {
      const size = window ?? lastWindow.current
      setView((now) => zoomedAt(now, by, at ?? { x: size.width / 2, y: size.height / 2 }, size))
    },
    pan: (by, window) => setView((now) => movedBy(now, by, window)),
    reset: () => setView(wholePicture),
    fits: (window) => {
      lastWindow.current = window
    },
  }
}

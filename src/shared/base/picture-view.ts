/**
 * The zoom and position of a picture in a window: magnified by `scale` and moved by `x` and `y` pixels of the window.
 */
export interface PictureView {
  scale: number
  x: number
  y: number
}
export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}

/** The view that shows the whole picture. */
export const wholePicture: PictureView = { scale: 1, x: 0, y: 0 }
export const maxScale = 16

/** The view after zooming by a factor around a point of the window; the picture does not move at that point. */
export const zoomedAt = (view: PictureView, by: number, at: Point, window: Size): PictureView => {
  const scale = Math.min(maxScale, Math.max(1, view.scale * by))
  const factor = scale / view.scale
  return bounded({ scale, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor }, window)
}

/** The view after moving by pixels, limited to the edges of the picture. */
export const movedBy = (view: PictureView, by: Point, window: Size): PictureView =>
  bounded({ ...view, x: view.x + by.x, y: view.y + by.y }, window)

/** Limits the position so that no empty space appears beside the picture. */
const bounded = ({ scale, x, y }: PictureView, { width, height }: Size): PictureView => ({
  scale,
  x: clamp(x, width * (1 - scale), 0),
  y: clamp(y, height * (1 - scale), 0),
})

/** Position and size of a picture in its window at scale 1: as large as fits, centred. */
export const fitted = (picture: Size, window: Size): Point & Size => {
  if (!picture.width || !picture.height || !window.width || !window.height) return { x: 0, y: 0, ...window }
  const by = Math.min(window.width / picture.width, window.height / picture.height)
  const [width, height] = [picture.width * by, picture.height * by]
  return { x: (window.width - width) / 2, y: (window.height - height) / 2, width, height }
}

/** The position in the picture, as fractions from 0 to 1, at a point of the window; null outside the picture. */
export const shareAt = (at: Point, view: PictureView, picture: Size, window: Size): Point | null => {
  const frame = fitted(picture, window)
  const x = ((at.x - view.x) / view.scale - frame.x) / frame.width
  const y = ((at.y - view.y) / view.scale - frame.y) / frame.height
  return x < 0 || x > 1 || y < 0 || y > 1 ? null : { x, y }
}

/**
 * The point of the window at which a position in the picture (fractions from 0 to 1) is shown; the inverse of
 * `shareAt`.
 */
export const pointOf = (share: Point, view: PictureView, picture: Size, window: Size): Point => {
  const frame = fitted(picture, window)
  return {
    x: view.x + view.scale * (frame.x + share.x * frame.width),
    y: view.y + view.scale * (frame.y + share.y * frame.height),
  }
}

/** The view with a position in the picture (fractions from 0 to 1) in the centre of the window, at the same scale. */
export const centredOn = (share: Point, view: PictureView, picture: Size, window: Size): PictureView => {
  const at = pointOf(share, view, picture, window)
  return movedBy(view, { x: window.width / 2 - at.x, y: window.height / 2 - at.y }, window)
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

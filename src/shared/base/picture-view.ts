/** How a picture is looked at: enlarged so many times, and moved by so many pixels of the window that shows it. */
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

/** The whole picture. */
export const wholePicture: PictureView = { scale: 1, x: 0, y: 0 }
export const maxScale = 16

/** The view after enlarging around a point of the window, which stays where it is. */
export const zoomedAt = (view: PictureView, by: number, at: Point, window: Size): PictureView => {
  const scale = Math.min(maxScale, Math.max(1, view.scale * by))
  const factor = scale / view.scale
  return kept({ scale, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor }, window)
}

/** The view moved by pixels, no further than the picture's edge. */
export const movedBy = (view: PictureView, by: Point, window: Size): PictureView =>
  kept({ ...view, x: view.x + by.x, y: view.y + by.y }, window)

const kept = ({ scale, x, y }: PictureView, { width, height }: Size): PictureView => ({
  scale,
  x: between(x, width * (1 - scale), 0),
  y: between(y, height * (1 - scale), 0),
})

/** Where a picture stands in its window when the whole of it is seen. */
export const fitted = (picture: Size, window: Size): Point & Size => {
  if (!picture.width || !picture.height || !window.width || !window.height) return { x: 0, y: 0, ...window }
  const by = Math.min(window.width / picture.width, window.height / picture.height)
  const [width, height] = [picture.width * by, picture.height * by]
  return { x: (window.width - width) / 2, y: (window.height - height) / 2, width, height }
}

/** The share of the picture, from 0 to 1, that lies at a point of the window; null beside the picture. */
export const shareAt = (at: Point, view: PictureView, picture: Size, window: Size): Point | null => {
  const place = fitted(picture, window)
  const x = ((at.x - view.x) / view.scale - place.x) / place.width
  const y = ((at.y - view.y) / view.scale - place.y) / place.height
  return x < 0 || x > 1 || y < 0 || y > 1 ? null : { x, y }
}

/** The point of the window at which a share of the picture is seen. */
export const pointOf = (share: Point, view: PictureView, picture: Size, window: Size): Point => {
  const place = fitted(picture, window)
  return {
    x: view.x + view.scale * (place.x + share.x * place.width),
    y: view.y + view.scale * (place.y + share.y * place.height),
  }
}

/** The view in which a share of the picture stands in the middle, enlarged no less than it is. */
export const centredOn = (share: Point, view: PictureView, picture: Size, window: Size): PictureView => {
  const at = pointOf(share, view, picture, window)
  return movedBy(view, { x: window.width / 2 - at.x, y: window.height / 2 - at.y }, window)
}

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

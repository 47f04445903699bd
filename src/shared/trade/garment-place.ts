import { type LineDrawing, styledFrame } from '#shared/kit/drawing.ts'
import { garments } from './pom-sketch/points'
import { type GarmentView, garmentViews } from './qa'

const drawn: Readonly<Record<GarmentView, keyof typeof garments>> = {
  top_front: 'teeFront',
  top_back: 'teeBack',
  knit_front: 'sweaterFront',
  knit_back: 'sweaterBack',
  jacket_front: 'jacket',
  dress_front: 'dress',
  trousers_front: 'trousersFront',
  trousers_back: 'trousersBack',
  skirt_front: 'skirt',
}

/** A position on a garment drawing, in thousandths of its width and height from the upper left corner. */
export interface GarmentPlace {
  view: GarmentView
  x: number
  y: number
}

/** The position of a defect; null if it has none. */
export const placeOf = ({ place_view, place_x, place_y }: Readonly<Record<string, unknown>>): GarmentPlace | null =>
  garmentViews.some((view) => view === place_view) && typeof place_x === 'number' && typeof place_y === 'number'
    ? { view: place_view as GarmentView, x: place_x, y: place_y }
    : null

/** The drawing of a view with a dot at each position, the last one labelled. */
export const placedDrawing = (view: GarmentView, places: readonly GarmentPlace[] = [], label?: string): LineDrawing => {
  const last = places.at(-1)
  const scaled = (thousandths: number) => (thousandths * styledFrame) / 1000
  return {
    frame: [0, 0, styledFrame, styledFrame],
    strokes: [
      ...garments[drawn[view]],
      ...places.map(({ x, y }) => ({ d: dot(scaled(x), scaled(y)), tone: 'head' }) as const),
    ],
    ...(label && last && { label: { text: label, x: scaled(last.x), y: scaled(last.y) - 10, size: 16 } }),
  }
}

/** A circle drawn as four Bézier curves. */
const dot = (x: number, y: number): string => {
  const [radius, handle] = [6, 3.3]
  const write = (...points: [number, number][]) => points.map(([a, b]) => `${round(x + a)} ${round(y + b)}`).join(' ')
  return [
    `M${write([0, -radius])}`,
    `C${write([handle, -radius], [radius, -handle], [radius, 0])}`,
    `C${write([radius, handle], [handle, radius], [0, radius])}`,
    `C${write([-handle, radius], [-radius, handle], [-radius, 0])}`,
    `C${write([-radius, -handle], [-handle, -radius], [0, -radius])}Z`,
  ].join('')
}
const round = (value: number) => Math.round(value * 100) / 100

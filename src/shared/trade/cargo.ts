import type { LoadType } from './booking-terms'

/** A run of equal cartons, as far as its size and weight matter. Lengths in cm, weights in kg, as decimal text. */
export interface CartonMeasures {
  length_cm?: unknown
  width_cm?: unknown
  height_cm?: unknown
  gross_kg?: unknown
  net_kg?: unknown
}

export interface Cargo {
  cartons: number
  pieces: number
  /** Grams, so that sums are exact. */
  gross_g: number
  net_g: number
  /** Cubic millimetres. */
  volume_mm3: number
}
export const noCargo: Cargo = { cartons: 0, pieces: 0, gross_g: 0, net_g: 0, volume_mm3: 0 }

/** The volume of one carton in cubic millimetres; lengths are taken to a tenth of a centimetre. */
export const cartonVolume = ({ length_cm, width_cm, height_cm }: CartonMeasures): number =>
  millimetres(length_cm) * millimetres(width_cm) * millimetres(height_cm)

/** The cargo of a run of `cartons` equal cartons with `pieces` pieces altogether. */
export const cargoOf = (cartons: number, pieces: number, measures: CartonMeasures): Cargo => ({
  cartons,
  pieces,
  gross_g: cartons * grams(measures.gross_kg),
  net_g: cartons * grams(measures.net_kg),
  volume_mm3: cartons * cartonVolume(measures),
})

export const addCargo = (a: Cargo, b: Cargo): Cargo => ({
  cartons: a.cartons + b.cartons,
  pieces: a.pieces + b.pieces,
  gross_g: a.gross_g + b.gross_g,
  net_g: a.net_g + b.net_g,
  volume_mm3: a.volume_mm3 + b.volume_mm3,
})

const millimetres = (cm: unknown) => Math.round(Number(cm ?? 0) * 10)
export const grams = (kg: unknown) => Math.round(Number(kg ?? 0) * 1000)
/** Kilograms with three decimals, and cubic metres with four, as the API has them. */
export const kilograms = (g: number) => (g / 1000).toFixed(3)
export const cubicMetres = (mm3: number) => (mm3 / 1e9).toFixed(4)

/**
 * What a carrier charges for: for less than a container the greater of cubic metres and tonnes (W/M), by air and courier
 * the greater of kilograms and cm³/6000. Null where the load is charged by the container or by agreement.
 */
export const chargeableOf = ({ gross_g, volume_mm3 }: Cargo, load: LoadType | null): string | null => {
  if (load === 'lcl') return Math.max(volume_mm3 / 1e9, gross_g / 1e6).toFixed(3)
  if (load === 'air' || load === 'courier') return Math.max(gross_g / 1000, volume_mm3 / 1000 / 6000).toFixed(3)
  return null
}

/** Kinds of freight containers. */
export const containerTypes = ['20GP', '40GP', '40HC', '45HC', '20RF', '40RF', '20OT', '40OT', '20FR', '40FR'] as const
export type ContainerType = (typeof containerTypes)[number]

export interface Capacity {
  /** Cubic metres that cartons fill in practice. */
  planned_m3: number
  /** Cubic metres inside. */
  inner_m3: number
  payload_kg: number
}

/** Capacities of the boxes that cartons travel in; forwarders publish planning figures a little below or above. */
export const capacities: Readonly<Partial<Record<ContainerType, Capacity>>> = {
  '20GP': { planned_m3: 28, inner_m3: 33.1, payload_kg: 28200 },
  '40GP': { planned_m3: 58, inner_m3: 67.6, payload_kg: 26700 },
  '40HC': { planned_m3: 68, inner_m3: 76.2, payload_kg: 26600 },
  '45HC': { planned_m3: 78, inner_m3: 86, payload_kg: 26600 },
}

/** Below this share of the planning figure another box or less than a container is cheaper. */
export const lowFill = 0.6

export type FillFault = 'over_inner' | 'over_payload' | 'over_planned' | 'low'

export interface Fill {
  /** Shares of the planning figure and of the payload; above 1 where the cargo does not fit. */
  volume: number
  weight: number
  /** What is wrong, the worst first; `over_inner` and `over_payload` are errors, the others warnings. */
  faults: FillFault[]
}

/** How full a box is; null for kinds that take other cargo than cartons. */
export const fillOf = (type: ContainerType, { volume_mm3, gross_g }: Cargo): Fill | null => {
  const box = capacities[type]
  if (!box) return null
  const volume = volume_mm3 / 1e9
  const weight = gross_g / 1000
  const faults: FillFault[] = [
    ...(volume > box.inner_m3 ? (['over_inner'] as const) : []),
    ...(weight > box.payload_kg ? (['over_payload'] as const) : []),
    ...(volume > box.planned_m3 && volume <= box.inner_m3 ? (['over_planned'] as const) : []),
    ...(volume < lowFill * box.planned_m3 && weight < lowFill * box.payload_kg ? (['low'] as const) : []),
  ]
  return { volume: volume / box.planned_m3, weight: weight / box.payload_kg, faults }
}

export const isFillError = (fault: FillFault): boolean => fault === 'over_inner' || fault === 'over_payload'

const commonBoxes = ['40HC', '40GP', '20GP'] as const
const allBoxes = [...commonBoxes, '45HC'] as const
type Box = (typeof allBoxes)[number]

/**
 * The boxes that cargo fits into by the planning figures: as few as possible, and the smallest of those. A 45-foot box is
 * rare, so that it is suggested only where it saves one. Empty where less than `lowFill` of the smallest box is filled: then
 * it travels with other cargo. At most `most` boxes.
 */
export const suggestBoxes = ({ volume_mm3, gross_g }: Cargo, most = 100): ContainerType[] => {
  const small = limitsOf('20GP')
  if (volume_mm3 < lowFill * small.volume_mm3 && gross_g < lowFill * small.gross_g) return []
  const common = fewest(commonBoxes, volume_mm3, gross_g, most)
  if (common.length < 2) return common
  const any = fewest(allBoxes, volume_mm3, gross_g, most)
  return any.length < common.length ? any : common
}

const limitsOf = (box: Box) => {
  const { planned_m3, payload_kg } = capacities[box] as Capacity
  return { volume_mm3: Math.round(planned_m3 * 1e9), gross_g: payload_kg * 1000 }
}

/** Full boxes of one kind and a last one that takes the rest, by the kind with which they are the fewest and smallest. */
const fewest = (boxes: readonly Box[], volume_mm3: number, gross_g: number, most: number): Box[] => {
  const room = (suggested: readonly Box[]) => suggested.reduce((sum, box) => sum + limitsOf(box).volume_mm3, 0)
  return boxes
    .map((full) => filled(full, boxes, volume_mm3, gross_g, most))
    .reduce((best, other) =>
      other.length < best.length || (other.length === best.length && room(other) < room(best)) ? other : best,
    )
}

/** Every full box takes as much weight with its volume as the whole cargo has. */
const filled = (full: Box, boxes: readonly Box[], volume_mm3: number, gross_g: number, most: number): Box[] => {
  const bySize = boxes.toSorted((a, b) => limitsOf(a).volume_mm3 - limitsOf(b).volume_mm3)
  const suggested: Box[] = []
  let [volume, weight] = [volume_mm3, gross_g]
  while (suggested.length < most) {
    const last = bySize.find((box) => volume <= limitsOf(box).volume_mm3 && weight <= limitsOf(box).gross_g)
    suggested.push(last ?? full)
    if (last) break
    const limits = limitsOf(full)
    if (limits.volume_mm3 * weight <= limits.gross_g * volume) {
      weight -= (weight * limits.volume_mm3) / volume
      volume -= limits.volume_mm3
    } else {
      volume -= (volume * limits.gross_g) / weight
      weight -= limits.gross_g
    }
  }
  return suggested
}

/** Gross weight of a carton above which it is hard to lift, and above which it is refused; kg. */
export const heavyKg = 25
export const tooHeavyKg = 30
/** The shortest and longest side of a carton; cm. */
export const shortestSide = 15
export const longestSide = 120

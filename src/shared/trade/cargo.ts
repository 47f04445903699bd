import type { LoadType } from './booking-terms'

/** Size and weight of a run of equal cartons: lengths in cm, weights in kg, as decimal text. */
export interface CartonMeasures {
  length_cm?: unknown
  width_cm?: unknown
  height_cm?: unknown
  gross_kg?: unknown
  net_kg?: unknown
}

/** Totals of cartons and pieces, weight and volume, as integers in small units so that sums are exact. */
export interface Cargo {
  cartons: number
  pieces: number
  /** In grams. */
  gross_g: number
  net_g: number
  /** In cubic millimetres. */
  volume_mm3: number
}
export const noCargo: Cargo = { cartons: 0, pieces: 0, gross_g: 0, net_g: 0, volume_mm3: 0 }

/** The volume of one carton in cubic millimetres; lengths are rounded to millimetres. */
export const cartonVolume = ({ length_cm, width_cm, height_cm }: CartonMeasures): number =>
  millimetres(length_cm) * millimetres(width_cm) * millimetres(height_cm)

/** The cargo of a run of `cartons` equal cartons with `pieces` pieces in total. */
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
/** Kilograms with three decimals and cubic metres with four, as decimal text of the API. */
export const kilograms = (g: number) => (g / 1000).toFixed(3)
export const cubicMetres = (mm3: number) => (mm3 / 1e9).toFixed(4)

/**
 * The quantity that a carrier charges for, as decimal text: for less than a container load the greater of cubic metres
 * and tonnes (W/M), by air and courier the greater of kilograms and cm³/6000. Null for loads that are charged by
 * container or agreement.
 */
export const chargeableOf = ({ gross_g, volume_mm3 }: Cargo, load: LoadType | null): string | null => {
  if (load === 'lcl') return Math.max(volume_mm3 / 1e9, gross_g / 1e6).toFixed(3)
  if (load === 'air' || load === 'courier') return Math.max(gross_g / 1000, volume_mm3 / 1000 / 6000).toFixed(3)
  return null
}

/** Types of freight containers. */
export const containerTypes = ['20GP', '40GP', '40HC', '45HC', '20RF', '40RF', '20OT', '40OT', '20FR', '40FR'] as const
export type ContainerType = (typeof containerTypes)[number]

/** How much a container holds. */
export interface Capacity {
  /** Planning figure: cubic metres that cartons fill in practice. */
  planned_m3: number
  /** Cubic metres of the inner dimensions. */
  inner_m3: number
  payload_kg: number
}

/** Capacities of the containers that cartons travel in. The planning figures of forwarders differ slightly. */
export const capacities: Readonly<Partial<Record<ContainerType, Capacity>>> = {
  '20GP': { planned_m3: 28, inner_m3: 33.1, payload_kg: 28200 },
  '40GP': { planned_m3: 58, inner_m3: 67.6, payload_kg: 26700 },
  '40HC': { planned_m3: 68, inner_m3: 76.2, payload_kg: 26600 },
  '45HC': { planned_m3: 78, inner_m3: 86, payload_kg: 26600 },
}

/** Share of the planning figure below which a smaller container or less than a container load is cheaper. */
export const lowFill = 0.6

export type FillFault = 'over_inner' | 'over_payload' | 'over_planned' | 'low'

/** How full a container is. */
export interface Fill {
  /** Shares of the planning figure and of the payload; above 1 the cargo does not fit. */
  volume: number
  weight: number
  /** Faults, the worst first; `over_inner` and `over_payload` are errors, the others warnings. */
  faults: FillFault[]
}

/** How full a container of this type is; null for types that do not carry cartons. */
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
 * Suggests containers for the cargo by the planning figures: as few as possible, and among those the smallest. A
 * 45-foot container is rare, so it is suggested only if it saves a container. Returns an empty list if less than
 * `lowFill` of the smallest container is filled, since such cargo travels with other cargo. Suggests at most `most`
 * containers.
 */
export const suggestBoxes = ({ volume_mm3, gross_g }: Cargo, most = 100): ContainerType[] => {
  const smallest = limitsOf('20GP')
  if (volume_mm3 < lowFill * smallest.volume_mm3 && gross_g < lowFill * smallest.gross_g) return []
  const common = fewest(commonBoxes, volume_mm3, gross_g, most)
  if (common.length < 2) return common
  const any = fewest(allBoxes, volume_mm3, gross_g, most)
  return any.length < common.length ? any : common
}

const limitsOf = (box: Box) => {
  const { planned_m3, payload_kg } = capacities[box] as Capacity
  return { volume_mm3: Math.round(planned_m3 * 1e9), gross_g: payload_kg * 1000 }
}

/** The fewest containers, and the smallest of those: full ones of one type and a last one for the remaining cargo. */
const fewest = (boxes: readonly Box[], volume_mm3: number, gross_g: number, most: number): Box[] => {
  const capacityOf = (suggested: readonly Box[]) => suggested.reduce((sum, box) => sum + limitsOf(box).volume_mm3, 0)
  return boxes
    .map((full) => filled(full, boxes, volume_mm3, gross_g, most))
    .reduce((best, other) =>
      other.length < best.length || (other.length === best.length && capacityOf(other) < capacityOf(best))
        ? other
        : best,
    )
}

/**
 * Fills containers of the type `full` with cargo of the average density, and puts the remaining cargo into the smallest
 * one that holds it.
 */
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

/** Gross weight of a carton in kg above which it is hard to lift, and above which it is refused. */
export const heavyKg = 25
export const tooHeavyKg = 30
/** Shortest and longest side of a carton, in cm. */
export const shortestSide = 15
export const longestSide = 120

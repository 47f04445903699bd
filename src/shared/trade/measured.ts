import { micronsOf, mmOf } from './measures'

/** A specified length with its tolerances, in millimetres. */
export interface SpecifiedPoint {
  spec_mm: string | null
  tol_plus_mm: string | null
  tol_minus_mm: string | null
}

/**
 * A point of measure of a sample in one size, with the measurements of the supplier (`own_mm`) and the office
 * (`actual_mm`).
 */
export interface MeasuredPoint extends SpecifiedPoint {
  own_mm: string | null
  actual_mm: string | null
}

/** The fields of an inspection's measurements, one for each piece of a size. */
export const pieceFields = ['piece_1_mm', 'piece_2_mm', 'piece_3_mm', 'piece_4_mm', 'piece_5_mm'] as const
export type PieceField = (typeof pieceFields)[number]

/** A point of measure of an inspection in one size. */
export type InspectedPoint = SpecifiedPoint & { size_id: number } & Record<PieceField, string | null>

/** The deviation of a measurement from its specification. */
export interface Deviation {
  /** In millimetres, negative if shorter: `-4`, `3.175`. */
  difference: string
  isOut: boolean
}

/**
 * The deviation of a measurement; null if it or the specification is missing. A value exactly on a limit is within the
 * tolerance.
 */
export const deviationOf = (
  measured_mm: unknown,
  { spec_mm, tol_plus_mm, tol_minus_mm }: SpecifiedPoint,
): Deviation | null => {
  const [measured, specified] = [micronsOf(measured_mm), micronsOf(spec_mm)]
  if (measured === null || specified === null) return null
  const difference = measured - specified
  const isOut = difference > (micronsOf(tol_plus_mm) ?? 0) || -difference > (micronsOf(tol_minus_mm) ?? 0)
  return { difference: mmOf(difference), isOut }
}

/** The number of measured points, and of those out of tolerance. */
export const countMeasures = (
  points: readonly MeasuredPoint[],
  by: 'own_mm' | 'actual_mm',
): { measured: number; out: number } => {
  const deviations = points.flatMap((point) => deviationOf(point[by], point) ?? [])
  return { measured: deviations.length, out: deviations.filter(({ isOut }) => isOut).length }
}

/** The number of measured pieces, and of those out of tolerance at one or more points. */
export const countPieces = (points: readonly InspectedPoint[]): { measured: number; out: number } => {
  const pieces = new Map<string, boolean>()
  for (const point of points)
    for (const field of pieceFields) {
      const deviation = deviationOf(point[field], point)
      const key = `${point.size_id} ${field}`
      if (deviation) pieces.set(key, pieces.get(key) === true || deviation.isOut)
    }
  return { measured: pieces.size, out: [...pieces.values()].filter(Boolean).length }
}

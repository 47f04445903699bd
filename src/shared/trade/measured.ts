import { micronsOf, mmOf } from './measures'

/** A point of measure in one size with what was measured there; lengths in millimetres. */
export interface MeasuredPoint {
  spec_mm: string | null
  tol_plus_mm: string | null
  tol_minus_mm: string | null
  own_mm: string | null
  actual_mm: string | null
}

/** How a measure stands against its specification. */
export interface Deviation {
  /** Millimetres, negative where it is shorter: `-4`, `3.175`. */
  difference: string
  isOut: boolean
}

/** How far a measure is from its specification; null without one of both. What lies on a limit is within it. */
export const deviationOf = (
  measured_mm: unknown,
  { spec_mm, tol_plus_mm, tol_minus_mm }: Pick<MeasuredPoint, 'spec_mm' | 'tol_plus_mm' | 'tol_minus_mm'>,
): Deviation | null => {
  const [measured, specified] = [micronsOf(measured_mm), micronsOf(spec_mm)]
  if (measured === null || specified === null) return null
  const difference = measured - specified
  const isOut = difference > (micronsOf(tol_plus_mm) ?? 0) || -difference > (micronsOf(tol_minus_mm) ?? 0)
  return { difference: mmOf(difference), isOut }
}

/** How many points were measured, and how many of these are out of tolerance. */
export const countMeasures = (
  points: readonly MeasuredPoint[],
  by: 'own_mm' | 'actual_mm',
): { measured: number; out: number } => {
  const deviations = points.flatMap((point) => deviationOf(point[by], point) ?? [])
  return { measured: deviations.length, out: deviations.filter(({ isOut }) => isOut).length }
}

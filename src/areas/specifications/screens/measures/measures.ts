import type { LengthUnit } from '#shared/trade/lengths.ts'
import { type SizeValue, type TableSizes, writeLength } from '#shared/trade/measures.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import type { SheetColumn, SheetRow } from '#web/kit/grid/sheet.ts'

interface Mention {
  id: number
  title: string
  title_zh?: string | null
}

/** A row of a measurement table, in form and record. */
export interface Measure {
  id?: number
  seq: number
  pom_id: number
  /** The names of the point; records have them, rows of a form do not. */
  pom?: Mention | null
  remark: string | null
  tol_plus_mm: string | null
  tol_minus_mm: string | null
  grade_step_mm: string | null
  values: (SizeValue & { id?: number; size?: Mention | null })[]
}

export const measuresIn = (value: unknown): readonly Measure[] =>
  Array.isArray(value) ? (value as Measure[]) : noMeasures
const noMeasures: readonly Measure[] = []

/** A row of the grid, identified by its point of measure, which is unique in a table. */
export interface MeasureRow extends SheetRow {
  measure: Measure
  /** Code and names of the point in all languages, for matching pasted text. */
  names: readonly string[]
  code: string
}

export interface MeasureColumn extends SheetColumn {
  kind: 'tolerance' | 'grade' | 'size' | 'remark' | 'more'
  size?: Size
  field?: 'tol_plus_mm' | 'tol_minus_mm' | 'grade_step_mm'
}

/**
 * The sizes of a table: those with a value in any row, in the order of the scale; all sizes of the scale when at most
 * the base size has values.
 */
export const tableSizes = (measures: readonly Measure[], sizes: readonly Size[]): readonly Size[] => {
  const stated = new Set(measures.flatMap(({ values }) => values.map(({ size_id }) => size_id)))
  return stated.size > 1 ? sizes.filter(({ id }) => stated.has(id)) : sizes
}

/** The sizes as named by the record, ordered by id; used until the scale is loaded. */
export const namedSizes = (measures: readonly Measure[]): { id: number; label: string }[] => {
  const titles = new Map(
    measures.flatMap(({ values }) => values.map(({ size_id, size }) => [size_id, size?.title ?? ''] as const)),
  )
  return [...titles].map(([id, label]) => ({ id, label })).sort((a, b) => a.id - b.id)
}

export const orderOf = (sizes: readonly Size[], base: unknown): TableSizes => ({
  ids: sizes.map(({ id }) => id),
  base: typeof base === 'number' ? base : null,
})

/** The text of a cell in the given unit. */
export const textIn = (measure: Measure, { kind, size, field }: MeasureColumn, unit: LengthUnit): string => {
  if (kind === 'remark') return measure.remark ?? ''
  if (kind === 'size') return writeLength(measure.values.find(({ size_id }) => size_id === size?.id)?.value_mm, unit)
  return field ? writeLength(measure[field], unit) : ''
}

/** Whether a user entered the value of a size, instead of the grade step determining it. */
export const isByHand = (measure: Measure, { size }: MeasureColumn): boolean =>
  measure.grade_step_mm !== null && Boolean(measure.values.find(({ size_id }) => size_id === size?.id)?.by_hand)

import type { DefectSeverity } from './qa'

/** The dimensions by which defects are counted. */
export const defectDimensions = ['kind', 'factory', 'supplier', 'month'] as const
export type DefectDimension = (typeof defectDimensions)[number]

/** Defective units of one kind, factory, supplier or month, by severity. */
export interface DefectCount extends Record<DefectSeverity, number> {
  /** The id of the record; null for months, and for activities without a factory. */
  id: number | null
  /** The first day of a month; null for records. */
  month: string | null
  title: string | null
  title_zh: string | null
  /** Units that were inspected at random; null for kinds, which all inspections look for. */
  inspected: number | null
  /** The defective units among them; activities without a sample find defects too. */
  among_inspected: number | null
}

/** The most frequent first; months in chronological order. */
export type DefectFigures = Record<DefectDimension, DefectCount[]>

export const unitsOf = ({ critical, major, minor }: DefectCount): number => critical + major + minor

/** Defective units per 100 inspected ones, with one decimal; null without inspected units. */
export const per100 = (count: Pick<DefectCount, 'inspected' | 'among_inspected'>): number | null =>
  count.inspected ? Math.round((1000 * Number(count.among_inspected)) / count.inspected) / 10 : null

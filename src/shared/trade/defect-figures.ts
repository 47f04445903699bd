import type { DefectSeverity } from './qa'

/** What defects are counted by. */
export const defectDimensions = ['kind', 'factory', 'supplier', 'month'] as const
export type DefectDimension = (typeof defectDimensions)[number]

/** Defective units of one kind, factory, supplier or month, by severity. */
export interface DefectCount extends Record<DefectSeverity, number> {
  /** Of a record; null for months, and where an activity names no factory. */
  id: number | null
  /** The first day of a month; null for records. */
  month: string | null
  title: string | null
  title_zh: string | null
  /** Units that were inspected at random; null for kinds, which all inspections look for. */
  inspected: number | null
  /** Those of them that are defective: activities that draw no sample find defects, too. */
  among_inspected: number | null
}

/** The most frequent of each first, months in their order. */
export type DefectFigures = Record<DefectDimension, DefectCount[]>

export const unitsOf = ({ critical, major, minor }: DefectCount): number => critical + major + minor

/** Defective units per 100 that were inspected, with one decimal; null without an inspected unit. */
export const per100 = (count: Pick<DefectCount, 'inspected' | 'among_inspected'>): number | null =>
  count.inspected ? Math.round((1000 * Number(count.among_inspected)) / count.inspected) / 10 : null

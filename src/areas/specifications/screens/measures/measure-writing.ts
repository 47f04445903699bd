import type { LengthUnit } from '#shared/trade/lengths.ts'
import type { ReadTable } from '#shared/trade/measure-table.ts'
import { gradedValues, inferredStep, readLength, withSizeValue } from '#shared/trade/measures.ts'
import { t } from '#web/i18n.ts'
import { type CellText, listed } from '#web/kit/grid/sheet.ts'
import { screenText } from '../texts'
import { type Measure, type MeasureColumn, type orderOf, textIn } from './measures'
import type { Pom } from './pom-library'

/** All rows of a measurement table, so that every action can be undone as a whole. */
export type Table = readonly Measure[]

/** A new row with the tolerances and the grade step of the library. */
export const newMeasure = (pom: Pom | undefined, pom_id: number): Measure => ({
  seq: 0,
  pom_id,
  remark: null,
  tol_plus_mm: pom?.tol_plus_mm ?? null,
  tol_minus_mm: pom?.tol_minus_mm ?? null,
  grade_step_mm: pom?.grade_step_mm ?? null,
  values: [],
})

interface Merging {
  order: ReturnType<typeof orderOf>
  base: number | null
  poms: ReadonlyMap<number, Pom>
}

/** Merges a pasted table into the existing rows: updates rows of the same point, and appends the others. */
export const mergedTable = (existing: Table, { rows }: ReadTable, { order, base, poms }: Merging): Measure[] => {
  const table = [...existing]
  for (const { pom_id, values, ...facts } of rows) {
    const at = table.findIndex((measure) => measure.pom_id === pom_id)
    const start = table[at] ?? {
      ...newMeasure(poms.get(pom_id), pom_id),
      grade_step_mm: inferredStep(values, [...values.keys()]),
    }
    const next: Measure = { ...start, ...facts }
    // The base size first, because whether other sizes follow the grade is judged by its value.
    next.values = [...values]
      .sort(([a], [b]) => Number(b === base) - Number(a === base))
      .reduce<Measure['values']>((all, [id, mm]) => withSizeValue(all, id, mm, next.grade_step_mm, order), start.values)
    if (at < 0) table.push(next)
    else table[at] = next
  }
  return table
}

/** Messages about a pasted table: the number of points taken, and what was left out. */
export const remarksOn = ({ rows, unknownPoms, unknownSizes, repeated, bad }: ReadTable): string[] => [
  screenText('table.taken', { count: rows.length }),
  ...(unknownPoms.length > 0 ? [screenText('table.unknown_poms', { names: listed(unknownPoms) })] : []),
  ...(unknownSizes.length > 0 ? [screenText('table.unknown_sizes', { names: listed(unknownSizes) })] : []),
  ...(repeated.length > 0 ? [screenText('table.repeated', { names: listed(repeated) })] : []),
  ...bad
    .slice(0, 5)
    .map(({ pom, column, text }) => t('grid.bad_cell', { place: [pom, column].join(t('kit.comma')), text })),
  ...(bad.length > 5 ? [screenText('table.more', { count: bad.length - 5 })] : []),
]

interface Writing {
  unit: LengthUnit
  order: ReturnType<typeof orderOf>
  /** Collects the cells whose texts are not valid lengths. */
  refused: CellText<MeasureColumn>[]
}

/** Writes texts into cells of a row; returns the same object when nothing changed. */
export const writtenMeasure = (
  before: Measure,
  texts: readonly CellText<MeasureColumn>[],
  { unit, order, refused }: Writing,
) => {
  let measure = before
  for (const cell of texts) {
    const { column, text } = cell
    // Cells display rounded values, which must not overwrite the exact ones.
    if (text.trim() === textIn(measure, column, unit)) continue
    if (column.kind === 'remark') {
      measure = { ...measure, remark: text.trim().slice(0, remarkLength) || null }
      continue
    }
    const mm = readLength(column.field === 'tol_minus_mm' ? text.replace(/^\s*[-−–](?=\s*\S)/, '') : text, unit)
    if (mm === undefined || (mm?.startsWith('-') && column.kind !== 'grade') || Number(mm) > maxLengthOf(column)) {
      refused.push(cell)
      continue
    }
    if (column.size)
      measure = {
        ...measure,
        values: withSizeValue(measure.values, column.size.id, mm, measure.grade_step_mm, order),
      }
    else if (column.field) measure = withFact(measure, column.field, mm, order)
  }
  return measure
}

const remarkLength = 120

/** The maximum length of a column in millimetres, as declared by its field. */
const maxLengthOf = ({ kind }: MeasureColumn) => (kind === 'size' ? 5000 : 500)

const withFact = (
  measure: Measure,
  field: NonNullable<MeasureColumn['field']>,
  mm: string | null,
  order: Writing['order'],
) => {
  if (field !== 'grade_step_mm') return { ...measure, [field]: mm }
  // Sizes that followed the old grade follow the new one.
  return { ...measure, grade_step_mm: mm, values: gradedValues(measure.values, mm, order) }
}

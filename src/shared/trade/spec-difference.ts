import { diffWords } from 'diff'
import { micronsOf } from './measures'

/** A row of a measurement table, as far as comparing versions needs it. */
export interface ComparedMeasure {
  pom_id: number
  remark?: string | null
  tol_plus_mm?: string | null
  tol_minus_mm?: string | null
  grade_step_mm?: string | null
  values: readonly { size_id: number; value_mm: string }[]
}

/** The change of a point of measure. Cells are named `tol_minus_mm`, `remark`, or `size <id>`. */
export interface MeasureChange {
  pom_id: number
  kind: 'added' | 'removed' | 'changed'
  cells: ReadonlyMap<string, { before: string | null; after: string | null }>
}

const facts = ['tol_minus_mm', 'tol_plus_mm', 'grade_step_mm', 'remark'] as const

/**
 * The cells that differ between two tables. Points of measure are matched by their identity, whatever their position.
 */
export const measureChanges = (
  before: readonly ComparedMeasure[],
  after: readonly ComparedMeasure[],
): MeasureChange[] => {
  const beforeByPom = new Map(before.map((measure) => [measure.pom_id, measure]))
  const pomsAfter = new Set(after.map(({ pom_id }) => pom_id))
  return [
    ...after.flatMap((measure): MeasureChange[] => {
      const previous = beforeByPom.get(measure.pom_id)
      const cells = differingCells(previous, measure)
      if (!previous) return [{ pom_id: measure.pom_id, kind: 'added', cells }]
      return cells.size > 0 ? [{ pom_id: measure.pom_id, kind: 'changed', cells }] : []
    }),
    ...before
      .filter(({ pom_id }) => !pomsAfter.has(pom_id))
      .map(
        (measure): MeasureChange => ({
          pom_id: measure.pom_id,
          kind: 'removed',
          cells: differingCells(measure, undefined),
        }),
      ),
  ]
}

const differingCells = (
  before: ComparedMeasure | undefined,
  after: ComparedMeasure | undefined,
): MeasureChange['cells'] => {
  const [old, fresh] = [cellsOf(before), cellsOf(after)]
  return new Map(
    [...new Set([...old.keys(), ...fresh.keys()])].flatMap((name) => {
      const [was, is] = [old.get(name) ?? null, fresh.get(name) ?? null]
      const isSame = name === 'remark' ? was === is : micronsOf(was) === micronsOf(is)
      return isSame ? [] : [[name, { before: was, after: is }] as const]
    }),
  )
}

const cellsOf = (measure: ComparedMeasure | undefined): Map<string, string> =>
  new Map([
    ...facts.flatMap((name) => (measure?.[name] ? [[name, measure[name]] as const] : [])),
    ...(measure?.values ?? []).map(({ size_id, value_mm }) => [`size ${size_id}`, value_mm] as const),
  ])

/** A part of a text that is unchanged, added or removed. */
export interface TextPart {
  text: string
  kind: 'same' | 'added' | 'removed'
}

/** Compares two texts word by word, in Chinese too, where words are not separated by spaces. */
export const textChanges = (before: string, after: string): TextPart[] =>
  diffWords(before, after, { intlSegmenter: segmenter }).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

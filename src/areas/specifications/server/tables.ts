import type { Queryable } from '#server/db/types.ts'
import type { Change, Doc } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { gradedValues, type SizeValue } from '#shared/trade/measures.ts'

/**
 * Completes measurement tables: sorts the rows, and computes the value in each size from the base size unless a user
 * entered one. A table whose rows have values in at most one size gets all sizes of its scale.
 */
export const completeTables = async (on: Queryable, changes: readonly Change[]): Promise<Problem[][]> => {
  const scales = await readScales(on, changes)
  return changes.map(({ after }) => {
    const measures = rowsOf(after, 'measures')
    const scale = scales.get(Number(after.size_scale_id))
    if (measures.length === 0 || !scale) return []
    const foreign = measures.flatMap((measure, row) =>
      valuesOf(measure).flatMap(({ size_id }, at) =>
        scale.includes(size_id)
          ? []
          : [problem(textOf('problems.specifications.size_unknown'), `measures.${row}.values.${at}.size_id`)],
      ),
    )
    if (foreign.length > 0) return foreign
    const base = after.base_size_id === null || after.base_size_id === undefined ? null : Number(after.base_size_id)
    const stated = new Set(measures.flatMap((measure) => valuesOf(measure).map(({ size_id }) => size_id)))
    const ids = stated.size > 1 ? scale.filter((id) => stated.has(id)) : scale
    for (const measure of measures)
      measure.values = gradedValues(valuesOf(measure), measure.grade_step_mm, { ids, base })
    return []
  })
}

const rowsOf = (doc: Doc, field: string): Doc[] => (Array.isArray(doc[field]) ? (doc[field] as Doc[]) : [])

const valuesOf = (measure: Doc): SizeValue[] =>
  (rowsOf(measure, 'values') as unknown as SizeValue[]).map((value) => ({ ...value, by_hand: value.by_hand ?? false }))

/** The sizes of each scale, in order. */
const readScales = async (on: Queryable, changes: readonly Change[]): Promise<ReadonlyMap<number, number[]>> => {
  const scaleIds = changes.flatMap(({ after }) =>
    rowsOf(after, 'measures').length > 0 && after.size_scale_id ? [Number(after.size_scale_id)] : [],
  )
  if (scaleIds.length === 0) return new Map()
  const rows = await on.query<{ scale: number; ids: number[] }>(
    `select size_scale_id as scale, json_agg(id order by sort_order, id) as ids from sizes
     where size_scale_id = any($1::bigint[]) group by size_scale_id`,
    [[...new Set(scaleIds)]],
    'specification_scales',
  )
  return new Map(rows.map(({ scale, ids }) => [Number(scale), ids.map(Number)]))
}

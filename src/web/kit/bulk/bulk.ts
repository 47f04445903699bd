import type { Area } from '#shared/kit/area.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { fieldRights } from '#web/providers/permission.ts'

/** A change of many records: values for all of them with days to shift dates by, or a move with its inputs. */
export type BulkChange = BulkValues | BulkMove

export interface BulkMove {
  /** Moves of one name for the person, each with the records that it fits. */
  steps: readonly MoveStep[]
  inputs: Record<string, unknown>
}

export interface MoveStep {
  move: string
  ids: readonly number[]
}

export interface BulkValues {
  values: Record<string, unknown>
  shift: Record<string, number>
}

/** To which records: those chosen, with the versions seen, or all that match and how many the person agreed to. */
export type BulkTarget = { rows: { id: number; version: number }[] } | { filter: string; count: number }

/** The selection of a list in the form of a bulk request. */
export const targetOf = ({ selection, filter, total }: AreaListState): BulkTarget =>
  selection.all
    ? { filter, count: total }
    : { rows: [...selection.rows.values()].map(({ id, version }) => ({ id, version })) }

/** How many records a target means. */
export const countOf = (target: BulkTarget) => ('rows' in target ? target.rows.length : target.count)

/** Fields that can be edited in bulk: no keys or computed fields, no parents of other fields, no rows. */
export const bulkFields = (area: Area): string[] => {
  const { mayWrite } = fieldRights()
  const fields = Object.entries(area.fields)
  const single = new Set([
    area.title,
    ...(area.key ?? []),
    ...(area.totals ?? []),
    ...fields.flatMap(([name, { options }]) => (options.within ? [name, options.within.of] : [])),
  ])
  return fields
    .filter(
      ([name, { kind, options }]) =>
        kind !== 'rows' &&
        !options.unique &&
        !options.fixed &&
        !options.readOnly &&
        !single.has(name) &&
        (area.worklist?.edits.includes(name) ?? true) &&
        mayWrite(area, name),
    )
    .map(([name]) => name)
}

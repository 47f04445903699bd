import type { Area } from '#shared/kit/area.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { fieldRights } from '#web/providers/permission.ts'

/** A change of many records: field values and days to shift dates by, or a move with its inputs. */
export type BulkChange = BulkValues | BulkMove

export interface BulkMove {
  /** The moves behind one button, which have the same label, each with the records that it applies to. */
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

/**
 * The records of a bulk change: selected ones with the versions shown, or all matches with the number that was
 * confirmed.
 */
export type BulkTarget = { rows: { id: number; version: number }[] } | { filter: string; count: number }

/** The selection of a list in the form of a bulk request. */
export const targetOf = ({ selection, filter, total }: AreaListState): BulkTarget =>
  selection.all
    ? { filter, count: total }
    : { rows: [...selection.rows.values()].map(({ id, version }) => ({ id, version })) }

/** Number of records of a target. */
export const countOf = (target: BulkTarget) => ('rows' in target ? target.rows.length : target.count)

/** Fields that can be edited in bulk: no keys or computed fields, no parents of other fields, no rows. */
export const bulkFields = (area: Area): string[] => {
  const { mayWrite } = fieldRights()
  const fields = Object.entries(area.fields)
  const excluded = new Set([
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
        !excluded.has(name) &&
        (area.worklist?.edits.includes(name) ?? true) &&
        mayWrite(area, name),
    )
    .map(([name]) => name)
}

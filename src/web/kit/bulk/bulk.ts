import type { AreaListState } from '#web/kit/list/use-area-list.ts'

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

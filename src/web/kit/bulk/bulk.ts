import type { AreaListState } from '#web/kit/list/use-area-list.ts'

/** A change of many records: values for all of them and days by which dates move from where each is, or a move with what it asks. */
export type BulkChange = BulkValues | BulkMove

export interface BulkMove {
  /** Moves of one name for the person, each with the records that it fits. */
  steps: readonly MoveStep[]
  asked: Record<string, unknown>
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

/** What is chosen in a list, as a bulk request says it. */
export const targetOf = ({ selection, filter, total }: AreaListState): BulkTarget =>
  selection.all
    ? { filter, count: total }
    : { rows: [...selection.rows.values()].map(({ id, version }) => ({ id, version })) }

/** How many records a target means. */
export const countOf = (target: BulkTarget) => ('rows' in target ? target.rows.length : target.count)

import { mayMove } from '../../shared/lifecycle'
import { can } from '../providers/permission'
import { session } from '../providers/session'
import type { AreaListState } from './use-area-list'

/** What a bulk request did to one record. */
export interface BulkResult {
  id: number
  ok: boolean
  status: number
  message?: string
  errors?: Record<string, string[]>
  /** Of an edit that went well: the version it made, and the values before it. */
  version?: number
  before?: Record<string, unknown>
}

/** A change of many records: values for all of them and days by which dates move from where each is, or one move with what it asks. */
export type BulkChange = BulkValues | { move: string; asked: Record<string, unknown> }

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

/** The moves that fit everything chosen; for all that match, every move the role has. */
export const bulkMoves = ({ area, selection }: AreaListState): string[] => {
  const life = area.lifecycle
  const role = session()?.role
  if (!life || !role) return []
  return Object.keys(life.moves).filter(
    (move) =>
      can(area.name, `move:${move}`) &&
      (selection.all ||
        [...selection.rows.values()].every(({ status }) => mayMove(life, move, status ?? '', role) === 'allowed')),
  )
}

import type { Area } from '../../shared/area'
import { mayMove } from '../../shared/lifecycle'
import { api } from '../providers/http'
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
}

/** A change of many records: values for all of them, or one move with what it asks. */
export type BulkChange = { values: Record<string, unknown> } | { move: string; asked: Record<string, unknown> }

/** To which records: those chosen, with the versions seen, or all that match and how many the person agreed to. */
export type BulkTarget = { rows: { id: number; version: number }[] } | { filter: string; count: number }

/** What is chosen in a list, as a bulk request says it. */
export const targetOf = ({ selection, filter, total }: AreaListState): BulkTarget =>
  selection.all
    ? { filter, count: total }
    : { rows: [...selection.rows.values()].map(({ id, version }) => ({ id, version })) }

/** How many records a target means. */
export const countOf = (target: BulkTarget) => ('rows' in target ? target.rows.length : target.count)

/** Does the change and answers a result for each record. */
export const sendBulk = async (
  area: Area,
  change: BulkChange,
  target: BulkTarget,
  idempotencyKey: string,
): Promise<BulkResult[]> => {
  const { results } =
    'move' in change
      ? await api<Answer>('POST', `${area.name}/bulk/moves/${change.move}`, {
          body: { ...target, ...change.asked },
          idempotencyKey,
        })
      : await api<Answer>('PATCH', `${area.name}/bulk`, { body: { ...target, values: change.values } })
  return results
}

/** The records that failed, as they stand now: what changed meanwhile is what a second try is decided on. */
export const retryTarget = async (area: Area, results: readonly BulkResult[]): Promise<BulkTarget> => {
  const failed = results.filter(({ ok }) => !ok)
  const rows: { id: number; version: number }[] = []
  for (let start = 0; start < failed.length; start += pageOfIds)
    rows.push(
      ...(await api<{ id: number; version: number }[]>('GET', area.name, {
        params: [
          ...failed.slice(start, start + pageOfIds).map(({ id }): [string, string] => ['id', String(id)]),
          ['_start', '0'],
          ['_end', String(pageOfIds)],
        ],
      })),
    )
  return { rows: rows.map(({ id, version }) => ({ id, version })) }
}

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

interface Answer {
  results: BulkResult[]
}
const pageOfIds = 100

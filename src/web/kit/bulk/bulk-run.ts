import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { type BulkResult, maxBulk } from '#shared/kit/wire/bulk.ts'
import { t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import type { BulkChange, BulkTarget } from './bulk'

/**
 * Sends a bulk change and refreshes the page. If it succeeds for all records, shows a notice, with undo if possible,
 * and returns undefined; else returns the results. Throws HttpError.
 */
export const runBulk = async (
  area: Area,
  change: BulkChange,
  target: BulkTarget,
  key: string | undefined,
  refresh: () => Promise<void>,
): Promise<BulkResult[] | undefined> => {
  const results = await sendBulk(area, change, target, key)
  await refresh()
  if (results.some(({ ok }) => !ok)) return results
  notify({
    tone: 'success',
    text: t('editing.bulk.done', { count: results.length }),
    ...(undoable(results).length > 0 && {
      action: { label: t('editing.bulk.undo'), run: () => void undoBulk(area, results, refresh) },
    }),
  })
  return undefined
}

/** Sends a bulk change and returns a result per record; moves are sent in requests of at most `maxBulk` records. */
export const sendBulk = async (
  area: Area,
  change: BulkChange,
  target: BulkTarget,
  idempotencyKey?: string,
): Promise<BulkResult[]> => {
  const keyFor = (index: number) =>
    idempotencyKey ? { idempotencyKey: index === 0 ? idempotencyKey : `${idempotencyKey}-${index}` } : {}
  if (!('steps' in change))
    return (await api<Answer>('PATCH', `${area.name}/bulk`, { body: { ...target, ...change }, ...keyFor(0) })).results
  const requests = change.steps.flatMap(({ move, ids }) => {
    const moveIds = new Set(ids)
    const rows = 'rows' in target ? target.rows.filter(({ id }) => moveIds.has(id)) : []
    return chunks(rows, maxBulk).map((rows) => ({ move, rows }))
  })
  const allResults: BulkResult[] = []
  for (const [index, { move, rows }] of requests.entries()) {
    const { results } = await api<Answer>('POST', `${area.name}/bulk/moves/${move}`, {
      body: { rows, ...change.inputs },
      ...keyFor(index),
    })
    allResults.push(...results)
  }
  return allResults
}

/** The records of a bulk edit that can be restored, with their former values. */
export const undoable = (results: readonly BulkResult[]) =>
  results.flatMap(({ id, ok, version, before }) => (ok && version && before ? [{ id, version, values: before }] : []))

/**
 * Restores the former values of records that have not changed since, and shows the result. Returns false if the request
 * failed.
 */
export const undoBulk = async (
  area: Area,
  results: readonly BulkResult[],
  refresh: () => Promise<void>,
): Promise<boolean> => {
  try {
    const { results: undoResults } = await api<Answer>('PATCH', `${area.name}/bulk`, {
      body: { rows: undoable(results) },
    })
    await refresh()
    const failed = undoResults.filter(({ ok }) => !ok).length
    notify(
      failed > 0
        ? { tone: 'warning', text: t('editing.bulk.undo_failed', { count: failed }) }
        : { tone: 'success', text: t('editing.bulk.undone', { count: undoResults.length }) },
    )
    return true
  } catch (error) {
    notifyFailure(error)
    return false
  }
}

/** Fetches the current records by id, one page per request. */
export const recordsNow = async (area: Area, ids: readonly number[]): Promise<AnyRecord[]> => {
  const records: AnyRecord[] = []
  for (const idPortion of chunks(ids, idsPerRequest))
    records.push(
      ...(await api<AnyRecord[]>('GET', area.name, {
        params: [
          ...idPortion.map((id): [string, string] => ['id', String(id)]),
          ['_start', '0'],
          ['_end', String(idsPerRequest)],
        ],
      })),
    )
  return records
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

interface Answer {
  results: BulkResult[]
}
const idsPerRequest = 100

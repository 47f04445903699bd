import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { type BulkResult, maxBulk } from '#shared/kit/wire/bulk.ts'
import { t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import type { BulkChange, BulkTarget } from './bulk'

/**
 * Sends a bulk change. When all succeed it shows a message, with undo if possible, and returns nothing; else it returns
 * the results.
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

/** Does the change and answers a result for each record. */
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
    const wanted = new Set(ids)
    const rows = 'rows' in target ? target.rows.filter(({ id }) => wanted.has(id)) : []
    return portions(rows, maxBulk).map((rows) => ({ move, rows }))
  })
  const all: BulkResult[] = []
  for (const [index, { move, rows }] of requests.entries()) {
    const { results } = await api<Answer>('POST', `${area.name}/bulk/moves/${move}`, {
      body: { rows, ...change.inputs },
      ...keyFor(index),
    })
    all.push(...results)
  }
  return all
}

/** Records of a bulk edit that can be restored, as their former values are known. */
export const undoable = (results: readonly BulkResult[]) =>
  results.flatMap(({ id, ok, version, before }) => (ok && version && before ? [{ id, version, values: before }] : []))

/** Restores the former values of records that have not changed since, and reports the result; false where nobody answered. */
export const undoBulk = async (
  area: Area,
  results: readonly BulkResult[],
  refresh: () => Promise<void>,
): Promise<boolean> => {
  try {
    const { results: again } = await api<Answer>('PATCH', `${area.name}/bulk`, {
      body: { rows: undoable(results) },
    })
    await refresh()
    const failed = again.filter(({ ok }) => !ok).length
    notify(
      failed > 0
        ? { tone: 'warning', text: t('editing.bulk.undo_failed', { count: failed }) }
        : { tone: 'success', text: t('editing.bulk.undone', { count: again.length }) },
    )
    return true
  } catch (error) {
    notifyFailure(error)
    return false
  }
}

/** Current versions of the records, in requests of the allowed size. */
export const recordsNow = async (area: Area, ids: readonly number[]): Promise<AnyRecord[]> => {
  const records: AnyRecord[] = []
  for (const some of portions(ids, pageOfIds))
    records.push(
      ...(await api<AnyRecord[]>('GET', area.name, {
        params: [
          ...some.map((id): [string, string] => ['id', String(id)]),
          ['_start', '0'],
          ['_end', String(pageOfIds)],
        ],
      })),
    )
  return records
}

const portions = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

interface Answer {
  results: BulkResult[]
}
const pageOfIds = 100

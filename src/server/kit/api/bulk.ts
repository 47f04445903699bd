import type { FastifyReply, FastifyRequest } from 'fastify'
import { conflict, invalid } from '#server/kit/errors.ts'
import type { Work } from '#server/kit/kit.ts'
import { StaleVersion } from '#server/kit/write/refusals.ts'
import { onceEach } from '#server/plugins/batch.ts'
import { refusalOf, renderProblems } from '#server/plugins/errors.ts'
import { keyOf } from '#server/plugins/idempotency.ts'
import { languageOf, renderText } from '#server/texts.ts'
import type { Area } from '#shared/kit/area.ts'
import { issueTexts, type Values } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import type { AreaRoutes } from './area-route'
import { bulkTarget, keysOfFilter } from './bulk-target'

interface BulkRow {
  id: number
  version: number
}

/**
 * Writes each of the selected records in a transaction of its own, once per idempotency key, and sends a result for
 * each. A failure does not stop the others.
 */
export const sendBulk = async (
  routes: AreaRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  action: string,
  target: () => Values,
  write: (work: Work, row: BulkRow) => Promise<Pick<BulkResult, 'version' | 'before'>>,
) => {
  const { kit, area } = routes
  const results = await onceEach(kit.db, keyOf(request), {
    plan: async () => chosenRows(routes, request, target()),
    write: (row, keep) =>
      kit.write(
        request.me,
        action,
        async (work) => {
          const result: BulkResult = { id: row.id, ok: true, status: 200, ...(await write(work, row)) }
          await keep(work.tx, result)
          return result
        },
        { requestId: request.id },
      ),
    refused: (row, error) => rowRefusal(area, row.id, error, request),
  })
  return reply.send(results)
}

const chosenRows = async (routes: AreaRoutes, { me }: FastifyRequest, target: Values): Promise<BulkRow[]> => {
  const parsed = bulkTarget.safeParse(target, { reportInput: true })
  if (!parsed.success) throw invalid(issueTexts(parsed.error))
  const { rows, filter = '', count } = parsed.data
  if (rows) return rows
  const keys = await keysOfFilter(routes, me, filter)
  // The person confirmed a number of records; if it has changed, they confirm again.
  if (keys.length !== count) throw conflict('count_changed', textOf('messages.count_changed', { count: keys.length }))
  return keys.map(({ id, version }) => ({ id, version }))
}

/** The result for a record that a bulk command could not change; unexpected errors are logged. */
export const rowRefusal = (
  area: Area,
  id: number,
  error: unknown,
  { headers, id: request_id, log }: Pick<FastifyRequest, 'headers' | 'id' | 'log'>,
): BulkResult => {
  const language = languageOf(headers['accept-language'])
  const refusal = error instanceof StaleVersion ? conflict('stale', textOf('messages.stale')) : refusalOf(error)
  if (refusal.status >= 500)
    log.error({ err: error, request_id, area: area.name, row: id }, 'a row of a command failed')
  return {
    id,
    ok: false,
    status: refusal.status,
    code: refusal.code,
    message: renderText(refusal.text, language),
    errors: Object.fromEntries(
      Object.entries(renderProblems(refusal.errors, language)).map(([path, texts]) => [fieldInRow(path), texts]),
    ),
  }

  /** Strips the path of the row: rules report paths in the document, but this result is about the row. */
  function fieldInRow(path: string) {
    const field = /^[a-z_]+\.\d+\.(.+)$/.exec(path)?.[1]
    return area.partOf && field ? field : path
  }
}

import type { FastifyRequest } from 'fastify'
import type { Kit } from '#server/kit/kit.ts'
import { type Batch, onceEach } from '#server/plugins/batch.ts'
import { keyOf } from '#server/plugins/idempotency.ts'

/** The results of a command over many rows, each written in a transaction of its own, once for the request's key. */
export const keyedRows = async <Row, Result>(
  kit: Kit,
  request: FastifyRequest,
  batch: Batch<Row, Result>,
): Promise<Result[]> => {
  const { results } = (await onceEach(kit.db, keyOf(request), batch)) as { results: Result[] }
  return results
}

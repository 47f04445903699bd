import type { FastifyRequest } from 'fastify'
import type { Kit } from '#server/kit/kit.ts'
import { type Batch, onceEach } from '#server/plugins/batch.ts'
import { keyOf } from '#server/plugins/idempotency.ts'

/**
 * Runs a command over many rows, each in a transaction of its own and once per idempotency key; returns their results.
 */
export const keyedRows = async <Row, Result>(
  kit: Kit,
  request: FastifyRequest,
  batch: Batch<Row, Result>,
): Promise<Result[]> => {
  const { results } = (await onceEach(kit.db, keyOf(request), batch)) as { results: Result[] }
  return results
}

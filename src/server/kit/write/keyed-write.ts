import type { FastifyRequest } from 'fastify'
import type { Kit, Work } from '#server/kit/kit.ts'
import { type Answer, type KeyedRequest, keyOf, once } from '#server/plugins/idempotency.ts'

/** One write for a request: in a transaction, once for its key, and answered the same again. */
export const keyedWrite = async (
  kit: Kit,
  request: FastifyRequest,
  action: string,
  write: (work: Work) => Promise<Answer>,
  keyed: KeyedRequest | null = keyOf(request),
): Promise<Answer> =>
  once(kit.db, keyed, (tx) => kit.write(request.me, action, write, { on: tx, requestId: request.id }))

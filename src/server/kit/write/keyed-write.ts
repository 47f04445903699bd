import type { FastifyRequest } from 'fastify'
import type { Kit, Work } from '#server/kit/kit.ts'
import { type Answer, type KeyedRequest, keyOf, once, payloadOf } from '#server/plugins/idempotency.ts'

/** One write for a request: in a transaction, once for its key, and answered the same again. */
export const keyedWrite = async (
  kit: Kit,
  request: FastifyRequest,
  action: string,
  write: (work: Work) => Promise<Answer>,
  keyed: KeyedRequest | null = keyOf(request),
): Promise<Answer> =>
  once(kit.db, keyed, (tx) => kit.write(request.me, action, write, { on: tx, requestId: request.id }))

/** The same for a command of an area: what it answers, as the caller gets it. */
export const keyedCommand = async <T>(
  kit: Kit,
  request: FastifyRequest,
  action: string,
  command: (work: Work) => Promise<T>,
): Promise<T> =>
  payloadOf(await keyedWrite(kit, request, action, async (work) => ({ status: 200, body: await command(work) }))) as T

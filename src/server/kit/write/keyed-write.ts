import type { FastifyRequest } from 'fastify'
import type { Kit, Work } from '#server/kit/kit.ts'
import { type Answer, type KeyedRequest, keyOf, once, payloadOf } from '#server/plugins/idempotency.ts'
import { explainCommit } from './constraint-errors'

/** Runs the write of a request in one transaction, once per idempotency key; a repetition gets the first answer. */
export const keyedWrite = async (
  kit: Kit,
  request: FastifyRequest,
  action: string,
  write: (work: Work) => Promise<Answer>,
  keyed: KeyedRequest | null = keyOf(request),
): Promise<Answer> =>
  once(kit.db, keyed, (tx) => kit.write(request.me, action, write, { on: tx, requestId: request.id })).catch(
    explainCommit(kit.register),
  )

/** Like `keyedWrite`, for a command of an area; returns the command's result, the body of the answer. */
export const keyedCommand = async <T>(
  kit: Kit,
  request: FastifyRequest,
  action: string,
  command: (work: Work) => Promise<T>,
): Promise<T> =>
  payloadOf(await keyedWrite(kit, request, action, async (work) => ({ status: 200, body: await command(work) }))) as T

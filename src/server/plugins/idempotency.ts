import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { persistent } from '#server/db/retry.ts'
import type { Closing, Db, DbError, Queryable } from '#server/db/types.ts'
import { conflict, invalid, malformed } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { textOf } from '#shared/kit/text.ts'

/** One use of an `Idempotency-Key`: account, route and payload. Keys are valid for 24 hours. */
export interface KeyedRequest {
  userId: number
  /**
   * The hash of the key, since the key protects the payload's hash: a payload may contain a password, and nobody who
   * reads the table may be able to test guesses of it.
   */
  key: string
  route: string
  /** HMAC of the payload with the key itself, which is not stored. */
  payloadHash: string
}

/** An answer as a value, or as prepared JSON text. */
export type Answer = { status: number; body: unknown } | { status: number; text: string }

/** The payload to send for an answer. */
export const payloadOf = (answer: Answer): unknown => ('body' in answer ? answer.body : answer.text)

/**
 * Runs `work` in a transaction once per key: a repetition gets the first answer, and of two concurrent requests one
 * takes effect and both get its answer. A refusal is not stored, so the key stays free. Since repetitions are rare, the
 * key is not looked up beforehand: a repetition fails on the unique key (or on changes of the first request) and is
 * rolled back.
 */
export const once = async (db: Db, keyed: KeyedRequest | null, work: (tx: Queryable) => Promise<Answer>) => {
  if (!keyed) return persistent(() => db.transaction(work))
  const attempt = () =>
    persistent(() => db.transaction(work, { closing: (answer) => keeping(keyed, answer) }), { repeatable: true })
  try {
    return await attempt()
  } catch (error) {
    // If a request with the same key was committed, it is the cause of any error here.
    const committedAnswer = await findAnswer(db, keyed)
    if (committedAnswer) return committedAnswer
    if (!isDuplicateKey(error)) throw error
    // The key may have expired without being deleted yet.
    await db.query(forgetOldKey, [keyed.userId, keyed.key], 'idempotency_forget')
    return attempt()
  }
}

/** Reads the `Idempotency-Key` header; null if there is none. Throws 400 if it is malformed. */
export const keyOf = (
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body' | 'me'>,
  me: Pick<Principal, 'id'> = request.me,
): KeyedRequest | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw malformed('Idempotency-Key', textOf('messages.bad_idempotency_key'))
  const [path, ...query] = request.url.split('?')
  const route = `${request.method} ${path}`
  // The query string is part of the payload: uploads have their options in it.
  const payload = [JSON.stringify(request.body ?? null), ...query].join('?')
  return {
    userId: me.id,
    key: createHash('sha256').update(key).digest('base64url'),
    route,
    payloadHash: createHmac('sha256', key).update(payload).digest('base64url'),
  }
}

/**
 * The stored answer of a key; null for a new key. Throws 422 if the key was used for another request, and 409 while its
 * request is running.
 */
export const findAnswer = async (db: Queryable, { userId, key, route, payloadHash }: KeyedRequest) => {
  const [row] = await db.query<{ route: string; payload_hash: string; status: number | null; answer: unknown }>(
    `select route, payload_hash, status, answer from idempotency_keys
     where user_id = $1 and key = $2 and created_at > now() - interval '24 hours'`,
    [userId, key],
    'idempotency_find',
  )
  if (!row) return null
  if (row.route !== route || row.payload_hash !== payloadHash)
    throw invalid({ 'Idempotency-Key': [textOf('messages.key_reused')] }, textOf('messages.key_reused'))
  if (row.status === null) throw isRunning()
  return { status: row.status, body: row.answer }
}

/** The refusal while the request of a key is still running. */
export const isRunning = () => conflict('key_running', textOf('messages.key_running'), { retry_after: 5 })

/** Stores the answer in its transaction; throws, and so rolls back, if a concurrent request was faster. */
export const keepAnswer = async (tx: Queryable, keyed: KeyedRequest, answer: Answer) => {
  const { text, values, name } = keeping(keyed, answer)
  await tx.query(forgetOldKey, [keyed.userId, keyed.key], 'idempotency_forget')
  await tx.query(text, values, name)
}

const keeping = ({ userId, key, route, payloadHash }: KeyedRequest, answer: Answer): Closing => ({
  text: `insert into idempotency_keys (user_id, key, route, payload_hash, status, answer)
         values ($1, $2, $3, $4, $5, $6::jsonb)`,
  values: [
    userId,
    key,
    route,
    payloadHash,
    answer.status,
    'text' in answer ? answer.text : JSON.stringify(answer.body),
  ],
  name: 'idempotency_keep',
})

/** Deletes a key that has expired. Parameters: `user_id` and `key`. */
export const forgetOldKey =
  "delete from idempotency_keys where user_id = $1 and key = $2 and created_at <= now() - interval '24 hours'"

const isDuplicateKey = (error: unknown) => (error as Partial<DbError>).constraint === 'idempotency_keys_pkey'

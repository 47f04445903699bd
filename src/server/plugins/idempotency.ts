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
   * The hash of the key: a payload may contain a password, and readers of the table must not be able to test guesses
   * against it.
   */
  key: string
  route: string
  /** Keyed with the key itself, which no table holds. */
  payloadHash: string
}

/** An answer as a value, or as prepared JSON text. */
export type Answer = { status: number; body: unknown } | { status: number; text: string }

/** The value to send for an answer. */
export const payloadOf = (answer: Answer): unknown => ('body' in answer ? answer.body : answer.text)

/**
 * Runs `work` in a transaction once per key: a repetition gets the first answer, and of two concurrent requests one
 * takes effect and both get its answer. A refusal is not stored, so the key stays free. The key is not looked up
 * beforehand, as repetitions are rare: a repetition does its work, fails on the key (or on the first one's changes),
 * and is rolled back.
 */
export const once = async (db: Db, keyed: KeyedRequest | null, work: (tx: Queryable) => Promise<Answer>) => {
  if (!keyed) return persistent(() => db.transaction(work))
  const attempt = () =>
    persistent(() => db.transaction(work, { closing: (answer) => keeping(keyed, answer) }), { repeatable: true })
  try {
    return await attempt()
  } catch (error) {
    // Whatever the error, a concurrent request with the same key that was committed is its cause.
    const twins = await findAnswer(db, keyed)
    if (twins) return twins
    if (!isDuplicateKey(error)) throw error
    // An expired key that is not deleted yet does not count.
    await db.query(forgetOldKey, [keyed.userId, keyed.key], 'idempotency_forget')
    return attempt()
  }
}

/** The use of an `Idempotency-Key` header; null without one, 400 when it is malformed. */
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
  // What a file is read with stands in the address: its sheet, its supplier.
  const payload = [JSON.stringify(request.body ?? null), ...query].join('?')
  return {
    userId: me.id,
    key: createHash('sha256').update(key).digest('base64url'),
    route,
    payloadHash: createHmac('sha256', key).update(payload).digest('base64url'),
  }
}

/**
 * The stored answer of a key; null when it is new, 422 when it was used for another request, 409 while that request is
 * running.
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

/** The request of this key is still running. */
export const isRunning = () => conflict('key_running', textOf('messages.key_running'), { retry_after: 5 })

/** Stores the answer in its transaction; throws, and so rolls back, when a concurrent request was faster. */
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

/** Takes `user_id` and `key`. */
export const forgetOldKey =
  "delete from idempotency_keys where user_id = $1 and key = $2 and created_at <= now() - interval '24 hours'"

const isDuplicateKey = (error: unknown) => (error as Partial<DbError>).constraint === 'idempotency_keys_pkey'

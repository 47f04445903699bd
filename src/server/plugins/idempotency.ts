import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { persistent } from '#server/db/retry.ts'
import type { Closing, Db, DbError, Queryable } from '#server/db/types.ts'
import { conflict, invalid, malformed } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { textOf } from '#shared/kit/text.ts'

/** One use of an `Idempotency-Key`: who sent it, where to, and what. Keys live for 24 hours. */
export interface KeyedRequest {
  userId: number
  /** The key's hash: a payload may hold a password, and who reads the table must not be able to try guesses against it. */
  key: string
  route: string
  /** Keyed with the key itself, which no table holds. */
  payloadHash: string
}

/** What is answered, as a value or as JSON text that is at hand already. */
export type Answer = { status: number; body: unknown } | { status: number; text: string }

/** What is sent of an answer. */
export const sentOf = (answer: Answer): unknown => ('body' in answer ? answer.body : answer.text)

/**
 * Does `work` in a transaction, once for a key: a repetition gets the first one's answer, and of two at the same time
 * one takes effect and both get its answer. A refusal leaves nothing behind, so the key stays free.
 *
 * Nobody looks for the key beforehand, since it is new but for once in a thousand times: a repetition does its work,
 * finds the key taken (or trips over what the first one did), and is rolled back.
 */
export const once = async (db: Db, keyed: KeyedRequest | null, work: (tx: Queryable) => Promise<Answer>) => {
  if (!keyed) return persistent(() => db.transaction(work))
  const attempt = () =>
    persistent(() => db.transaction(work, { closing: (answer) => keeping(keyed, answer) }), { repeatable: true })
  try {
    return await attempt()
  } catch (error) {
    // Whatever stopped this one, a twin that committed meanwhile is the cause: its number is taken, its version is newer.
    const twins = await findAnswer(db, keyed)
    if (twins) return twins
    if (!isKeyTaken(error)) throw error
    // A key from before yesterday, not yet cleared away, stands for nothing.
    await db.query(forgetOldKey, [keyed.userId, keyed.key], 'idempotency_forget')
    return attempt()
  }
}

/** What a request with an `Idempotency-Key` header stands for; null without one, 400 when the key is none. */
export const keyOf = (
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body' | 'me'>,
  me: Pick<Principal, 'id'> = request.me,
): KeyedRequest | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw malformed('Idempotency-Key', textOf('messages.bad_idempotency_key'))
  const route = `${request.method} ${request.url.split('?')[0]}`
  const payload = JSON.stringify(request.body ?? null)
  return {
    userId: me.id,
    key: createHash('sha256').update(key).digest('base64url'),
    route,
    payloadHash: createHmac('sha256', key).update(payload).digest('base64url'),
  }
}

/**
 * The answer that the key got before; null when it is new, 422 when it stood for something else, 409 while what it stands
 * for is under way.
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

/** What the key stands for is under way. */
export const isRunning = () => conflict('key_running', textOf('messages.key_running'), { retry_after: 5 })

/** Notes the answer in the transaction that earned it; throws, and so rolls back, when a twin was faster. */
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

const isKeyTaken = (error: unknown) => (error as Partial<DbError>).constraint === 'idempotency_keys_pkey'

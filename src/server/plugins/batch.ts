import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLost, persistent } from '#server/db/retry.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { Refusal } from '#server/kit/errors.ts'
import { findAnswer, forgetOldKey, isRunning, type KeyedRequest } from './idempotency'

/** A command over many rows, each written in a separate transaction. */
export interface Batch<Row, Result> {
  /** Selects the rows, as plain data. If it throws, the key stays free. */
  plan: () => Promise<Row[]>
  /** Writes a row and stores its result with `keep` in the same transaction. */
  write: (row: Row, keep: (tx: Queryable, result: Result) => Promise<void>) => Promise<Result>
  /** The result of a row that could not be written. */
  refused: (row: Row, error: unknown) => Result
}

/**
 * Processes each row exactly once per key: the key is claimed first, the selected rows are stored with it, and the
 * result of each row is stored in the row's transaction. A concurrent repetition waits up to five seconds for the
 * answer and then gets 409; after a crash, a repetition continues after the last written row.
 */
export const onceEach = async <Row, Result>(
  db: Db,
  keyed: KeyedRequest | null,
  batch: Batch<Row, Result>,
): Promise<unknown> => {
  if (!keyed) {
    const results: Result[] = []
    for (const row of await batch.plan())
      results.push(await batch.write(row, async () => {}).catch((error: unknown) => batch.refused(row, error)))
    return { results }
  }
  const holder = `${processId}.${randomUUID()}`
  return persistent(
    async () => {
      const claim = await claimKey(db, keyed, holder)
      return 'answer' in claim ? claim.answer : runClaimed(db, { ...keyed, holder }, batch, claim.plan as Row[] | null)
    },
    { repeatable: true },
  )
}

interface Claim extends KeyedRequest {
  holder: string
}

const processId = randomUUID()
/** Milliseconds that a repetition waits for the first request's answer. */
const maxWait = 5000

/** Claims the key, or returns its stored answer; waits for a running request up to `maxWait`. */
const claimKey = async (
  db: Db,
  keyed: KeyedRequest,
  holder: string,
): Promise<{ plan: unknown } | { answer: unknown }> => {
  const { userId, key, route, payloadHash } = keyed
  await db.query(forgetOldKey, [userId, key], 'idempotency_forget')
  const until = Date.now() + maxWait
  for (;;) {
    const [claim] = await db.query<{ plan: unknown }>(
      // The embedded database has one process, so the claim of another one belongs to a process that has died.
      `insert into idempotency_keys as k (user_id, key, route, payload_hash, holder, lease_until)
       values ($1, $2, $3, $4, $5, now() + ${lease})
       on conflict (user_id, key) do update set holder = excluded.holder, lease_until = excluded.lease_until
         where k.status is null and k.route = excluded.route and k.payload_hash = excluded.payload_hash
           and (k.lease_until < now() or k.holder = excluded.holder
             or ($6 and split_part(k.holder, '.', 1) <> split_part(excluded.holder, '.', 1)))
       returning plan`,
      [userId, key, route, payloadHash, holder, db.engine === 'embedded'],
      'idempotency_claim',
    )
    if (claim) return claim
    try {
      const answer = await findAnswer(db, keyed)
      if (answer) return { answer: answer.body }
    } catch (error) {
      if (!isKeyRunning(error) || Date.now() > until) throw error
    }
    await sleep(100)
  }
}

const runClaimed = async <Row, Result>(
  db: Db,
  claim: Claim,
  batch: Batch<Row, Result>,
  storedRows: Row[] | null,
): Promise<unknown> => {
  const { userId, key, holder } = claim
  try {
    const rows = storedRows ?? (await planRows(db, claim, batch))
    const storedResults = await db.query<{ number: number; answer: Result }>(
      'select number, answer from idempotency_rows where user_id = $1 and key = $2',
      [userId, key],
      'idempotency_rows',
    )
    const results = new Map(storedResults.map(({ number, answer }) => [number, answer]))
    for (const [number, row] of rows.entries())
      if (!results.has(number)) results.set(number, await writeRow(db, claim, batch, number, row))
    const answer = { results: rows.map((_, number) => results.get(number)) }
    await db.query(
      `with cleared as (delete from idempotency_rows where user_id = $1 and key = $2)
       update idempotency_keys set status = 200, answer = $4::jsonb, plan = null, holder = null, lease_until = null
       where user_id = $1 and key = $2 and holder = $3`,
      [userId, key, holder, JSON.stringify(answer)],
      'idempotency_done',
    )
    return answer
  } catch (error) {
    // Releases the claim at once; if this fails too, the lease expires by itself.
    await db
      .query(
        'update idempotency_keys set lease_until = now() where user_id = $1 and key = $2 and holder = $3',
        [userId, key, holder],
        'idempotency_release',
      )
      .catch(() => {})
    throw error
  }
}

/** Stores the selected rows before the first one is written, since a filter might select others afterwards. */
const planRows = async <Row, Result>(
  db: Db,
  { userId, key, holder }: Claim,
  { plan }: Batch<Row, Result>,
): Promise<Row[]> => {
  const rows = await plan().catch(async (error: unknown) => {
    await db.query(
      'delete from idempotency_keys where user_id = $1 and key = $2 and holder = $3',
      [userId, key, holder],
      'idempotency_drop',
    )
    throw error
  })
  await db.query(
    `update idempotency_keys set plan = $4::jsonb, lease_until = now() + ${lease}
     where user_id = $1 and key = $2 and holder = $3`,
    [userId, key, holder, JSON.stringify(rows)],
    'idempotency_plan',
  )
  return rows
}

const writeRow = async <Row, Result>(
  db: Db,
  { userId, key, holder }: Claim,
  { write, refused }: Batch<Row, Result>,
  number: number,
  row: Row,
): Promise<Result> => {
  const keep = async (on: Queryable, result: Result) => {
    const stored = await on.query(
      `with mine as (
         update idempotency_keys set lease_until = now() + ${lease}
         where user_id = $1 and key = $2 and holder = $3 returning user_id, key)
       insert into idempotency_rows (user_id, key, number, answer)
       select user_id, key, $4::int, $5::jsonb from mine returning number`,
      [userId, key, holder, number, JSON.stringify(result)],
      'idempotency_row',
    )
    // The lease has expired and another request continues, so this row must not be written here.
    if (stored.length === 0) throw isRunning()
  }
  try {
    return await write(row, keep)
  } catch (error) {
    if (isLost(error) || isKeyRunning(error)) throw error
    const result = refused(row, error)
    await keep(db, result)
    return result
  }
}

const isKeyRunning = (error: unknown) => error instanceof Refusal && error.code === isRunning().code

const lease = "interval '30 seconds'"

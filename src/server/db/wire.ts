import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Connection } from './connection'
import { asDbError, dbError } from './errors'
import { makeRoom, needsRoom, planName } from './plans'
import type { Closing, Queryable } from './types'
import type { Watch } from './watchdog'

/** Options of every connection of either engine: UTC, ISO dates, our value parsers, pipelining. */
export const wireOptions = {
  application_name: 'portal',
  // The planner's defaults assume spinning disks and queries worth compiling or running in parallel; for ours, starting
  // that takes longer than most queries, and takes processors from other requests.
  options:
    '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0',
  // Statements sent together (`Promise.all` in a transaction) share a packet.
  pipeline: true,
  types: { getTypeParser },
}

/** Runs one statement; several without values are allowed and return no rows. */
export const run = async <R>(
  on: Connection,
  text: string,
  values?: readonly unknown[],
  name?: string,
): Promise<R[]> => {
  const result = await send(on, text, values, name)
  return Array.isArray(result) ? [] : (result.rows as R[])
}

/** The driver's complete result (command, rows); its errors are converted to ours. */
export const send = async (
  on: Connection,
  text: string,
  values?: readonly unknown[],
  name?: string,
): Promise<pg.QueryResult | pg.QueryResult[]> => {
  if (needsRoom(on)) await makeRoom(on)
  gather(on)
  const plan = planName(on, name)
  try {
    return await on.query({ text, ...(values && { values: values as unknown[] }), ...(plan && { name: plan }) })
  } catch (error) {
    throw asDbError(error)
  }
}

/** Collects the statements of the current tick into one packet: each packet is a system call and wakes the server. */
const gather = ({ connection }: Connection) => {
  if (!connection) return
  const { stream } = connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Runs `begin`, `work`, `closing`, `commit` on one reserved connection; rolls back when `work` rejects or the watch is
 * aborted. Statements that `work` leaves running are refused afterwards, as they would write outside of the
 * transaction.
 */
export const transact = async <T>(
  on: Connection,
  watch: Watch,
  work: (tx: Queryable) => Promise<T>,
  closing?: (result: T) => Closing,
): Promise<T> => {
  let over = false
  const tx: Queryable = {
    query: async (text, values, name) => {
      if (over) throw new Error('the transaction is over')
      watch.doing(text)
      return run(on, text, values, name)
    },
  }

  actsOf.set(tx, [])
  // Not awaited: it is sent with the first statement of `work`. Writes look up by key, so a generic plan is as good as
  // a custom one, and planning takes longer than running.
  const begun = send(on, 'begin; set local plan_cache_mode = force_generic_plan')
  begun.catch(() => {})
  let result: T
  try {
    result = await orAborted(
      watch.signal,
      inside.run(true, () => work(tx)),
    )
    await begun
  } catch (error) {
    over = true
    await send(on, 'rollback').catch(() => {})
    throw error
  }
  over = true
  const acts = actsOf.get(tx) ?? []
  const last = closing?.(result)
  const closed = last && send(on, last.text, last.values, last.name)
  closed?.catch(() => {})
  const answer = await send(on, 'commit').catch((error: unknown) => {
    // With a lost connection it may have been committed nevertheless.
    for (const act of acts) act()
    throw error
  })
  // If that failed, PostgreSQL turns the commit into a rollback.
  await closed
  // After a failed statement whose error was swallowed, PostgreSQL answers a commit with a rollback and no error.
  if (!Array.isArray(answer) && answer.command === 'ROLLBACK') {
    throw dbError('25P02', 'the transaction was rolled back: one of its statements failed')
  }
  for (const act of acts) act()
  return result
}

/** Runs `act` once `tx` is committed; at once outside of a transaction, where each statement commits by itself. */
export const afterCommit = (tx: Queryable, act: () => void): void => {
  const acts = actsOf.get(tx)
  if (acts) acts.push(act)
  else act()
}

const actsOf = new WeakMap<Queryable, (() => void)[]>()

/** Rejects with the signal's reason as soon as it is aborted, whether or not `work` settles. */
export const orAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

/** Refuses what would wait for itself: the embedded database has one connection, and the transaction around holds it. */
export const assertOutside = () => {
  if (inside.getStore()) throw new Error('inside a transaction only the transaction itself may be asked')
}

/** Runs `work` as if no transaction were around it. */
export const outsideTransaction = <T>(work: () => T): T => inside.exit(work)

const inside = new AsyncLocalStorage<true>()

const asIs = (text: string) => text
/** `2026-11-20 11:45:38.5+00` → `2026-11-20T11:45:38.5Z`; the session is in UTC, so the offset is always `+00`. */
const asMoment = (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z')

// The package's types describe another version of it.
const arrayParser = pg.types.arrayParser as unknown as {
  create(text: string, parse: (text: string) => unknown): { parse(): unknown[] }
}
const { builtins } = pg.types
const scalars: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: asIs,
  [builtins.DATE]: asIs,
  [builtins.TIMESTAMP]: (text) => text.replace(' ', 'T'),
  [builtins.TIMESTAMPTZ]: asMoment,
  [builtins.INTERVAL]: asIs,
}

/** Array types of PostgreSQL (pg_type.dat), which the driver leaves as text or parses with its own scalars. */
const arrays: Record<number, (text: string) => unknown> = {
  1005: Number, // int2
  1007: Number, // int4
  1016: Number, // int8
  1021: Number, // float4
  1022: Number, // float8
  1000: (text) => text === 't',
  1009: asIs, // text
  1015: asIs, // varchar
  1002: asIs, // bpchar
  1003: asIs, // name
  2951: asIs, // uuid
  1231: asIs, // numeric
  1182: asIs, // date
  1185: asMoment, // timestamptz
  199: (text) => JSON.parse(text), // json
  3807: (text) => JSON.parse(text), // jsonb
}

const parsers = new Map<number, (text: string) => unknown>([
  ...Object.entries(scalars).map(([oid, parse]) => [Number(oid), parse] as const),
  ...Object.entries(arrays).map(([oid, parse]) => [Number(oid), arrayOf(parse)] as const),
])

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const parser = format === 'binary' ? undefined : parsers.get(oid)
  return parser ?? pg.types.getTypeParser(oid, format as 'text')
}

function arrayOf(parse: (text: string) => unknown) {
  return (text: string) => arrayParser.create(text, parse).parse()
}

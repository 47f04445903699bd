import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Connection } from './connection'
import { asDbError, dbError } from './errors'
import { makeRoom, needsRoom, planName } from './plans'
import type { Closing, Queryable } from './types'
import type { Watch } from './watchdog'

/** The options of all connections of both engines: UTC, ISO dates, value parsers, pipelining. */
export const wireOptions = {
  application_name: 'portal',
  // The defaults assume spinning disks and long queries. Compiling or parallelising the short queries of the portal takes
  // longer than running them, and takes processors from other requests.
  options:
    '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0',
  // Statements sent together (`Promise.all` in a transaction) share a packet.
  pipeline: true,
  types: { getTypeParser },
}

/** Runs one statement and returns its rows. Several statements without values are allowed and return none. */
export const run = async <R>(
  on: Connection,
  text: string,
  values?: readonly unknown[],
  name?: string,
): Promise<R[]> => {
  const result = await send(on, text, values, name)
  return Array.isArray(result) ? [] : (result.rows as R[])
}

/** Runs a statement and returns the driver's complete result; its errors become `DbError`s. */
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

/**
 * Collects the statements of the current tick into one packet, since each packet costs a system call and wakes the
 * server.
 */
const gather = ({ connection }: Connection) => {
  if (!connection) return
  const { stream } = connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Runs `begin`, `work`, `closing`, `commit` on one reserved connection; rolls back when `work` rejects or the watch is
 * aborted. Statements that `work` sends after it has settled are refused, as they would run outside of the transaction.
 */
export const transact = async <T>(
  on: Connection,
  watch: Watch,
  work: (tx: Queryable) => Promise<T>,
  closing?: (result: T) => Closing,
): Promise<T> => {
  let isOver = false
  const tx: Queryable = {
    query: async (text, values, name) => {
      if (isOver) throw new Error('The transaction is over: await all its statements before it ends')
      watch.doing(text)
      return run(on, text, values, name)
    },
  }

  callbacksOf.set(tx, [])
  // Not awaited, so that it is sent together with the first statement of `work`. Writes look up by key: a generic plan is
  // as good as a custom one, and planning takes longer than running.
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
    isOver = true
    await send(on, 'rollback').catch(() => {})
    throw error
  }
  isOver = true
  const callbacks = callbacksOf.get(tx) ?? []
  const last = closing?.(result)
  const closed = last && send(on, last.text, last.values, last.name)
  closed?.catch(() => {})
  const answer = await send(on, 'commit').catch((error: unknown) => {
    // After a lost connection, the transaction may have been committed nevertheless.
    for (const callback of callbacks) callback()
    throw error
  })
  // If the closing statement failed, PostgreSQL has turned the commit into a rollback.
  await closed
  // If `work` ignored a failed statement, PostgreSQL answers the commit with a rollback instead of an error.
  if (!Array.isArray(answer) && answer.command === 'ROLLBACK') {
    throw dbError('25P02', 'the transaction was rolled back: one of its statements failed')
  }
  for (const callback of callbacks) callback()
  return result
}

/**
 * Calls `callback` after `tx` has committed; outside of a transaction, where each statement commits by itself, at once.
 */
export const afterCommit = (tx: Queryable, callback: () => void): void => {
  const callbacks = callbacksOf.get(tx)
  if (callbacks) callbacks.push(callback)
  else callback()
}

const callbacksOf = new WeakMap<Queryable, (() => void)[]>()

/** Settles like `work`, but rejects with the signal's reason as soon as that is aborted. */
export const orAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

/**
 * Throws inside a transaction, where a query on the database would wait for the connection that the transaction holds.
 */
export const assertOutside = () => {
  if (inside.getStore())
    throw new Error('inside a transaction, send queries to the transaction (`tx`) instead of the database')
}

/** Runs `work` outside of the surrounding transaction. */
export const outsideTransaction = <T>(work: () => T): T => inside.exit(work)

const inside = new AsyncLocalStorage<true>()

const asIs = (text: string) => text
/** `2026-11-20 11:45:38.5+00` → `2026-11-20T11:45:38.5Z`; the session is in UTC, so the offset is always `+00`. */
const asMoment = (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z')

// The types of the package describe another version.
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

/**
 * Element parsers of array types by OID (PostgreSQL, pg_type.dat), which the driver leaves as text or parses
 * differently.
 */
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

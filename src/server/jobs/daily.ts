import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { dailyChannel, runNextPortion } from '#server/kit/daily.ts'
import type { Kit } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { today } from '#shared/base/dates.ts'
import { startQueue } from './queue'

/**
 * Runs the daily work of all areas (`daily`) at start, when the day changes, and after `restartDailyWork`. Work of a
 * process that has died is completed by another one. Returns a function that stops it.
 */
export const startDaily = async (kit: Kit, log: Pick<FastifyBaseLogger, 'warn'>) => {
  let startedDay = ''
  let pausedUntil = 0
  const { stop } = await startQueue(
    kit.db,
    {
      name: 'daily work',
      channel: dailyChannel,
      every: 60_000,
      atOnce: 1,
      claim: async () => {
        const day = today()
        if (day !== startedDay) await startDay(kit, day)
        startedDay = day
        return Date.now() >= pausedUntil && (await hasRemainingWork(kit)) ? [{ id: 'daily' }] : []
      },
      work: (_job, signal) => runRemainingDailyWork(kit, { signal, rest: 50 }),
      failed: (_job, error, { aborted }) => {
        if (!aborted) log.warn({ err: error }, 'daily work failed')
        pausedUntil = Date.now() + 55_000
        return undefined
      },
    },
    log,
  )
  return stop
}

interface Pace {
  /** Aborts the work and rolls the open transaction back. */
  signal?: AbortSignal
  /** Milliseconds between two portions, in which requests get the connection. */
  rest?: number
}

/** Runs the daily work of all areas in short transactions; resumes work that was interrupted on the same day. */
export const settleDay = async (kit: Kit, pace: Pace = {}): Promise<void> => {
  await startDay(kit, today())
  await runRemainingDailyWork(kit, pace)
}

const startDay = (kit: Kit, day: string) =>
  kit.db.query(
    `insert into daily_progress as p (area, day, after) select unnest($1::text[]), $2, 0
     on conflict (area) do update set day = $2, after = 0 where p.day <> $2`,
    [kit.register.areas.flatMap(({ name }) => (kit.server(name).daily ? [name] : [])), day],
    'daily_begun',
  )

/** Whether there is remaining work that no other process is doing. */
const hasRemainingWork = async (kit: Kit) => {
  const rows = await kit.db.query(
    'select 1 from daily_progress where area = any($1::text[]) limit 1 for update skip locked',
    [kit.register.areas.map(({ name }) => name)],
    'daily_waiting',
  )
  return rows.length > 0
}

/**
 * Does the remaining work of all areas, except work that another process is doing. An area that fails does not stop the
 * others: its work stays for the next run, and its error is thrown at the end.
 */
export const runRemainingDailyWork = async (kit: Kit, pace: Pace = {}): Promise<void> => {
  const failures = new Map<string, unknown>()
  for (let isAtWork = true; isAtWork; ) {
    isAtWork = false
    const rows = await kit.db.query<{ area: string }>('select area from daily_progress', [], 'daily_left')
    const remaining = new Set(rows.map(({ area }) => area))
    for (const { name } of kit.register.areas.filter(({ name }) => remaining.has(name) && !failures.has(name)))
      try {
        if (await runArea(kit, name, pace)) isAtWork = true
      } catch (error) {
        if (pace.signal?.aborted) throw error
        failures.set(name, error)
      }
  }
  const [first] = failures
  if (first) throw new Error(`The daily work of ${[...failures.keys()].join(', ')} failed`, { cause: first[1] })
}

/** Does all work of an area, unless another process is doing it. Returns whether there was work to do here. */
const runArea = async (kit: Kit, area: string, { signal, rest = 0 }: Pace): Promise<boolean> => {
  let outcome = await runPortion(kit, area, signal)
  const hadWork = outcome !== 'none'
  while (outcome === 'more') {
    await sleep(rest, undefined, { signal })
    outcome = await runPortion(kit, area, signal)
  }
  return hadWork
}

/** Runs one portion in a transaction; `none` if there is no work or another process is doing it. */
const runPortion = (kit: Kit, area: string, signal?: AbortSignal) =>
  kit.write(
    system,
    'daily',
    async (work): Promise<'more' | 'done' | 'none'> => {
      const [progress] = await work.tx.query<{ after: number }>(
        'select after from daily_progress where area = $1 for update skip locked',
        [area],
        'daily_taken',
      )
      if (!progress) return 'none'
      // Writes that restart the work have locked this row, so settings are read again: cached ones may be older.
      const settings = await kit.settings(work.tx, true)
      const workWithSettings = { ...work, context: { ...work.context, settings } }
      return (await runNextPortion(workWithSettings, area, progress.after)) ? 'more' : 'done'
    },
    { signal, longest },
  )

/** The time limit of a portion in milliseconds; it should take a tenth of it. */
const longest = 10_000

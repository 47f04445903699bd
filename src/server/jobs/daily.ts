import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { dailyChannel, runNextPortion } from '#server/kit/daily.ts'
import type { Kit } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { today } from '#shared/base/dates.ts'
import { startQueue } from './queue'

/**
 * Runs the daily work of all areas (`daily`): at start, when the day changes, and again after `restartDailyWork`. Work
 * of a process that died is completed by another. Returns the function that stops it.
 */
export const startDaily = async (kit: Kit, log: Pick<FastifyBaseLogger, 'warn'>) => {
  let begun = ''
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
        if (day !== begun) await beginDay(kit, day)
        begun = day
        return Date.now() >= pausedUntil && (await isAnyLeft(kit)) ? [{ id: 'daily' }] : []
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
  /** Stops the work; the open transaction is rolled back. */
  signal?: AbortSignal
  /** Milliseconds between two portions, which are for the people at work. */
  rest?: number
}

/** The daily work of all areas in short transactions; work that was interrupted on the same day is resumed. */
export const settleDay = async (kit: Kit, pace: Pace = {}): Promise<void> => {
  await beginDay(kit, today())
  await runRemainingDailyWork(kit, pace)
}

const beginDay = (kit: Kit, day: string) =>
  kit.db.query(
    `insert into daily_progress as p (area, day, after) select unnest($1::text[]), $2, 0
     on conflict (area) do update set day = $2, after = 0 where p.day <> $2`,
    [kit.register.areas.flatMap(({ name }) => (kit.server(name).daily ? [name] : [])), day],
    'daily_begun',
  )

/** Whether work is left that no other process is doing. */
const isAnyLeft = async (kit: Kit) => {
  const rows = await kit.db.query(
    'select 1 from daily_progress where area = any($1::text[]) limit 1 for update skip locked',
    [kit.register.areas.map(({ name }) => name)],
    'daily_waiting',
  )
  return rows.length > 0
}

/**
 * Does the remaining work of all areas, except where another process is doing it. An area that fails does not hold up the
 * others; its error is thrown at the end, and its work is left for the next time.
 */
export const runRemainingDailyWork = async (kit: Kit, pace: Pace = {}): Promise<void> => {
  const failures = new Map<string, unknown>()
  for (let isAtWork = true; isAtWork; ) {
    isAtWork = false
    const rows = await kit.db.query<{ area: string }>('select area from daily_progress', [], 'daily_left')
    const left = new Set(rows.map(({ area }) => area))
    for (const { name } of kit.register.areas.filter(({ name }) => left.has(name) && !failures.has(name)))
      try {
        if (await settleArea(kit, name, pace)) isAtWork = true
      } catch (error) {
        if (pace.signal?.aborted) throw error
        failures.set(name, error)
      }
  }
  const [first] = failures
  if (first) throw new Error(`the daily work of ${[...failures.keys()].join(', ')} failed`, { cause: first[1] })
}

/** Whether there was work of the area that no other process is doing; then all of it is done. */
const settleArea = async (kit: Kit, area: string, { signal, rest = 0 }: Pace): Promise<boolean> => {
  let outcome = await settlePortion(kit, area, signal)
  const isOurs = outcome !== 'not ours'
  while (outcome === 'more') {
    await sleep(rest, undefined, { signal })
    outcome = await settlePortion(kit, area, signal)
  }
  return isOurs
}

const settlePortion = (kit: Kit, area: string, signal?: AbortSignal) =>
  kit.write(
    system,
    'daily',
    async (work): Promise<'more' | 'done' | 'not ours'> => {
      const [progress] = await work.tx.query<{ after: number }>(
        'select after from daily_progress where area = $1 for update skip locked',
        [area],
        'daily_taken',
      )
      if (!progress) return 'not ours'
      // Changes that restart the work lock the same row: cached settings may be older.
      const settings = await kit.settings(work.tx, true)
      const fresh = { ...work, context: { ...work.context, settings } }
      return (await runNextPortion(fresh, area, progress.after)) ? 'more' : 'done'
    },
    { signal, longest },
  )

/** Milliseconds that a portion may take; it should be done in a tenth. */
const longest = 10_000

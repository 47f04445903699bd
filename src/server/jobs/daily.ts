import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { dailyChannel, runNextPortion } from '#server/kit/daily.ts'
import type { Kit } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { today } from '#shared/base/dates.ts'

/**
 * Does what hangs on the day alone, at once and when the day turns: areas say what (`daily`). The same work is done anew
 * where something else that it hangs on was written (`settleAnew`), by whichever process hears of it first. What a
 * process left undone when it died, another one, or its successor, ends. Answers the function that stops it in the middle
 * of what it does.
 */
export const startDaily = async (kit: Kit, log: Pick<FastifyBaseLogger, 'warn'>) => {
  const stopping = new AbortController()
  const pace = { signal: stopping.signal, rest: 50 }
  let done = ''
  let working: Promise<void> | undefined
  let again = false
  const look = () => {
    again = true
    working ??= work().finally(() => {
      working = undefined
    })
  }
  const work = async () => {
    while (again && !stopping.signal.aborted) {
      again = false
      const day = today()
      try {
        await (day === done ? runRemainingDailyWork(kit, pace) : settleDay(kit, pace))
        done = day
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the work of the day failed')
      }
    }
  }
  const unlisten = await kit.db.listen(dailyChannel, look)
  look()
  const timer = setInterval(look, 60_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await unlisten()
    await working
  }
}

interface Pace {
  /** Ends the work; what the portion under way wrote is taken back. */
  signal?: AbortSignal
  /** Milliseconds between two portions, which are for the people at work. */
  rest?: number
}

/**
 * The work of the day of all areas, in portions with a transaction each: nobody waits for more than one, and what was
 * broken off on the same day goes on where it was.
 */
export const settleDay = async (kit: Kit, pace: Pace = {}): Promise<void> => {
  await kit.db.query(
    `insert into daily_progress as p (area, day, after) select unnest($1::text[]), $2, 0
     on conflict (area) do update set day = $2, after = 0 where p.day <> $2`,
    [kit.register.areas.flatMap(({ name }) => (kit.server(name).daily ? [name] : [])), today()],
    'daily_begun',
  )
  await runRemainingDailyWork(kit, pace)
}

/** What is left of it in any area, except where another process is at it. */
export const runRemainingDailyWork = async (kit: Kit, { signal, rest = 0 }: Pace = {}): Promise<void> => {
  for (let isAtWork = true; isAtWork; ) {
    isAtWork = false
    const rows = await kit.db.query<{ area: string }>('select area from daily_progress', [], 'daily_left')
    const left = new Set(rows.map(({ area }) => area))
    for (const { name } of kit.register.areas.filter(({ name }) => left.has(name)))
      for (let outcome = await settlePortion(kit, name, signal); outcome !== 'not ours'; ) {
        isAtWork = true
        if (outcome === 'done') break
        await sleep(rest, undefined, { signal })
        outcome = await settlePortion(kit, name, signal)
      }
  }
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
      // Whoever changes them so that the work begins anew holds the same row: what is remembered may be older.
      const settings = await kit.settings(work.tx, true)
      const fresh = { ...work, context: { ...work.context, settings } }
      return (await runNextPortion(fresh, area, progress.after)) ? 'more' : 'done'
    },
    { signal, longest },
  )

/** Milliseconds that a portion may take; it should be done in a tenth. */
const longest = 10_000

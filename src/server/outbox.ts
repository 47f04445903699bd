import type { FastifyBaseLogger } from 'fastify'
import type { Db, Queryable } from './db/types'
import type { Kit } from './kit/kit'

/** Does the work of one kind. It may be called again for the same `id` (a process may die in between), so it says the id on. */
export type Handler = (payload: unknown, job: { id: number; attempt: number }) => Promise<void>

/** The work that areas do after commits. */
export const areaJobs = (kit: Kit): Record<string, Handler> =>
  Object.fromEntries(
    kit.register.areas.flatMap(({ name }) =>
      Object.entries(kit.server(name).jobs ?? {}).map(([kind, job]) => [kind, (payload: unknown) => job(kit, payload)]),
    ),
  )

/** Puts work for after the commit into the transaction that wants it. */
export const enqueue = async (tx: Queryable, kind: string, payload: unknown) => {
  await tx.query(
    `with job as (insert into outbox (kind, payload) values ($1, $2::jsonb))
     select pg_notify('${channel}', $1)`,
    [kind, JSON.stringify(payload)],
    'outbox_enqueue',
  )
}

/**
 * Works the outbox off: woken by a commit anywhere, and every few seconds for what came due meanwhile. Processes share
 * it; each takes a lease, so a job of a process that died comes up again. After twelve failures a job is left for a
 * person, with its last error.
 */
export const startOutbox = async (
  db: Db,
  handlers: Record<string, Handler>,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
) => {
  const kinds = Object.keys(handlers)
  let working: Promise<void> | undefined
  let again = false
  let stopped = false

  const poke = () => {
    again = true
    working ??= work().finally(() => {
      working = undefined
      if (again && !stopped) poke()
    })
  }
  const work = async () => {
    while (again && !stopped) {
      again = false
      const jobs = await claim(db, kinds).catch((error: unknown) => {
        log.warn({ err: error }, 'the outbox could not be read')
        return []
      })
      await Promise.all(jobs.map((job) => run(db, handlers, job, log)))
      if (jobs.length === batch) again = true
    }
  }

  const unlisten = await db.listen(channel, poke)
  const timer = setInterval(poke, 5000)
  timer.unref()
  poke()

  return {
    poke,
    /** Lets the jobs under way end and takes no more. */
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await unlisten()
      await working
    },
  }
}

/** How long a job waits after its nth failure, in seconds: 15, 30, 60 … an hour at most. */
export const backoff = (attempt: number) => Math.min(3600, 15 * 2 ** (attempt - 1))

const channel = 'outbox'
const batch = 10
const mostAttempts = 12

interface Job {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

const claim = (db: Db, kinds: string[]) =>
  db.query<Job>(
    `update outbox set attempts = attempts + 1, due_at = now() + interval '5 minutes'
     where id in (
       select id from outbox
       where done_at is null and due_at <= now() and attempts < $2 and kind = any($1::text[])
       order by due_at, id limit $3 for update skip locked)
     returning id, kind, payload, attempts`,
    [kinds, mostAttempts, batch],
    'outbox_claim',
  )

const run = async (
  db: Db,
  handlers: Record<string, Handler>,
  job: Job,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
) => {
  try {
    await handlers[job.kind]?.(job.payload, { id: job.id, attempt: job.attempts })
    await db.query('update outbox set done_at = now(), last_error = null where id = $1', [job.id], 'outbox_done')
  } catch (error) {
    const level = job.attempts < mostAttempts ? 'warn' : 'error'
    log[level]({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'outbox job failed')
    await db
      .query(
        'update outbox set last_error = $2, due_at = now() + make_interval(secs => $3) where id = $1',
        [job.id, String(error).slice(0, 1000), backoff(job.attempts)],
        'outbox_failed',
      )
      .catch((lost: unknown) => log.warn({ err: lost, job: job.id }, 'the outbox could not be written'))
  }
}

import type { FastifyBaseLogger } from 'fastify'
import type { Db, Queryable } from '#server/db/types.ts'
import type { Kit } from '#server/kit/kit.ts'

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
 * Works the outbox off: woken by a commit anywhere, and every few seconds for what came due meanwhile. Ten jobs run at a
 * time, and none waits for another that takes long. Processes share the outbox; each takes a lease and renews it while it
 * works, so a job of a process that died comes up again. After twelve failures a job is left for a person, with its last
 * error.
 */
export const startOutbox = async (
  db: Db,
  handlers: Record<string, Handler>,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  lease: Lease = usualLease,
) => {
  const kinds = Object.keys(handlers)
  const running = new Set<Promise<void>>()
  let taking: Promise<void> | undefined
  let again = false
  let isMoreWaiting = false
  let stopped = false

  const poke = () => {
    again = true
    taking ??= take().finally(() => {
      taking = undefined
      if (again && !stopped) poke()
    })
  }
  const take = async () => {
    while (again && !stopped) {
      again = false
      const free = mostAtOnce - running.size
      isMoreWaiting = true
      // Whichever job ends first looks again.
      if (free === 0) return
      const jobs = await claim(db, kinds, free, lease).catch((error: unknown) => {
        log.warn({ err: error }, 'the outbox could not be read')
        return []
      })
      for (const job of jobs) begin(job)
      isMoreWaiting = jobs.length === free
    }
  }
  const begin = (job: Job) => {
    const done = run(db, handlers, job, log, lease).finally(() => {
      running.delete(done)
      if (isMoreWaiting && !stopped) poke()
    })
    running.add(done)
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
      await taking
      await Promise.all(running)
    },
  }
}

/** How long a job is nobody else's, in seconds: for so long after its last renewal, and renewed for so long at most. */
interface Lease {
  seconds: number
  most: number
}
const usualLease: Lease = { seconds: 120, most: 1800 }

/** How long a job waits after its nth failure, in seconds: 15, 30, 60 … an hour at most. */
export const backoff = (attempt: number) => Math.min(3600, 15 * 2 ** (attempt - 1))

const channel = 'outbox'
const mostAtOnce = 10
/** After so many a job is left for a person. */
export const mostAttempts = 12

interface Job {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

const claim = (db: Db, kinds: string[], count: number, { seconds }: Lease) =>
  db.query<Job>(
    `update outbox set attempts = attempts + 1, due_at = now() + make_interval(secs => $4)
     where id in (
       select id from outbox
       where done_at is null and due_at <= now() and attempts < $2 and kind = any($1::text[])
       order by due_at, id limit $3 for update skip locked)
     returning id, kind, payload, attempts`,
    [kinds, mostAttempts, count, seconds],
    'outbox_claim',
  )

/** Renews the lease of a job until the answered function is called. */
const keepLease = (db: Db, { id }: Job, { seconds, most }: Lease) => {
  const end = Date.now() + most * 1000
  const renew = () => {
    if (Date.now() > end) return clearInterval(timer)
    // Where that fails, it is tried twice more before the lease is over.
    db.query(
      'update outbox set due_at = now() + make_interval(secs => $2) where id = $1 and done_at is null',
      [id, seconds],
      'outbox_renew',
    ).catch(() => {})
  }
  const timer = setInterval(renew, (seconds * 1000) / 3)
  timer.unref()
  return () => clearInterval(timer)
}

const run = async (
  db: Db,
  handlers: Record<string, Handler>,
  job: Job,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  lease: Lease,
) => {
  const release = keepLease(db, job, lease)
  try {
    await handlers[job.kind]?.(job.payload, { id: job.id, attempt: job.attempts })
    release()
    await db.query('update outbox set done_at = now(), last_error = null where id = $1', [job.id], 'outbox_done')
  } catch (error) {
    release()
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

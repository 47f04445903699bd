import type { FastifyBaseLogger } from 'fastify'
import type { Db, Queryable } from '#server/db/types.ts'
import type { Kit } from '#server/kit/kit.ts'
import { startQueue } from './queue'

/**
 * Does a job of one kind. It may run again for the same `id`, since a process may die before the job is marked as done.
 */
export type Handler = (payload: unknown, job: { id: number; attempt: number }) => Promise<void>

/** The handlers of the areas' jobs, by kind. */
export const areaJobs = (kit: Kit): Record<string, Handler> =>
  Object.fromEntries(
    kit.register.areas.flatMap(({ name }) =>
      Object.entries(kit.server(name).jobs ?? {}).map(([kind, job]) => [kind, (payload: unknown) => job(kit, payload)]),
    ),
  )

/** Adds a job to a transaction; it runs after the commit. */
export const enqueue = async (tx: Queryable, kind: string, payload: unknown) => {
  await tx.query(
    `with job as (insert into outbox (kind, payload) values ($1, $2::jsonb))
     select pg_notify('${channel}', $1)`,
    [kind, JSON.stringify(payload)],
    'outbox_enqueue',
  )
}

/**
 * Runs the jobs of the outbox, ten at a time. After twelve failures a job stays there with its last error, for a
 * person.
 */
export const startOutbox = (
  db: Db,
  handlers: Record<string, Handler>,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  { seconds, most }: { seconds: number; most: number } = { seconds: 120, most: 1800 },
) =>
  startQueue<OutboxJob>(
    db,
    {
      name: 'outbox',
      channel,
      every: 5000,
      atOnce: 10,
      lease: { seconds, most, renew: (job, seconds) => renew(db, job, seconds) },
      claim: (count) => claim(db, Object.keys(handlers), count, seconds),
      work: async (job) => {
        await handlers[job.kind]?.(job.payload, { id: job.id, attempt: job.attempts })
      },
      done: (job) =>
        db.query('update outbox set done_at = now(), last_error = null where id = $1', [job.id], 'outbox_done'),
      failed: (job, error) => {
        const level = job.attempts < maxAttempts ? 'warn' : 'error'
        log[level]({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'outbox job failed')
        return postpone(db, job, error)
      },
    },
    log,
  )

/** The seconds that a job waits after its n-th failure: 15, 30, 60 … up to an hour. */
export const backoff = (attempt: number) => Math.min(3600, 15 * 2 ** (attempt - 1))

const channel = 'outbox'
/** After this many attempts a job is not tried again. */
export const maxAttempts = 12

interface OutboxJob {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

const claim = (db: Db, kinds: string[], count: number, seconds: number) =>
  db.query<OutboxJob>(
    `update outbox set attempts = attempts + 1, due_at = now() + make_interval(secs => $4)
     where id in (
       select id from outbox
       where done_at is null and due_at <= now() and attempts < $2 and kind = any($1::text[])
       order by due_at, id limit $3 for update skip locked)
     returning id, kind, payload, attempts`,
    [kinds, maxAttempts, count, seconds],
    'outbox_claim',
  )

const renew = (db: Db, { id }: OutboxJob, seconds: number) =>
  db.query(
    'update outbox set due_at = now() + make_interval(secs => $2) where id = $1 and done_at is null',
    [id, seconds],
    'outbox_renew',
  )

const postpone = (db: Db, { id, attempts }: OutboxJob, error: unknown) =>
  db.query(
    'update outbox set last_error = $2, due_at = now() + make_interval(secs => $3) where id = $1',
    [id, String(error).slice(0, 1000), backoff(attempts)],
    'outbox_failed',
  )

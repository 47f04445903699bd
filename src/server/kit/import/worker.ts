import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/types.ts'
import { type Queue, type RunningQueue, startQueue } from '#server/jobs/queue.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { checkImport } from './check'
import type { Import } from './staged'
import { ownerOf, writeImport } from './write'

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** Checks and writes imports in the background. The table `imports` is the queue. */
export const createImportWorker = (kit: Kit, log: Log) => {
  const { db } = kit
  let queue: RunningQueue<Import> | undefined

  return {
    start: async () => {
      // The embedded database has a single process, so every existing lease belongs to a process that has ended.
      if (db.engine === 'embedded')
        await db.query('update imports set lease_until = null where lease_until is not null')
      queue = await startQueue(db, importQueue(kit, log), log)
    },

    /** Starts an import at once and waits for it for at most `milliseconds`. */
    take: async (id: number, milliseconds = 0) => {
      const ended = queue?.take(id, async () => (await claim(db, 1, id))[0])
      if (milliseconds > 0) await Promise.race([ended, sleep(milliseconds, undefined, { ref: false })])
    },

    /** Waits for open transactions; the next start continues after them. */
    stop: () => queue?.stop(),
  }
}
export type ImportWorker = ReturnType<typeof createImportWorker>

const importQueue = (kit: Kit, log: Log): Queue<Import> => {
  const { db } = kit
  return {
    name: 'imports',
    every: 15_000,
    atOnce: 10,
    lease: { seconds: 60, most: 86_400, renew: ({ id }, seconds) => renew(db, id, seconds) },
    claim: (count) => claim(db, count),
    work: async (record, signal) => {
      const throwIfStopped = () => {
        if (signal.aborted) throw new Stopped()
      }
      throwIfStopped()
      if (record.status === 'checking') await checkImport(kit, await ownerOf(db, record), record, throwIfStopped)
      else await writeImport(kit, record, throwIfStopped)
    },
    done: ({ id, status }) =>
      db.query(
        'update imports set status = $2, lease_until = null where id = $1',
        [id, status === 'checking' ? 'checked' : 'done'],
        'import_finish',
      ),
    failed: ({ id }, error) => {
      if (error instanceof Stopped)
        return db.query('update imports set lease_until = null, attempts = 0 where id = $1', [id])
      const isRefused = error instanceof Refusal && error.status < 500
      if (!isRefused) log.error({ err: error, import: id }, 'an attempt to run an import failed')
      return postpone(db, id, isRefused ? error.text : null)
    },
  }
}

/** Claims waiting imports, or the one with this id. */
const claim = (db: Db, count: number, id?: number) =>
  db.query<Import>(
    `update imports set lease_until = now() + interval '1 minute', attempts = attempts + 1
     where id in (
       select id from imports
       where status in ('checking', 'writing') and (lease_until is null or lease_until < now())
         and ($2::bigint is null or id = $2)
       order by id limit $1 for update skip locked)
     returning *`,
    [count, id ?? null],
    'import_claim',
  )

const renew = (db: Db, id: number, seconds: number) =>
  db.query(
    `update imports set lease_until = now() + make_interval(secs => $2)
     where id = $1 and status in ('checking', 'writing')`,
    [id, seconds],
    'import_renew',
  )

/** A refused import fails at once; another error is retried, and fails after five attempts without progress. */
const postpone = (db: Db, id: number, refusal: Text | null) =>
  db.query(
    `update imports set lease_until = now() + interval '10 seconds',
       status = case when $2 or attempts >= 5 then 'failed' else status end,
       failure = case when $2 or attempts >= 5 then $3::jsonb end
     where id = $1`,
    [id, refusal !== null, JSON.stringify(refusal ?? textOf('messages.internal'))],
    'import_postpone',
  )

/** Interrupts an import because the process stops. */
class Stopped extends Error {}

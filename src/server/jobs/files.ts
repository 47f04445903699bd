import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/types.ts'
import { fileJobsChannel } from '#server/files/file-rows.ts'
import type { Files } from '#server/files/store.ts'
import { backoff } from './outbox'
import { startQueue } from './queue'

/**
 * Scans new files and renders their pictures, two files at a time. A file whose scan fails waits until it succeeds.
 * `scanned` is called with each file whose scan has ended, possibly again after an interrupted attempt.
 */
export const startFileJobs = (
  db: Db,
  files: Pick<Files, 'check'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  scanned: (file: number) => Promise<void> = async () => {},
  { seconds, most }: { seconds: number; most: number } = { seconds: 120, most: 1800 },
) =>
  startQueue<FileJob>(
    db,
    {
      name: 'file checks',
      channel: fileJobsChannel,
      every: 5000,
      atOnce: 2,
      lease: { seconds, most, renew: ({ id }, seconds) => postpone(db, id, seconds) },
      claim: (count) => claim(db, count, seconds),
      work: async ({ id, attempts }, signal) => {
        const checked = await files.check(id, signal)
        if (checked || attempts > 1) await scanned(id)
        if (checked?.verdict === 'refused') log.warn({ file: id, scanner: checked.output }, 'a file was refused')
      },
      done: ({ id }) => db.query('delete from file_jobs where file_id = $1', [id], 'file_job_done'),
      failed: async ({ id, attempts }, error, { aborted }) => {
        if (!aborted) log.warn({ err: error, file: id, attempt: attempts }, 'a file could not be scanned or rendered')
        await noteFailure(db, id, error, aborted ? 0 : backoff(attempts))
      },
    },
    log,
  )

interface FileJob {
  id: number
  attempts: number
}

/** The number of attempts to render pictures; after that, the file has none. */
const renderAttempts = 3

/** Claims the newest files first: people wait for them, but not for those of a migration or the demo data. */
const claim = (db: Db, count: number, seconds: number) =>
  db.query<FileJob>(
    `update file_jobs set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
     where file_id in (
       select file_id from file_jobs where due_at <= now() order by attempts, due_at desc
       limit $1 for update skip locked)
     returning file_id as id, attempts`,
    [count, seconds],
    'file_job_claim',
  )

const postpone = (db: Db, id: number, seconds: number) =>
  db.query(
    'update file_jobs set due_at = now() + make_interval(secs => $2) where file_id = $1',
    [id, seconds],
    'file_job_renew',
  )

const noteFailure = (db: Db, id: number, error: unknown, seconds: number) =>
  db.query(
    `with job as (
       update file_jobs set last_error = $2, due_at = now() + make_interval(secs => $3) where file_id = $1
       and not ($4 and attempts >= $5 and exists (select 1 from files where id = $1 and scan <> 'waiting'))
       returning file_id)
     delete from file_jobs where file_id = $1 and not exists (select 1 from job)`,
    [id, String(error).slice(0, 1000), seconds, seconds > 0, renderAttempts],
    'file_job_failed',
  )

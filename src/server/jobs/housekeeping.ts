import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/types.ts'
import type { Files } from '#server/files/store.ts'

/** Deletes expired rows and the bytes of removed files, at start and every hour. Returns a function that stops it. */
export const startHousekeeping = (db: Db, log: Pick<FastifyBaseLogger, 'warn'>, files?: Pick<Files, 'sweep'>) => {
  const sweep = async () => {
    for (const statement of sweeps) await db.query(statement)
    await files?.sweep()
  }
  let sweeping = Promise.resolve()
  const start = () => {
    sweeping = sweep().catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'))
  }
  start()
  const timer = setInterval(start, 3_600_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await sweeping
  }
}

const sweeps = [
  // Ended sessions are kept for a while, since they show where an account has signed in before (see `Attempt.trusted`).
  "delete from sessions where expires_at < now() - interval '90 days'",
  "delete from sign_in_failures where moments[cardinality(moments)] < now() - interval '1 hour' or cardinality(moments) = 0",
  // Expired links are kept for a while, so that they are reported as expired instead of unknown.
  "delete from account_tokens where expires_at < now() - interval '30 days'",
  "delete from idempotency_keys where created_at < now() - interval '24 hours'",
  "delete from outbox where done_at < now() - interval '30 days'",
  "delete from imports where created_at < now() - interval '30 days'",
  // Interrupted uploads.
  "delete from imports where status = 'reading' and created_at < now() - interval '1 hour'",
  `with gone as (delete from dossiers where expires_at < now() returning file_id)
   delete from files where id in (select file_id from gone)`,
  "delete from import_mappings where used_at < now() - interval '1 year'",
]

import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/types.ts'
import type { Files } from '#server/files/store.ts'

/**
 * Deletes, at once and every hour, rows that are no longer needed and the bytes of files that are gone. Returns the
 * function that stops it.
 */
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
  // Ended sessions stay a while: they show where somebody signed in before (see `Attempt.trusted`).
  "delete from sessions where expires_at < now() - interval '90 days'",
  "delete from sign_in_failures where moments[cardinality(moments)] < now() - interval '1 hour' or cardinality(moments) = 0",
  // An expired link still says that it was one, for a while.
  "delete from account_tokens where expires_at < now() - interval '30 days'",
  "delete from idempotency_keys where created_at < now() - interval '24 hours'",
  "delete from outbox where done_at < now() - interval '30 days'",
  "delete from imports where created_at < now() - interval '30 days'",
  // Uploads that broke off.
  "delete from imports where status = 'reading' and created_at < now() - interval '1 hour'",
  "delete from import_mappings where used_at < now() - interval '1 year'",
]

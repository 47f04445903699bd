import type { Queryable } from './types'

export interface Heartbeat {
  /** The last look at the database: whether it answered in time, and when (ISO 8601; null before the first answer). */
  read(): { ok: boolean; at: string | null }
  stop(): void
}

const every = 2000
const maxWait = 2500

/** Asks the database a trifle (`look`) every two seconds, so that a health check of any frequency costs no query. */
export const startHeartbeat = (
  db: Queryable,
  look: () => Promise<unknown> = () => db.query('select 1', [], 'heartbeat'),
): Heartbeat => {
  let ok = true
  let at: string | null = null
  let isPending = false
  let pendingSince = 0

  const beat = async () => {
    if (isPending) {
      // A database that is only busy answers later; one that owes an answer for this long is not well.
      if (Date.now() - pendingSince > maxWait) ok = false
      return
    }
    isPending = true
    pendingSince = Date.now()
    ok = await look().then(
      () => true,
      () => false,
    )
    at = new Date().toISOString()
    isPending = false
  }

  void beat()
  const timer = setInterval(beat, every)
  timer.unref()
  return { read: () => ({ ok, at }), stop: () => clearInterval(timer) }
}

import type { Queryable } from './types'

export interface Heartbeat {
  /** The last check of the database: whether it answered in time, and when (ISO 8601; null before the first answer). */
  read(): { ok: boolean; at: string | null }
  stop(): void
}

const every = 2000
const maxWait = 2500

/** Runs a trivial query (`look`) every two seconds, so that health checks cost no query, however frequent. */
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
      // A busy database answers late; one that has not answered for this long is unhealthy.
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

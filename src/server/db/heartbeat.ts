import type { Queryable } from './types'

export interface Heartbeat {
  /** The result of the last check: whether the database answered in time, and when (ISO 8601; null before the first). */
  read(): { ok: boolean; at: string | null }
  stop(): void
}

const every = 2000
const maxWait = 2500

/** Checks the database every two seconds (`check`, by default a trivial query), so that health checks need no query. */
export const startHeartbeat = (
  db: Queryable,
  check: () => Promise<unknown> = () => db.query('select 1', [], 'heartbeat'),
): Heartbeat => {
  let ok = true
  let at: string | null = null
  let isPending = false
  let pendingSince = 0

  const beat = async () => {
    if (isPending) {
      // A busy database may answer late, but one that has not answered for `maxWait` is unhealthy.
      if (Date.now() - pendingSince > maxWait) ok = false
      return
    }
    isPending = true
    pendingSince = Date.now()
    ok = await check().then(
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

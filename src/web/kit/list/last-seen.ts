import type { Area } from '#shared/kit/area.ts'
import { saveUser, session } from '#web/providers/session.ts'

/** When a person last viewed a list, as ISO moments: `seen` most recently, `since` at the end of the previous visit. */
export interface LastSeen {
  seen: string
  since: string
}

/**
 * Stores a visit of the list on the account, so that it is shared across devices. After an hour's pause a new visit
 * starts, and records that changed since the previous visit are new.
 */
export const recordVisit = ({ name }: Area, now = Date.now()) => {
  const setting = `looked:${name}`
  const stored = session()?.data.settings[setting] as LastSeen | undefined
  const next = nextLastSeen(stored, now)
  // If it cannot be stored, the previous visit stays the reference.
  if (next !== stored) void saveUser({ settings: { [setting]: next } }).catch(() => undefined)
}

/** The state after a visit at `now`; the same object when there is nothing to store yet. */
export const nextLastSeen = (stored: LastSeen | undefined, now: number): LastSeen => {
  const seen = new Date(now).toISOString()
  if (!stored) return { seen, since: seen }
  const pause = now - Date.parse(stored.seen)
  if (pause < updateInterval) return stored
  return { seen, since: pause > visitPause ? stored.seen : stored.since }
}

const minute = 60_000
/** Minimum milliseconds between two updates of one visit. */
const updateInterval = 5 * minute
/** Milliseconds of pause after which a new visit starts. */
const visitPause = 60 * minute

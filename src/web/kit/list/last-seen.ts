import type { Area } from '#shared/kit/area.ts'
import { saveUser, session } from '#web/providers/session.ts'

/** When a person last viewed a list, as ISO moments: `seen` most recently, `since` at the end of the previous visit. */
export interface LastSeen {
  seen: string
  since: string
}

/**
 * Stores the visit of a list on the account, so that it is shared across devices. After a pause a new visit starts, and
 * records changed since the previous one are new.
 */
export const recordVisit = ({ name }: Area, now = Date.now()) => {
  const setting = `looked:${name}`
  const known = session()?.data.settings[setting] as LastSeen | undefined
  const next = nextLastSeen(known, now)
  // If it cannot be stored, the previous visit still counts.
  if (next !== known) void saveUser({ settings: { [setting]: next } }).catch(() => undefined)
}

/** The state after a visit at `now`; the same object when there is nothing to store yet. */
export const nextLastSeen = (known: LastSeen | undefined, now: number): LastSeen => {
  const seen = new Date(now).toISOString()
  if (!known) return { seen, since: seen }
  const pause = now - Date.parse(known.seen)
  if (pause < often) return known
  return { seen, since: pause > visit ? known.seen : known.since }
}

const minute = 60_000
/** Milliseconds between two notes of one visit. */
const often = 5 * minute
/** Milliseconds of pause after which a look is another visit. */
const visit = 60 * minute

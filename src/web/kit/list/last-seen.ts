import type { Area } from '#shared/kit/area.ts'
import { saveUser, session } from '#web/providers/session.ts'

/** When a person looked at a list, as ISO moments: `seen` last of all, `since` at the end of the visit before this one. */
export interface LastSeen {
  seen: string
  since: string
}

/**
 * Notes with the account that the list is looked at, so that who looks at it on the telephone has looked. After a pause
 * a new visit begins, and what is new is what changed since the last one.
 */
export const recordVisit = ({ name }: Area, now = Date.now()) => {
  const setting = `looked:${name}`
  const known = session()?.data.settings[setting] as LastSeen | undefined
  const next = nextLastSeen(known, now)
  // What is not kept leaves the visit before to count on.
  if (next !== known) void saveUser({ settings: { [setting]: next } }).catch(() => undefined)
}

/** What a look at `now` makes of what is known; the same where there is nothing to note yet. */
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

import { fold } from '#shared/kit/fold.ts'
import type { MenuEntry } from '#web/shell/nav/navigation.ts'

/** The range of the query in `text`, ignoring case and accents; null when it is not there. */
export const placeOf = (text: string, query: string): [number, number] | null => {
  const wanted = fold(query.trim())
  if (!wanted) return null
  // A letter may fold to several (ß) or to none, so each folded character remembers its origin.
  const origins: number[] = []
  let folded = ''
  let at = 0
  for (const sign of text.normalize('NFC')) {
    const part = fold(sign)
    folded += part
    for (let count = 0; count < part.length; count += 1) origins.push(at)
    at += sign.length
  }
  const start = folded.indexOf(wanted)
  if (start < 0) return null
  const last = origins[start + wanted.length - 1] ?? 0
  const end = origins.find((origin) => origin > last) ?? at
  return [origins[start] ?? 0, end]
}

/** Entries whose title contains the query, in either language, in the menu's order. */
export const entriesWith = <E extends MenuEntry>(
  entries: readonly E[],
  query: string,
  most = Number.POSITIVE_INFINITY,
) => entries.filter(({ title, other }) => placeOf(title, query) || placeOf(other.text, query)).slice(0, most)

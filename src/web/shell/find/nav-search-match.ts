import { fold } from '#shared/kit/fold.ts'
import type { MenuEntry } from '#web/shell/nav/navigation.ts'

/** The range of the query in `text`, ignoring case and accents; null if the text does not contain it. */
export const placeOf = (text: string, query: string): [number, number] | null => {
  const foldedQuery = fold(query.trim())
  if (!foldedQuery) return null
  // A letter can fold to several characters (ß) or to none, so remember the origin of each folded character.
  const origins: number[] = []
  let folded = ''
  let offset = 0
  for (const sign of text.normalize('NFC')) {
    const part = fold(sign)
    folded += part
    for (let count = 0; count < part.length; count += 1) origins.push(offset)
    offset += sign.length
  }
  const start = folded.indexOf(foldedQuery)
  if (start < 0) return null
  const last = origins[start + foldedQuery.length - 1] ?? 0
  const end = origins.find((origin) => origin > last) ?? offset
  return [origins[start] ?? 0, end]
}

/** The entries whose title in either language contains the query, in the order of the menu. */
export const entriesWith = <E extends MenuEntry>(
  entries: readonly E[],
  query: string,
  most = Number.POSITIVE_INFINITY,
) => entries.filter(({ title, other }) => placeOf(title, query) || placeOf(other.text, query)).slice(0, most)

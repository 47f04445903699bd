/**
 * Stands in for `qs` and `query-string`. Refine's router binding reads and writes addresses with the
 * one; ours hold flat parameters only (the list dialect), which the browser itself can do, and encodes rightly. The other
 * belongs to the reading half of `@refinedev/simple-rest`, which our data provider replaces.
 */
const parse = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export const stringify = (params: Record<string, unknown>, { addQueryPrefix = false } = {}): string => {
  const said = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  if (said.some(([, value]) => typeof value === 'object')) throw new Error('addresses hold flat parameters only')
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
  return text && addQueryPrefix ? `?${text}` : text
}

export default { parse, stringify }

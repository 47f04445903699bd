/**
 * Replaces `qs` and `query-string`. Refine's router binding parses and writes addresses with `qs`; the portal's have
 * only flat parameters, which the browser handles. `query-string` is used by the reading part of
 * `@refinedev/simple-rest`, which the portal's data provider replaces.
 */
const parse = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export const stringify = (params: Record<string, unknown>, { addQueryPrefix = false } = {}): string => {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  if (entries.some(([, value]) => typeof value === 'object'))
    throw new Error('address parameters must be flat: an object cannot be written to an address')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text && addQueryPrefix ? `?${text}` : text
}

export default { parse, stringify }

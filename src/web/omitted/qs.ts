/**
 * Replaces `qs` and `query-string`. Refine's router binding parses and writes addresses with the former; ours have only
 * flat parameters, which the browser handles. The latter belongs to the reading part of `@refinedev/simple-rest`, which
 * our data provider replaces.
 */
const parse = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export const stringify = (params: Record<string, unknown>, { addQueryPrefix = false } = {}): string => {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  if (entries.some(([, value]) => typeof value === 'object')) throw new Error('addresses hold flat parameters only')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text && addQueryPrefix ? `?${text}` : text
}

export default { parse, stringify }

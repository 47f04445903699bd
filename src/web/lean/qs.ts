/**
 * Stands in for `qs` in the built web app. Refine's router binding reads and writes addresses with it; ours hold flat
 * parameters only (the list dialect), which the browser itself can do, and encodes rightly.
 */
const parse = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

const stringify = (params: Record<string, unknown>, { addQueryPrefix = false } = {}): string => {
  const said = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  if (said.some(([, value]) => typeof value === 'object')) throw new Error('addresses hold flat parameters only')
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
  return text && addQueryPrefix ? `?${text}` : text
}

export default { parse, stringify }

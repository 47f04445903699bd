/** A fresh Idempotency-Key. (`crypto.randomUUID` is absent where the portal is opened over plain HTTP in a company's network.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The key of an act, said by its request: who sends the same again before its outcome is known (a second click, a try
 * after a time-out) means the same act, which then happens once.
 */
export const keyForAction = (act: string): string => {
  const known = unknown.get(act)
  if (known && Date.now() - known.at < longest) return known.key
  const key = freshKey()
  unknown.set(act, { key, at: Date.now() })
  for (const oldest of unknown.keys()) {
    if (unknown.size <= most) break
    unknown.delete(oldest)
  }
  return key
}

/** What became of the act with this key is known: the same once more is an act of its own. */
export const forgetAction = (key: string) => {
  for (const [act, one] of unknown) if (one.key === key) unknown.delete(act)
}

const unknown = new Map<string, { key: string; at: number }>()
const longest = 10 * 60_000
const most = 100

/** A request in words; files by what tells them apart without reading them. */
export const actionOf = (method: string, url: string, body: unknown): string => {
  const said = body instanceof FormData ? [...body].map(([name, value]) => [name, partOf(value)]) : partOf(body)
  return JSON.stringify([method, url, said])
}

const partOf = (value: unknown) => (value instanceof File ? [value.name, value.size, value.type] : value)

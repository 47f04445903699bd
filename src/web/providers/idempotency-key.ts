/**
 * A new random Idempotency-Key. (`crypto.randomUUID` does not exist if the portal is opened over plain HTTP in a
 * company network.)
 */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Returns a function that gives a dialog's requests their keys: the same content gets the same key, so that a
 * repetition is recognised, and changed content gets a new key, because a key stands for one content only.
 */
export const contentKeys = () => {
  const keys = new Map<string, string>()
  return (content: unknown): string => {
    const text = JSON.stringify(content)
    const key = keys.get(text) ?? freshKey()
    keys.set(text, key)
    return key
  }
}

/**
 * The key of a request by its content. Repeating a request before its outcome is known (a second click, a retry after a
 * timeout) gives the same key, so that the action happens once.
 */
export const keyForAction = (act: string): string => {
  const known = pendingKeys.get(act)
  if (known && Date.now() - known.at < maxAge) return known.key
  const key = freshKey()
  pendingKeys.set(act, { key, at: Date.now() })
  for (const oldest of pendingKeys.keys()) {
    if (pendingKeys.size <= maxEntries) break
    pendingKeys.delete(oldest)
  }
  return key
}

/** Forgets a key once the outcome of its request is known, so that the same request is a new action. */
export const forgetAction = (key: string) => {
  for (const [act, entry] of pendingKeys) if (entry.key === key) pendingKeys.delete(act)
}

const pendingKeys = new Map<string, { key: string; at: number }>()
const maxAge = 10 * 60_000
const maxEntries = 100

/** The content of a request as text, with files by name, size and type. */
export const actionOf = (method: string, url: string, body: unknown): string => {
  const content = body instanceof FormData ? [...body].map(([name, value]) => [name, partOf(value)]) : partOf(body)
  return JSON.stringify([method, url, content])
}

const partOf = (value: unknown) => (value instanceof File ? [value.name, value.size, value.type] : value)

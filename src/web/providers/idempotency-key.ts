/** A fresh Idempotency-Key. (`crypto.randomUUID` is absent where the portal is opened over plain HTTP in a company's network.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Keys for what one dialog sends: one for each content. A repetition is recognised, and what was changed after no answer
 * came is an action of its own, as a key stands for one content only.
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
 * The key of a request, by its content: repeating the request before its outcome is known (a second click, a retry
 * after a timeout) means the same action, which then happens once.
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

/** The outcome of the request with this key is known: the same request again is a new action. */
export const forgetAction = (key: string) => {
  for (const [act, entry] of unknown) if (entry.key === key) unknown.delete(act)
}

const unknown = new Map<string, { key: string; at: number }>()
const longest = 10 * 60_000
const most = 100

/** The content of a request as text; files by name, size and type. */
export const actionOf = (method: string, url: string, body: unknown): string => {
  const content = body instanceof FormData ? [...body].map(([name, value]) => [name, partOf(value)]) : partOf(body)
  return JSON.stringify([method, url, content])
}

const partOf = (value: unknown) => (value instanceof File ? [value.name, value.size, value.type] : value)

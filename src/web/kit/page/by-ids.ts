import { api } from '#web/providers/http.ts'

/**
 * The result of `path?ids=` for one record; requests of the same tick are combined. Null for records without a result.
 */
export const fetchById = <T>(path: string, id: number): Promise<T | null> => {
  const ask = askers.get(path) ?? askTogether(path)
  askers.set(path, ask)
  return ask(id) as Promise<T | null>
}

const askers = new Map<string, (id: number) => Promise<unknown>>()

const askTogether = (path: string) => {
  let waiting: Set<number> | undefined
  let request: Promise<Record<string, unknown>> | undefined
  return async (id: number) => {
    if (!waiting || !request || waiting.size >= most) {
      const ids = new Set<number>()
      waiting = ids
      request = Promise.resolve().then(() => {
        if (waiting === ids) waiting = undefined
        return api<Record<string, unknown>>('GET', path, { params: { ids: [...ids].join(',') } })
      })
    }
    waiting.add(id)
    return (await request)[id] ?? null
  }
}

/** Limit of ids per request. */
const most = 100

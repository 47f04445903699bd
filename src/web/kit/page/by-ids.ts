import { api } from '#web/providers/http.ts'

/**
 * What `path?ids=` says of one record; what one drawing of a page asks for is asked together. Null for those that the
 * API says nothing about.
 */
export const fetchById = <T>(path: string, id: number): Promise<T | null> => {
  const ask = askers.get(path) ?? askTogether(path)
  askers.set(path, ask)
  return ask(id) as Promise<T | null>
}

const askers = new Map<string, (id: number) => Promise<unknown>>()

const askTogether = (path: string) => {
  let waiting: Set<number> | undefined
  let asked: Promise<Record<string, unknown>> | undefined
  return async (id: number) => {
    if (!waiting || !asked || waiting.size >= most) {
      const ids = new Set<number>()
      waiting = ids
      asked = Promise.resolve().then(() => {
        if (waiting === ids) waiting = undefined
        return api<Record<string, unknown>>('GET', path, { params: { ids: [...ids].join(',') } })
      })
    }
    waiting.add(id)
    return (await asked)[id] ?? null
  }
}

/** As many as the API takes in one question. */
const most = 100

import { api } from '#web/providers/http.ts'

/**
 * Fetches the result of `path?ids=` for one record; ids requested in the same tick are sent in one request. Null for
 * records without a result. Throws HttpError.
 */
export const fetchById = <T>(path: string, id: number): Promise<T | null> => {
  const fetchOne = batchers.get(path) ?? createBatcher(path)
  batchers.set(path, fetchOne)
  return fetchOne(id) as Promise<T | null>
}

const batchers = new Map<string, (id: number) => Promise<unknown>>()

const createBatcher = (path: string) => {
  let pendingIds: Set<number> | undefined
  let request: Promise<Record<string, unknown>> | undefined
  return async (id: number) => {
    if (!pendingIds || !request || pendingIds.size >= maxIds) {
      const ids = new Set<number>()
      pendingIds = ids
      request = Promise.resolve().then(() => {
        if (pendingIds === ids) pendingIds = undefined
        return api<Record<string, unknown>>('GET', path, { params: { ids: [...ids].join(',') } })
      })
    }
    pendingIds.add(id)
    return (await request)[id] ?? null
  }
}

/** Maximum number of ids per request. */
const maxIds = 100

import { api } from './http'

/** Reads all records of a list, page by page. */
export const readAll = async <T>(list: string, params: Record<string, string>, signal?: AbortSignal): Promise<T[]> => {
  const records: T[] = []
  for (;;) {
    const page = await api<T[]>('GET', list, {
      params: { ...params, _start: String(records.length), _end: String(records.length + pageSize) },
      ...(signal ? { signal } : {}),
    })
    records.push(...page)
    if (page.length < pageSize) return records
  }
}

/** The maximum page size of the API. */
const pageSize = 100

import { api } from './http'

/** All records of a list, page by page. */
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

/** As many as the API answers at once. */
const pageSize = 100

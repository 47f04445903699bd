import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '#web/hooks/use-debounced.ts'
import { api } from '#web/providers/http.ts'

/** A search result. */
export interface RecordHit {
  area: string
  id: number
  title: string
  /** Distinguishes the record from others of its area, in the reader's language. */
  subtitle?: string
  status?: string
  /** Path of the record's page. */
  path: string
}

/** Answer of `GET /api/search`: records by area, and the number of matches in each area, in the same order. */
export interface FoundRecords {
  results: RecordHit[]
  counts: { area: string; count: number }[]
}

/** Searches records; a pending request is cancelled when the text changes. */
export const useRecordSearch = (q: string, { rest = 0, ...options }: SearchOptions) => {
  const settledQuery = useDebounced(q.trim(), rest)
  const params = {
    q: settledQuery,
    ...(options.each === undefined ? {} : { each: String(options.each) }),
    ...(options.areas ? { areas: options.areas } : {}),
    ...(options.end === undefined ? {} : { _start: String(options.start ?? 0), _end: String(options.end) }),
  }
  const query = useQuery({
    queryKey: ['search', params],
    queryFn: ({ signal }) => api<FoundRecords>('GET', 'search', { params, signal }),
    enabled: isSearchable(settledQuery),
  })
  return {
    ...query,
    settledQuery,
    isCurrent: settledQuery === q.trim() && query.isSuccess && !query.isPlaceholderData,
  }
}

interface SearchOptions {
  /** Milliseconds without typing before a request is sent. */
  rest?: number
  /** Maximum records per area, or the range within all results. */
  each?: number
  start?: number
  end?: number
  /** Records of this area only. */
  areas?: string
}

/** Whether the text is long enough to search: two letters or digits, or one Chinese character. */
export const isSearchable = (q: string) => /\p{Script=Han}|[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(q)

import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '#web/hooks/use-debounced.ts'
import { api } from '#web/providers/http.ts'

/** A record that a search found. */
export interface RecordHit {
  area: string
  id: number
  title: string
  /** What tells it from others of its kind, in the reader's language. */
  subtitle?: string
  status?: string
  /** Its page. */
  path: string
}

/** What `GET /api/search` answers: records by area, and how many each area has, in the same order. */
export interface FoundRecords {
  results: RecordHit[]
  counts: { area: string; count: number }[]
}

/** Asks for records by their words, and no longer when something else is asked. */
export const useRecordSearch = (q: string, { rest = 0, ...options }: SearchOptions) => {
  const asked = useDebounced(q.trim(), rest)
  const params = {
    q: asked,
    ...(options.each === undefined ? {} : { each: String(options.each) }),
    ...(options.areas ? { areas: options.areas } : {}),
    ...(options.end === undefined ? {} : { _start: String(options.start ?? 0), _end: String(options.end) }),
  }
  const query = useQuery({
    queryKey: ['search', params],
    queryFn: ({ signal }) => api<FoundRecords>('GET', 'search', { params, signal }),
    enabled: isSearchable(asked),
  })
  return { ...query, asked, isCurrent: asked === q.trim() && query.isSuccess && !query.isPlaceholderData }
}

interface SearchOptions {
  /** Milliseconds that the typing must have rested. */
  rest?: number
  /** How many of each area; or from and to which of all of them. */
  each?: number
  start?: number
  end?: number
  /** Records of this area only. */
  areas?: string
}

/** Whether there is enough to search: two letters or digits, or one Chinese character. */
export const isSearchable = (q: string) => /\p{Script=Han}|[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(q)

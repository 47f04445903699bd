import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReadinessPage, ReadinessRow, ReadinessSums } from '#shared/trade/readiness-matrix.ts'
import { api, type HttpError } from '#web/providers/http.ts'
import { poLines } from '../../area'

export type Params = readonly [string, string][]

const pageKey = (params: Params, start: number, size: number) => [poLines.name, 'readiness', params, start, size]

const readPage = (params: Params, start: number, size: number, signal: AbortSignal) =>
  api<ReadinessPage>('GET', `${poLines.name}/readiness`, {
    params: [...params, ['_start', String(start)], ['_end', String(start + size)]],
    signal,
  })

/** One page of lines. */
export const useReadinessPage = (params: Params, start: number, size: number, enabled = true) =>
  useQuery<ReadinessPage, HttpError>({
    queryKey: pageKey(params, start, size),
    queryFn: ({ signal }) => readPage(params, start, size, signal),
    placeholderData: keepPreviousData,
    enabled,
  })

/**
 * Finds the lines around those on the screen by their place: reads the pages that the places from `first` to `last` lie
 * in. The rest is absent until it is scrolled to.
 */
export const useLineWindow = (params: Params, first: number, last: number) => {
  const from = Math.floor(first / windowSize)
  useQueries({
    queries: Array.from({ length: Math.floor(last / windowSize) - from + 1 }, (_, at) => {
      const start = (from + at) * windowSize
      return {
        queryKey: pageKey(params, start, windowSize),
        queryFn: ({ signal }: { signal: AbortSignal }) => readPage(params, start, windowSize, signal),
      }
    }),
  })
  return useReadLines(params)
}

/** Finds a line that has been read, by its place. */
export const useReadLines = (params: Params) => {
  const client = useQueryClient()
  return (index: number): ReadinessRow | undefined => {
    const start = Math.floor(index / windowSize) * windowSize
    return client.getQueryData<ReadinessPage>(pageKey(params, start, windowSize))?.rows[index - start]
  }
}

/** As many as the server answers at once. */
export const windowSize = 100

/** How many of all lines that match wait for whom. */
export const useReadinessSums = (params: Params, enabled: boolean) =>
  useQuery<ReadinessSums, HttpError>({
    queryKey: [poLines.name, 'readiness-sums', params],
    queryFn: ({ signal }) => api('GET', `${poLines.name}/readiness/sums`, { params: [...params], signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

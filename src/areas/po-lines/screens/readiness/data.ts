import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { maxDepth } from '#shared/kit/list-query.ts'
import type { ReadinessAnchors, ReadinessPage, ReadinessRow, ReadinessSums } from '#shared/trade/readiness-matrix.ts'
import { api, type HttpError } from '#web/providers/http.ts'
import { poLines } from '../../area'

export type Params = readonly [string, string][]

/** The lines of a matrix: conditions and sort order, the total, and the anchors of its pages. */
export interface Lines {
  params: Params
  total: number
  anchors?: ReadinessAnchors
}

const pageKey = (params: Params, start: number, size: number) => [poLines.name, 'readiness', params, start, size]

const readPage = (params: Params, start: number, size: number, signal: AbortSignal, from?: number) =>
  api<ReadinessPage>('GET', `${poLines.name}/readiness`, {
    params: [
      ...params,
      ['_start', String(start)],
      ['_end', String(start + size)],
      ...(from === undefined ? [] : [['_from', String(from)] as [string, string]]),
    ],
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

/** The lines at which windows start, for lists that are longer than the maximum offset. */
export const useAnchors = (params: Params, total: number) =>
  useQuery<ReadinessAnchors, HttpError>({
    queryKey: [poLines.name, 'readiness-anchors', params],
    queryFn: ({ signal }) => api('GET', `${poLines.name}/readiness/anchors`, { params: [...params], signal }),
    enabled: total > maxDepth,
  }).data

/**
 * Returns lines by position: reads the windows that contain the given positions. Lines outside these windows are
 * undefined.
 */
export const useLinesAt = ({ params, anchors }: Lines, positions: readonly number[]) => {
  const windows = [...new Set(positions.map((position) => Math.floor(position / windowSize)))]
  useQueries({
    queries: windows.map((window) => {
      const start = window * windowSize
      const part = anchors ? Math.floor(start / anchors.every) : 0
      const from = part > 0 ? anchors?.ids[part] : undefined
      return {
        queryKey: pageKey(params, start, windowSize),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          readPage(params, start - part * (anchors?.every ?? 0), windowSize, signal, from),
        // The anchors arrive slightly after the first page.
        enabled: start < maxDepth || from !== undefined,
      }
    }),
  })
  return useReadLines(params)
}

/** Returns a line by position if its window was read. */
const useReadLines = (params: Params) => {
  const client = useQueryClient()
  return (index: number): ReadinessRow | undefined => {
    const start = Math.floor(index / windowSize) * windowSize
    return client.getQueryData<ReadinessPage>(pageKey(params, start, windowSize))?.rows[index - start]
  }
}

/** The maximum page size of the server; anchors are at window starts. */
export const windowSize = 100

/** The numbers of matching lines that wait for each side. */
export const useReadinessSums = (params: Params, enabled: boolean) =>
  useQuery<ReadinessSums, HttpError>({
    queryKey: [poLines.name, 'readiness-sums', params],
    queryFn: ({ signal }) => api('GET', `${poLines.name}/readiness/sums`, { params: [...params], signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import type { FillSource } from '#shared/trade/allocation-fill.ts'
import type { Matrix, MatrixCell, MatrixRow } from '#shared/trade/allocation-matrix.ts'
import type { LineResult } from '#web/kit/allocation/calls.ts'
import { api, type HttpError } from '#web/providers/http.ts'

/** Loads a page of the matrix with the total number of matching lines. */
export const useMatrix = (area: Area, params: readonly [string, string][]) =>
  useQuery<Matrix & { total: number }, HttpError>({
    queryKey: [area.name, 'matrix', params],
    queryFn: ({ signal }) => api('GET', `${area.name}/matrix`, { params: [...params], signal }),
    placeholderData: keepPreviousData,
  })

/** A cell with its line and type. */
export interface PlacedCell {
  row: MatrixRow
  type: string
  cell: MatrixCell
}

/** The result of filling a cell, or of its trial. */
export interface CellResult extends LineResult {
  type?: string
  record?: string
}

export interface FillRequest {
  source: FillSource
  cells: { line: number; type: string }[]
  trial?: boolean
}

/** Fills cells and returns a result for each, in requests of at most 500 cells; with `trial` nothing is written. */
export const fill = async (
  area: Area,
  { cells, ...request }: FillRequest,
  { idempotencyKey, ...options }: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<CellResult[]> => {
  const results: CellResult[] = []
  for (let start = 0; start < cells.length; start += maxCells) {
    const key = idempotencyKey && (start === 0 ? idempotencyKey : `${idempotencyKey}-${start}`)
    const response = await api<{ results: CellResult[] }>('POST', `${area.name}/fill`, {
      body: { ...request, cells: cells.slice(start, start + maxCells) },
      ...options,
      ...(key ? { idempotencyKey: key } : {}),
    })
    results.push(...response.results)
  }
  return results
}

const maxCells = 500

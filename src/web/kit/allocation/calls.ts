import type { Area } from '#shared/kit/area.ts'
import { api } from '#web/providers/http.ts'

/** The result of an allocation, or of its trial, for one line. */
export interface LineResult {
  po_line_id: number
  line_title: string | null
  ok: boolean
  status: number
  id?: number
  code?: string
  message?: string
  errors?: Record<string, string[]>
  warnings?: string[]
}

/** All open lines of an order, or selected lines. */
export type AllocationTarget = { order: number } | { lines: readonly number[] }

/** Allocates a record to lines and returns a result per line; with `trial` nothing is written. Throws HttpError. */
export const allocate = (area: Area, body: object, options: { signal?: AbortSignal; idempotencyKey?: string } = {}) =>
  api<{ results: LineResult[] }>('POST', `${area.name}/allocate`, { body, ...options })

/**
 * The ids of the records that may be allocated to all lines, null for any usable one; and the lines' number of
 * suppliers.
 */
export interface Candidates {
  suppliers: number
  ids: number[] | null
}

export const candidatesOf = (
  area: Area,
  target: AllocationTarget,
  { type, signal }: { type?: string; signal?: AbortSignal } = {},
) =>
  api<Candidates>('GET', `${area.name}/candidates`, {
    params: {
      ...('order' in target ? { order: String(target.order) } : { lines: target.lines.join(',') }),
      ...(type ? { type } : {}),
    },
    ...(signal ? { signal } : {}),
  })

/** Allocates to lines what their articles had in their last order at the same supplier. Throws HttpError. */
export const copyLast = (area: Area, target: AllocationTarget) =>
  api<{ results: LineResult[] }>('POST', `${area.name}/copy-last`, { body: target })

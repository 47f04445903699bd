import type { Area } from '#shared/kit/area.ts'
import { api } from '#web/providers/http.ts'

/** What became, or would become, of one line. */
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

/** All open lines of an order, or lines that were chosen. */
export type AllocationTarget = { order: number } | { lines: readonly number[] }

/** Allocates one record to many lines; with `trial` only says what would become of it. */
export const allocate = (area: Area, body: object, options: { signal?: AbortSignal; idempotencyKey?: string } = {}) =>
  api<{ results: LineResult[] }>('POST', `${area.name}/allocate`, { body, ...options })

/** The records that may be allocated to all of the lines (null: any that may be used), and how many suppliers those have. */
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

/** Gives lines what their articles had in the supplier's last order of them. */
export const copyLast = (area: Area, target: AllocationTarget) =>
  api<{ results: LineResult[] }>('POST', `${area.name}/copy-last`, { body: target })

import type { Tone } from '#shared/kit/lifecycle.ts'
import { closedStates } from './readiness'

/** What stands at a line for one type. */
export interface MatrixCell {
  /** The allocation's state; `missing` or `not_required` where there is none. */
  state: string
  /** The allocation; null where there is none. */
  id: number | null
  version: number | null
  /** The allocated record, the code that its versions share, and which of them it is. */
  record_id: number | null
  code: string | null
  version_no: number | null
  title: string | null
  title_zh: string | null
  due_date: string | null
}

/** A line with its cells by type. */
export interface MatrixRow {
  line: { id: number } & Record<string, unknown>
  cells: Record<string, MatrixCell>
}

/** Lines by the types of what is allocated to them. */
export interface Matrix {
  types: string[]
  rows: MatrixRow[]
}

/** An allocation as the matrix reads it. */
export interface MatrixAllocation extends Omit<MatrixCell, 'state'> {
  id: number
  po_line_id: number
  type: string
  status: string
}

/**
 * The cell of each type at a line: the newest allocation that counts, else whether the line lacks one. A line that is
 * over lacks nothing.
 */
export const cellsOf = (
  types: readonly string[],
  needed: readonly string[],
  line: Readonly<Record<string, unknown>>,
  allocations: readonly MatrixAllocation[],
): Record<string, MatrixCell> => {
  const isOpen = line.line_status === 'open'
  return Object.fromEntries(
    types.map((type): [string, MatrixCell] => {
      const newest = allocations
        .filter((allocation) => allocation.type === type && !closedStates.has(allocation.status))
        .reduce<MatrixAllocation | null>((last, one) => (last && last.id > one.id ? last : one), null)
      if (!newest)
        return [type, { ...noAllocation, state: isOpen && needed.includes(type) ? 'missing' : 'not_required' }]
      const { po_line_id: _line, type: _type, status, ...cell } = newest
      return [type, { ...cell, state: status }]
    }),
  )
}

const noAllocation = {
  id: null,
  version: null,
  record_id: null,
  code: null,
  version_no: null,
  title: null,
  title_zh: null,
  due_date: null,
}

/** Whether nothing is allocated in the cell, so that it can be filled. */
export const isEmptyCell = ({ id }: Pick<MatrixCell, 'id'>): boolean => id === null

/** The tone of a cell, beside its words. */
export const cellTone = (state: string): Tone =>
  state === 'missing'
    ? 'danger'
    : state === 'outdated'
      ? 'warning'
      : state === 'acknowledged' || state === 'approved'
        ? 'success'
        : state === 'allocated'
          ? 'info'
          : 'neutral'

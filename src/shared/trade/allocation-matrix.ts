import type { Tone } from '#shared/kit/lifecycle.ts'
import { closedStates } from './readiness'

/** The allocation of one type to a line. */
export interface MatrixCell {
  /** The state of the allocation; without one, `missing` or `not_required`. */
  state: string
  /** The id of the allocation; null if there is none. */
  id: number | null
  version: number | null
  /** The allocated record, the code of all its versions, and the number of this version. */
  record_id: number | null
  code: string | null
  version_no: number | null
  title: string | null
  title_zh: string | null
  due_date: string | null
}

/** An order line with its cells, by type. */
export interface MatrixRow {
  line: { id: number } & Record<string, unknown>
  cells: Record<string, MatrixCell>
}

/** A table of order lines and allocation types. */
export interface Matrix {
  types: string[]
  rows: MatrixRow[]
}

/** An allocation, as far as the matrix needs it. */
export interface MatrixAllocation extends Omit<MatrixCell, 'state'> {
  id: number
  po_line_id: number
  type: string
  status: string
}

/**
 * The cell of each type for a line: the newest allocation that counts, or else whether one is missing. Nothing is
 * missing for a line that is no longer open.
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
        .reduce<MatrixAllocation | null>(
          (latest, allocation) => (latest && latest.id > allocation.id ? latest : allocation),
          null,
        )
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

/** Whether the cell has no allocation and can be filled. */
export const isEmptyCell = ({ id }: Pick<MatrixCell, 'id'>): boolean => id === null

/** The tone of a cell in this state. */
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

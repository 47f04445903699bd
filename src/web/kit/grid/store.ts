import type { Range } from './place-cells'

export type { Range }

/** A place in the grid. */
export interface Cell {
  row: number
  col: number
}

/** The remark below the grid, shown until the next action, with actions of its own. */
export interface Remark {
  lines: string[]
  offers?: { label: string; run: () => void }[]
}

/** The cell being edited: with its own text, or overwritten by the first character typed. */
export interface Editing {
  text: string
  /** Typed over: arrow keys then go on to the next cell. */
  over: boolean
  /** Opened with a finger: the next cell is opened too, so that the keyboard of the phone stays. */
  isTapped?: boolean
}

/** State of a grid: active cell, range, and editing. Rows subscribe only to their own part. */
export type GridStore = ReturnType<typeof createGridStore>

export const createGridStore = () => {
  let active: Cell = { row: 0, col: 0 }
  let anchor: Cell = active
  let editing: Editing | null = null
  let remark: Remark | null = null
  let size = { rows: 0, columns: 0 }
  const listeners = new Set<() => void>()
  const emit = () => {
    for (const listener of listeners) listener()
  }
  const within = ({ row, col }: Cell): Cell => ({
    row: Math.max(0, Math.min(row, size.rows - 1)),
    col: Math.max(0, Math.min(col, size.columns - 1)),
  })
  const range = () => ({
    top: Math.min(active.row, anchor.row),
    left: Math.min(active.col, anchor.col),
    bottom: Math.max(active.row, anchor.row),
    right: Math.max(active.col, anchor.col),
  })
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    active: () => active,
    range,
    editing: () => editing,
    remark: () => remark,
    /** Sets the grid's size; positions beyond its edge are clamped. */
    resize: (rows: number, columns: number) => {
      if (size.rows === rows && size.columns === columns) return
      size = { rows, columns }
      active = within(active)
      anchor = within(anchor)
      emit()
    },
    /** Goes to a cell; `extends` keeps the other corner of the range. */
    go: (cell: Cell, extend = false) => {
      active = within(cell)
      if (!extend) anchor = active
      editing = null
      emit()
      return active
    },
    /** Chooses a range with the active cell at its first corner. */
    choose: (from: Cell, to: Cell) => {
      active = within(from)
      anchor = within(to)
      emit()
    },
    edit: (next: Editing | null) => {
      editing = next
      if (next) anchor = active
      emit()
    },
    say: (next: Remark | null) => {
      if (remark === next) return
      remark = next
      emit()
    },
    /** The state of a row as one text: its active column, its part of the range, whether it is being edited. */
    rowState: (row: number): string => {
      const { top, left, bottom, right } = range()
      if (row < top || row > bottom) return ''
      return [row === active.row ? active.col : -1, left, right, editing && row === active.row ? 1 : 0].join()
    },
  }
}

import type { Range } from './place-cells'

export type { Range }

/** Zero-based position of a cell. */
export interface Cell {
  row: number
  col: number
}

/** The remark below the grid with its actions, shown until the next action. */
export interface Remark {
  lines: string[]
  offers?: { label: string; run: () => void }[]
}

/** State of the cell editor: it starts with the cell's text, or with a typed character that overwrites it. */
export interface Editing {
  text: string
  /** Whether the text was overwritten; arrow keys then finish editing and move to the next cell. */
  over: boolean
  /** Whether the editor was opened by touch: the next cell then opens as well, so that the on-screen keyboard stays. */
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
    /** Sets the size of the grid, and moves positions beyond its edge inside. */
    resize: (rows: number, columns: number) => {
      if (size.rows === rows && size.columns === columns) return
      size = { rows, columns }
      active = within(active)
      anchor = within(anchor)
      emit()
    },
    /** Moves to a cell; `extend` keeps the other corner of the range. */
    go: (cell: Cell, extend = false) => {
      active = within(cell)
      if (!extend) anchor = active
      editing = null
      emit()
      return active
    },
    /** Selects a range; the active cell is its first corner. */
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
    /** The row's state as a comparable text: active column, part of the range, and whether it is being edited. */
    rowState: (row: number): string => {
      const { top, left, bottom, right } = range()
      if (row < top || row > bottom) return ''
      return [row === active.row ? active.col : -1, left, right, editing && row === active.row ? 1 : 0].join()
    },
  }
}

import { type RefObject, useMemo, useRef } from 'react'
import type { Sheet } from './sheet'
import type { Editing, GridStore } from './store'

/** The actions of the cells of a row. */
export interface RowActions {
  go: (row: number, col: number, extend?: boolean) => void
  /** Opens the details of a row. */
  more: (row: number) => void
  /**
   * Opens the editor of the active cell with its text, or with the character that overwrites it; false if the cell cannot
   * be edited.
   */
  edit: (how?: Partial<Editing>) => boolean
  /** Finishes editing with a text, or null to cancel, and moves by the given numbers of cells. */
  finish: (text: string | null, down: number, right: number) => void
  /** Finishes editing because the editor lost the focus. */
  leave: (text: string) => void
}

/** The stable actions of a grid's rows, so that a row renders only for its own changes. */
export const useRowActions = (
  box: RefObject<HTMLElement | null>,
  sheet: Sheet,
  store: GridStore,
  onMore: (row: number) => void,
): RowActions => {
  const latest = useRef({ sheet, onMore })
  latest.current = { sheet, onMore }
  return useMemo<RowActions>(() => {
    const focus = () => focusCell(box.current, store)
    const go = (row: number, col: number, extend = false) => {
      store.go({ row, col }, extend)
      focus()
    }
    const edit = (how: Partial<Editing> = {}) => {
      const { row, col } = store.active()
      const { sheet: now } = latest.current
      if (!now.isWritable(col)) return false
      store.edit({ text: now.textAt(row, col), over: false, ...how })
      return true
    }
    return {
      go,
      edit,
      more: (row) => latest.current.onMore(row),
      finish: (text, down, right) => {
        const { row, col } = store.active()
        const { isTapped = false } = store.editing() ?? {}
        store.edit(null)
        if (text !== null) latest.current.sheet.write([{ row, col, text }])
        const next = store.go({ row: row + down, col: col + right })
        const isMoved = next.row !== row || next.col !== col
        if (!isTapped || !isMoved || !edit({ isTapped })) focus()
      },
      leave: (text) => {
        if (!store.editing()) return
        const { row, col } = store.active()
        store.edit(null)
        latest.current.sheet.write([{ row, col, text }])
      },
    }
  }, [box, store])
}

const focusCell = (box: HTMLElement | null, store: GridStore) => {
  const { row, col } = store.active()
  const cell = box?.querySelector<HTMLElement>(`[data-cell="${row}:${col}"]`)
  ;(cell?.querySelector<HTMLElement>('button') ?? cell)?.focus()
}

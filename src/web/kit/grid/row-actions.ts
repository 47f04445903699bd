import { type RefObject, useMemo, useRef } from 'react'
import type { Sheet } from './sheet'
import type { Editing, GridStore } from './store'

/** Actions of a row's cells in the grid. */
export interface RowActions {
  go: (row: number, col: number, extend?: boolean) => void
  /** Opens what else a row has. */
  more: (row: number) => void
  /** Opens the active cell with its own text, or with the sign that was typed over it; false where nobody writes in it. */
  edit: (how?: Partial<Editing>) => boolean
  /** Ends editing with a new text, or null to leave the cell as it was, and moves on by so many cells. */
  finish: (text: string | null, down: number, right: number) => void
  /** Ends editing because the focus went elsewhere. */
  leave: (text: string) => void
}

/** The actions of a grid's rows. They stay the same, so that a row renders only for changes of its own. */
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

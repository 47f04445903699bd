import { type FocusEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import type { RowActions } from './row-actions'
import type { Cell, GridStore } from './store'

/** Handlers of pointer and focus for a grid: the mouse selects cells and ranges, a tap opens a cell. */
export const useGridPointer = (store: GridStore, actions: RowActions) => {
  const pointer = useRef('mouse')
  return {
    onPointerDown: (event: PointerEvent) => {
      pointer.current = event.pointerType
      const cell = cellOf(event)
      if (!cell || event.pointerType !== 'mouse' || event.button !== 0) return
      if (!isButton(event.target)) event.preventDefault()
      actions.go(cell.row, cell.col, event.shiftKey)
    },
    onPointerOver: (event: PointerEvent) => {
      const cell = event.pointerType === 'mouse' && event.buttons === 1 && !store.editing() ? cellOf(event) : null
      if (cell) store.choose({ ...store.active() }, cell)
    },
    // A cell that gets the focus in another way, such as from a screen reader, becomes the active one.
    onFocus: (event: FocusEvent) => {
      const cell = cellOf(event)
      const { row, col } = store.active()
      if (cell && (cell.row !== row || cell.col !== col)) store.go(cell)
    },
    // Touch has no double click: one tap opens the cell with its number pad.
    onClick: (event: MouseEvent) => {
      const cell = cellOf(event)
      if (!cell || isButton(event.target) || pointer.current === 'mouse') return
      store.go(cell)
      actions.edit({ isTapped: true })
    },
    onDoubleClick: (event: MouseEvent) => {
      if (cellOf(event) && !isButton(event.target)) actions.edit()
    },
  }
}

/** The cell of an event; null outside cells and inside an editor. */
const cellOf = ({ target }: PointerEvent | FocusEvent | MouseEvent): Cell | null => {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-cell]')
  const [row, col] = (cell?.dataset.cell ?? '').split(':').map(Number)
  return cell && row !== undefined && col !== undefined && !isEditor(target) ? { row, col } : null
}

const isButton = (target: EventTarget) => (target as HTMLElement).closest('button') !== null
const isEditor = (target: EventTarget) => (target as HTMLElement).tagName === 'INPUT'

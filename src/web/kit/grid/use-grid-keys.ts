import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { isComposing } from '#web/hooks/composing.ts'
import type { RowActions } from './row-actions'
import type { Sheet } from './sheet'
import type { GridStore } from './store'
import { parseTable, printTable } from './table-text'

/** Handlers of keys and clipboard for a grid, as in spreadsheets. */
export const useGridKeys = (sheet: Sheet, store: GridStore, actions: RowActions) => {
  const [rows, cols] = [sheet.rows.length, sheet.columns.length]
  // After Escape, Tab leaves the grid, so that keyboard users are not trapped.
  const isLeaving = useRef(false)

  /** The command of a key; undefined when the grid does not handle it. */
  const commandOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, shiftKey, altKey } = event
    const cell = store.active()
    const mod = event.ctrlKey || event.metaKey
    if (key === 'Tab') {
      const next = tabTarget(cell, shiftKey, rows, cols)
      return next && !isLeaving.current ? () => actions.go(next.row, next.col) : undefined
    }
    isLeaving.current = key === 'Escape'
    const target = arrowTarget(key, mod, cell, rows, cols)
    if (target) return () => actions.go(target.row, target.col, shiftKey)
    if (mod && !altKey) return commands(sheet, store)[shiftKey ? `shift+${key.toLowerCase()}` : key.toLowerCase()]
    if (altKey || (event.target as HTMLElement).tagName === 'BUTTON') return undefined
    if (key === 'Enter' || key === 'F2') return () => actions.edit()
    if (key === 'Delete' || key === 'Backspace') return () => sheet.clear(store.range())
    return key.length === 1 && key !== ' ' ? () => actions.edit({ text: key, over: true }) : undefined
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (store.editing() || isComposing(event)) return
    const run = commandOf(event)
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const onCopy = (event: ClipboardEvent) => {
    if (store.editing()) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', printTable(sheet.textsIn(store.range())))
  }
  const onCut = (event: ClipboardEvent) => {
    if (store.editing()) return
    onCopy(event)
    sheet.clear(store.range())
  }
  const onPaste = (event: ClipboardEvent) => {
    if (store.editing()) return
    event.preventDefault()
    const filled = sheet.paste(parseTable(event.clipboardData.getData('text/plain')), store.range())
    if (filled) store.choose({ row: filled.top, col: filled.left }, { row: filled.bottom, col: filled.right })
  }
  return { onKeyDown, onCopy, onCut, onPaste }
}

const commands = (sheet: Sheet, store: GridStore): Record<string, () => void> => ({
  a: () => store.choose({ row: 0, col: 0 }, { row: sheet.rows.length - 1, col: sheet.lastData }),
  d: () => sheet.fillDown(store.range()),
  z: sheet.undo,
  'shift+z': sheet.redo,
  y: sheet.redo,
})

const arrowTarget = (
  key: string,
  mod: boolean,
  { row, col }: { row: number; col: number },
  rows: number,
  cols: number,
) => {
  const [lastRow, lastCol] = [rows - 1, cols - 1]
  const steps: Record<string, { row: number; col: number }> = {
    ArrowUp: { row: mod ? 0 : row - 1, col },
    ArrowDown: { row: mod ? lastRow : row + 1, col },
    ArrowLeft: { row, col: mod ? 0 : col - 1 },
    ArrowRight: { row, col: mod ? lastCol : col + 1 },
    Home: { row: mod ? 0 : row, col: 0 },
    End: { row: mod ? lastRow : row, col: lastCol },
    PageUp: { row: row - pageRows, col },
    PageDown: { row: row + pageRows, col },
  }
  return steps[key]
}

const pageRows = 10

/** The next cell in reading order; undefined after the last and before the first, where Tab leaves the grid. */
const tabTarget = ({ row, col }: { row: number; col: number }, back: boolean, rows: number, cols: number) => {
  const next = row * cols + col + (back ? -1 : 1)
  return next < 0 || next >= rows * cols ? null : { row: Math.floor(next / cols), col: next % cols }
}

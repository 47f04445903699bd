import Box from '@mui/material/Box'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { fieldLabel, t } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { purchaseOrders } from '../../area'
import { GridRow } from './grid-row'
import { GridTotals } from './grid-totals'
import type { RowActions } from './row-actions'
import type { GridStore } from './store'
import { gridStyle } from './style'
import { parseTable, printTable } from './table-text'
import type { Sheet } from './use-sheet'

/**
 * Lines of one article as a spreadsheet: a row for each colourway, a column for each size. Arrows, Tab and Enter go from
 * cell to cell; typing writes over, F2 or Enter into a cell; ranges are copied to and pasted from spreadsheets.
 */
export function SizeGrid({ sheet, store, label, onMore, opened }: Props) {
  const { lines, columns } = sheet
  const box = useRef<HTMLDivElement>(null)
  const helpId = useId()
  const leaving = useRef(false)
  const pointer = useRef('mouse')
  // Rows are drawn again only for what is theirs: what they call stays the same.
  const latest = useRef({ sheet, onMore })
  latest.current = { sheet, onMore }

  useEffect(() => store.resize(lines.length, columns.length), [store, lines.length, columns.length])

  const actions = useMemo<RowActions>(() => {
    const focus = () => focusCell(box.current, store)
    const go = (row: number, col: number, extend = false) => {
      store.go({ row, col }, extend)
      focus()
    }
    return {
      go,
      more: (row) => latest.current.onMore(row),
      edit: (over) => {
        const { row, col } = store.active()
        const { sheet: now } = latest.current
        if (now.isWritable(col)) store.edit({ text: over ?? now.textAt(row, col), over: over !== undefined })
      },
      finish: (text, down, right) => {
        const { row, col } = store.active()
        store.edit(null)
        if (text !== null) latest.current.sheet.write([{ row, col, text }])
        if (down || right) go(row + down, col + right)
        else if (text === null) focus()
      },
      leave: (text) => {
        if (!store.editing()) return
        const { row, col } = store.active()
        store.edit(null)
        latest.current.sheet.write([{ row, col, text }])
      },
    }
  }, [store])

  const onKeyDown = (event: KeyboardEvent) => {
    if (store.editing() || event.nativeEvent.isComposing) return
    const onButton = (event.target as HTMLElement).tagName === 'BUTTON'
    const { row, col } = store.active()
    const mod = event.ctrlKey || event.metaKey
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key === 'Tab') {
      const next = tabTarget({ row, col }, event.shiftKey, lines.length, columns.length)
      if (!next || leaving.current) return
      done()
      return actions.go(next.row, next.col)
    }
    leaving.current = event.key === 'Escape'
    const target = arrowTarget(event.key, mod, { row, col }, lines.length, columns.length)
    if (target) {
      done()
      return actions.go(target.row, target.col, event.shiftKey)
    }
    if (mod && !event.altKey) {
      const run = commands(sheet, store)[event.shiftKey ? `shift+${event.key.toLowerCase()}` : event.key.toLowerCase()]
      if (!run) return
      done()
      return run()
    }
    if (onButton || event.altKey) return
    if (event.key === 'Enter' || event.key === 'F2') {
      done()
      return actions.edit()
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      done()
      return sheet.clear(store.range())
    }
    if (event.key.length === 1 && event.key !== ' ') {
      done()
      actions.edit(event.key)
    }
  }

  const onCopy = (event: ClipboardEvent, cut = false) => {
    if (store.editing()) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', printTable(sheet.textsIn(store.range())))
    if (cut) sheet.clear(store.range())
  }
  const onPaste = (event: ClipboardEvent) => {
    if (store.editing()) return
    event.preventDefault()
    const filled = sheet.paste(parseTable(event.clipboardData.getData('text/plain')), store.range())
    if (filled) store.choose({ row: filled.top, col: filled.left }, { row: filled.bottom, col: filled.right })
  }

  const cellOf = (event: PointerEvent | FocusEvent | React.MouseEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')
    const [row, col] = (cell?.dataset.cell ?? '').split(':').map(Number)
    return cell && row !== undefined && col !== undefined && !isEditor(event.target) ? { row, col } : null
  }
  const onPointerDown = (event: PointerEvent) => {
    pointer.current = event.pointerType
    const cell = cellOf(event)
    if (!cell || event.pointerType !== 'mouse' || event.button !== 0) return
    if (!isButton(event.target)) event.preventDefault()
    actions.go(cell.row, cell.col, event.shiftKey)
  }
  const onPointerOver = (event: PointerEvent) => {
    const cell = event.pointerType === 'mouse' && event.buttons === 1 && !store.editing() ? cellOf(event) : null
    if (cell) store.choose({ ...store.active() }, cell)
  }
  // Whoever gives a cell the focus goes to it.
  const onFocus = (event: FocusEvent) => {
    const cell = cellOf(event)
    const { row, col } = store.active()
    if (cell && (cell.row !== row || cell.col !== col)) store.go(cell)
  }
  // A finger has no second click to spare: one tap opens the cell with its number pad.
  const onClick = (event: React.MouseEvent) => {
    const cell = cellOf(event)
    if (!cell || isButton(event.target)) return
    if (pointer.current === 'mouse') return
    store.go(cell)
    actions.edit()
  }

  return (
    <Box ref={box} sx={gridStyle}>
      <Box id={helpId} sx={{ display: 'none' }}>
        {t('grid.help')}
      </Box>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are gone through is a grid
        role="grid"
        aria-label={label}
        aria-describedby={helpId}
        aria-multiselectable
        aria-rowcount={lines.length + 2}
        aria-colcount={columns.length + 1}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onCut={(event) => onCopy(event, true)}
        onPaste={onPaste}
        onPointerDown={onPointerDown}
        onPointerOver={onPointerOver}
        onFocus={onFocus}
        onClick={onClick}
        onDoubleClick={(event) => cellOf(event) && !isButton(event.target) && actions.edit()}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="side" aria-colindex={1}>
              {fieldLabel(areaOf(purchaseOrders, 'lines'), 'colourway_id')}
            </th>
            {columns.map((column, at) => (
              <th key={column.key} scope="col" aria-colindex={at + 2} className={column.kind}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <GridRow
              key={line.key}
              line={line}
              at={at}
              columns={columns}
              store={store}
              actions={actions}
              isOpen={opened === line.index}
            />
          ))}
        </tbody>
        <GridTotals lines={lines} columns={columns} />
      </table>
    </Box>
  )
}

interface Props {
  sheet: Sheet
  store: GridStore
  label: string
  /** Opens or closes what else there is to say of a row. */
  onMore: (row: number) => void
  /** The index of the line whose other fields are shown. */
  opened: number | null
}

const isButton = (target: EventTarget) => (target as HTMLElement).closest('button') !== null
const isEditor = (target: EventTarget) => (target as HTMLElement).tagName === 'INPUT'

const focusCell = (box: HTMLElement | null, store: GridStore) => {
  const { row, col } = store.active()
  const cell = box?.querySelector<HTMLElement>(`[data-cell="${row}:${col}"]`)
  ;(cell?.querySelector<HTMLElement>('button') ?? cell)?.focus()
}

const commands = (sheet: Sheet, store: GridStore): Record<string, () => void> => ({
  a: () => store.choose({ row: 0, col: 0 }, { row: sheet.lines.length - 1, col: sheet.lastData }),
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

/** The next cell in reading order; none beyond the last and before the first, where Tab leaves the grid. */
const tabTarget = ({ row, col }: { row: number; col: number }, back: boolean, rows: number, cols: number) => {
  const next = row * cols + col + (back ? -1 : 1)
  return next < 0 || next >= rows * cols ? null : { row: Math.floor(next / cols), col: next % cols }
}

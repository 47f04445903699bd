import Box from '@mui/material/Box'
import { type CSSProperties, type ReactNode, useCallback, useId, useRef } from 'react'
import { CellGridRow, marksOf, type RowRendering } from './cell-grid-row'
import { cellPaddings, gridStyle } from './cell-grid-style'
import { type CellSelection, keyOf, type Place, placeOf, toggleCells } from './selection'
import { useCellCursor } from './use-cell-cursor'
import { useCellFocus, useFocusAfterClearing } from './use-cell-focus'
import { useVisibleRows, type VisibleRowsOptions } from './use-visible-rows'

/**
 * A grid of lines and cells with a cell cursor; only lines on the screen are rendered. Arrow keys move the cursor, with
 * Shift they extend the selection, Space selects a cell, Enter opens it; clicking and dragging do the same.
 */
export function CellGrid<Line>(props: CellGridProps<Line>) {
  const { label, help, lineLabel, columns, columnWidth, rowHeight, rows, rowAt, headingAt } = props
  const { selection, onSelect, onOpen, opensOnClick, choosesAll, maxHeight, lineWidth = 300 } = props
  const helpId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { virtualizer, items, first, last } = useVisibleRows(scroller, props)
  const { focusCell, pendingCell } = useCellFocus(scroller, (row) => virtualizer.scrollToIndex(row, { align: 'auto' }))
  const { chosen, handlersOf, onKeyDown } = useCellCursor({
    size: { rows, columns: columns.length },
    selection,
    onSelect,
    focus: focusCell,
    open: onOpen,
    opensOnClick,
    choosesAll,
  })
  useFocusAfterClearing(scroller, chosen.size)
  const toggleRow = useRowToggle(props)

  // If the cursor's line is scrolled out of view, the first visible line is the tab stop.
  const isCursorVisible = selection.cursor.row >= first && selection.cursor.row <= last
  const tabStop = isCursorVisible ? selection.cursor : { row: first, column: selection.cursor.column }
  const columnCount = columns.length + 1
  return (
    <Box
      ref={scroller}
      tabIndex={-1}
      onKeyDown={(event) => {
        const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-place]')
        const place = cell ? placeOf(cell.dataset.place ?? '') : event.target === scroller.current && selection.cursor
        if (place) onKeyDown(event, pendingCell.current ?? place)
      }}
      sx={{
        outline: 'none',
        ...(maxHeight ? { maxHeight } : { flex: 1 }),
        minWidth: 0,
        overflow: 'auto',
        overscrollBehavior: 'contain',
        scrollPaddingTop: 56,
        scrollPaddingLeft: lineWidth,
      }}
    >
      <Box
        component="table"
        role="grid"
        aria-multiselectable
        aria-rowcount={rows + 1}
        aria-label={label}
        aria-describedby={helpId}
        sx={gridStyle}
        style={
          {
            minWidth: lineWidth + columns.length * columnWidth,
            '--line-width': `${lineWidth}px`,
            ...cellPaddings(columnWidth),
          } as CSSProperties
        }
      >
        <GridHead lineLabel={lineLabel} columns={columns} />
        <tbody>
          <Spacer height={items[0]?.start ?? 0} columns={columnCount} />
          {items.map(({ index: row }) => (
            <CellGridRow
              key={row}
              row={row}
              line={rowAt(row)}
              heading={headingAt?.(row) ?? null}
              height={rowHeight}
              marks={marksOf(chosen, row, columns.length)}
              columns={columns.length}
              tabStop={tabStop.row === row ? tabStop.column : null}
              lineAt={props.lineAt}
              cellAt={props.cellAt}
              handlersOf={handlersOf}
              onChoose={toggleRow}
            />
          ))}
          <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columnCount} />
        </tbody>
      </Box>
      <Box id={helpId} sx={{ position: 'sticky', left: 0, px: 1.5, py: 1, fontSize: 12, color: 'text.secondary' }}>
        {help}
      </Box>
    </Box>
  )
}

interface CellGridProps<Line> extends RowRendering<Line>, VisibleRowsOptions {
  label: string
  /** Explains clicks and keys, below the grid. */
  help: string
  lineLabel: ReactNode
  columns: readonly GridColumn[]
  /** Minimum width of a column in pixels. */
  columnWidth: number
  /** Width of the heads of lines in pixels. */
  lineWidth?: number
  /** The line of a row; undefined until it is loaded. Must return the same object until the line changes. */
  rowAt: (row: number) => Line | undefined
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
  onOpen: (place: Place) => void
  /** Whether a click opens a cell instead of selecting it. */
  opensOnClick?: boolean
  /** Whether Ctrl+A selects all cells. */
  choosesAll?: boolean
  /** Maximum height in pixels; by default the height that the page leaves. */
  maxHeight?: number
}

interface GridColumn {
  key: string
  head: ReactNode
}

/** Returns a stable function that selects all cells of a row, or deselects them if all are selected. */
const useRowToggle = <Line,>(props: CellGridProps<Line>) => {
  const latest = useRef(props)
  latest.current = props
  return useCallback((row: number) => {
    const { selection, onSelect, columns } = latest.current
    onSelect(
      toggleCells(
        selection,
        columns.map((_, column) => keyOf({ row, column })),
      ),
    )
  }, [])
}

const GridHead = ({ lineLabel, columns }: { lineLabel: ReactNode; columns: readonly GridColumn[] }) => (
  <thead>
    <tr aria-rowindex={1}>
      <th scope="col" className="line">
        {lineLabel}
      </th>
      {columns.map(({ key, head }) => (
        <th key={key} scope="col">
          {head}
        </th>
      ))}
    </tr>
  </thead>
)

/** Takes the height of the rows that are not rendered. */
const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null

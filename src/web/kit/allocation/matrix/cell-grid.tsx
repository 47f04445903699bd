import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { useLanguage } from '#web/i18n.ts'
import { type CellSelection, keyOf, type Place, placeOf, toggleCells } from './selection'
import { type HandlersOf, useCellCursor } from './use-cell-cursor'

/** What a cell shows. */
export interface DrawnCell {
  /** The whole cell in words. */
  label: string
  state: string
  /** Waits for the person. */
  isOwn?: boolean
  content: ReactNode
}

/** What the head of a row knows of the cells beside it. */
export interface RowChoice {
  /** Whether all cells of the row are chosen. */
  isChosen: boolean
  /** Chooses them, or lets them go. */
  onChoose: () => void
}

/** A row is drawn again when one of these is another. */
interface Drawing<Line> {
  lineAt: (line: Line | undefined, choice: RowChoice) => ReactNode
  /** Null where a line has none, or has not been read yet. */
  cellAt: (line: Line | undefined, column: number) => DrawnCell | null
}

interface Props<Line> extends Drawing<Line> {
  label: string
  /** Says what clicks and keys do. */
  help: string
  lineLabel: ReactNode
  columns: readonly { key: string; head: ReactNode }[]
  /** Pixels. */
  columnWidth: number
  /** Of the heads of lines. */
  lineWidth?: number
  rowHeight: number
  rows: number
  /** Identifies the rows: others begin at the top. */
  shown: unknown
  /** What stands in a row, the same object until something of it changes; absent until it is read. */
  rowAt: (row: number) => Line | undefined
  /** What stands above a line, across all columns; null for most. */
  headingAt?: (row: number) => string | null
  /** Called with the rows on the screen as they change. */
  onRange?: (first: number, last: number) => void
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
  onOpen: (place: Place) => void
  opensOnClick?: boolean
  choosesAll?: boolean
  /** Greatest height; by default what the page leaves. */
  maxHeight?: number
}

/**
 * A grid of lines and cells with a cell cursor, of which only the lines on the screen are drawn: any number scrolls alike.
 * Arrow keys move the cursor, with Shift they stretch the selection, Space chooses a cell, Enter opens it; the pointer does
 * the same by clicking and dragging. Scrolling draws the rows that come into sight, and only those.
 */
export function CellGrid<Line>(props: Props<Line>) {
  const { label, help, lineLabel, columns, columnWidth, rowHeight, rows, shown, rowAt, headingAt, onRange } = props
  const { selection, onSelect, onOpen, opensOnClick, choosesAll, maxHeight, lineWidth = 300 } = props
  const helpId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => rowHeight + (headingAt?.(row) ? headingHeight : 0),
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at the top, with headings of their own
  useEffect(() => {
    virtualizer.measure()
    scroller.current?.scrollTo({ top: 0 })
  }, [shown])

  const wanted = useRef<Place | null>(null)
  const focus = (place: Place) => {
    wanted.current = place
    virtualizer.scrollToIndex(place.row, { align: 'auto' })
  }
  // A cell that was scrolled to exists only once its line is read and drawn, and the cell that had the focus is gone by
  // then: meanwhile the grid has it, so that no key is lost.
  useEffect(() => {
    const { current: grid } = scroller
    if (!wanted.current || !grid) return
    const isElsewhere = document.activeElement !== document.body && !grid.contains(document.activeElement)
    const cell = grid.querySelector<HTMLElement>(`[data-place="${keyOf(wanted.current)}"]`)
    if (!isElsewhere) (cell ?? grid).focus({ preventScroll: true })
    if (cell || isElsewhere) wanted.current = null
  })

  const { chosen, handlersOf, onKeyDown } = useCellCursor({
    size: { rows, columns: columns.length },
    selection,
    onSelect,
    focus,
    open: onOpen,
    opensOnClick,
    choosesAll,
  })
  // The bar that acted on the chosen cells goes, and the focus in it: the keyboard goes on in the grid.
  const hadChosen = useRef(false)
  useEffect(() => {
    if (hadChosen.current && chosen.size === 0)
      focusSoon(() => scroller.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]'), 0)
    hadChosen.current = chosen.size > 0
  }, [chosen.size])

  // Tab leads into the grid also where the cursor's line was scrolled away.
  const isDrawn = selection.cursor.row >= first && selection.cursor.row <= last
  const tabStop = isDrawn ? selection.cursor : { row: first, column: selection.cursor.column }
  const width = columns.length + 1
  const latest = useRef(props)
  latest.current = props
  const onChoose = useCallback((row: number) => {
    const { selection, onSelect, columns } = latest.current
    onSelect(
      toggleCells(
        selection,
        columns.map((_, column) => keyOf({ row, column })),
      ),
    )
  }, [])
  return (
    <Box
      ref={scroller}
      tabIndex={-1}
      onKeyDown={(event) => {
        const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-place]')
        const place = cell ? placeOf(cell.dataset.place ?? '') : event.target === scroller.current && selection.cursor
        if (place) onKeyDown(event, wanted.current ?? place)
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
        sx={gridLook}
        style={
          {
            minWidth: lineWidth + columns.length * columnWidth,
            '--line-width': `${lineWidth}px`,
            '--cell-gap': columnWidth < wideColumn ? '2px' : '8px',
            '--cell-start': columnWidth < wideColumn ? '6px' : '8px',
          } as CSSProperties
        }
      >
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
        <tbody>
          <Space height={items[0]?.start ?? 0} columns={width} />
          {items.map(({ index: row }) => (
            <Row
              key={row}
              row={row}
              line={rowAt(row)}
              heading={headingAt?.(row) ?? null}
              height={rowHeight}
              marks={marksOf(chosen, row, columns.length)}
              columns={columns.length}
              stop={tabStop.row === row ? tabStop.column : null}
              lineAt={props.lineAt}
              cellAt={props.cellAt}
              handlersOf={handlersOf}
              onChoose={onChoose}
            />
          ))}
          <Space height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={width} />
        </tbody>
      </Box>
      <Box id={helpId} sx={{ position: 'sticky', left: 0, px: 1.5, py: 1, fontSize: 12, color: 'text.secondary' }}>
        {help}
      </Box>
    </Box>
  )
}

/** Which cells of a row are chosen, as a text that is the same as long as they are; empty where none is. */
const marksOf = (chosen: ReadonlySet<string>, row: number, columns: number): string => {
  if (chosen.size === 0) return ''
  const marks = Array.from({ length: columns }, (_, column) => (chosen.has(keyOf({ row, column })) ? '+' : '-')).join(
    '',
  )
  return marks.includes('+') ? marks : ''
}

interface RowProps<Line> extends Drawing<Line> {
  row: number
  line: Line | undefined
  heading: string | null
  height: number
  marks: string
  columns: number
  /** The column in which Tab leads into the grid; null in all rows but one. */
  stop: number | null
  handlersOf: HandlersOf
  onChoose: (row: number) => void
}

const Row = memo(function Row<Line>({ row, line, heading, height, marks, columns, stop, ...props }: RowProps<Line>) {
  useLanguage()
  const { lineAt, cellAt, handlersOf, onChoose } = props
  const isChosen = marks !== '' && !marks.includes('-')
  return (
    <>
      {heading !== null && (
        <tr className="heading">
          <th colSpan={columns + 1} scope="rowgroup">
            <span>{heading}</span>
          </th>
        </tr>
      )}
      <tr aria-rowindex={row + 2} style={{ height }}>
        <th scope="row" className="line">
          {lineAt(line, { isChosen, onChoose: () => onChoose(row) })}
        </th>
        {Array.from({ length: columns }, (_, column) => {
          const place = keyOf({ row, column })
          const cell = cellAt(line, column)
          if (!cell) return <td key={place} />
          return (
            <td
              key={place}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid that keys move in
              role="gridcell"
              data-place={place}
              data-state={cell.state}
              data-own={cell.isOwn || undefined}
              tabIndex={stop === column ? 0 : -1}
              aria-selected={marks[column] === '+'}
              aria-label={cell.label}
              {...handlersOf({ row, column })}
            >
              {cell.content}
            </td>
          )
        })}
      </tr>
    </>
  )
}) as <Line>(props: RowProps<Line>) => ReactNode

/** Stands for the rows that are not drawn. */
const Space = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null

/** The button in the head of a column; `label` says what it does, with all that `children` shorten. */
export function HeadButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <Box component="button" type="button" aria-label={label} title={label} onClick={onClick} sx={headButton}>
      {children}
    </Box>
  )
}

/** The second and third line in the head of a row. */
export const quietLine = {
  color: 'text.secondary',
  fontSize: 11,
  lineHeight: '14px',
  fontWeight: 400,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

/** Narrower columns keep less room beside what they hold. */
const wideColumn = 120
const headingHeight = 32

const headButton = ({ palette }: Theme) => ({
  all: 'unset',
  cursor: 'pointer',
  borderRadius: '4px',
  px: 0.5,
  minHeight: 24,
  lineHeight: '24px',
  whiteSpace: 'nowrap',
  '&:hover': { bgcolor: palette.surfaces.hover },
  '&:focus-visible': { outline: `2px solid ${palette.focus}` },
})

const gridLook = ({ palette }: Theme) => ({
  tableLayout: 'fixed',
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  userSelect: 'none',
  '& th, & td': {
    textAlign: 'left',
    pl: 'var(--cell-start)',
    pr: 'var(--cell-gap)',
    py: 0,
    borderBottom: 1,
    borderColor: 'divider',
    boxSizing: 'border-box',
    overflow: 'hidden',
  },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 52,
    fontSize: 12,
    fontWeight: 600,
    color: 'text.secondary',
    bgcolor: 'background.paper',
  },
  '& .line': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    width: 'var(--line-width)',
    px: 1,
    borderRight: 1,
    borderColor: 'divider',
  },
  '& thead .line': { zIndex: 3 },
  '& .heading th': { height: headingHeight, bgcolor: palette.surfaces.hover, fontSize: 12 },
  '& .heading span': { position: 'sticky', left: 8 },
  '& td[data-place]': { cursor: 'pointer' },
  // What the person has to do catches the eye in a column of many.
  '& td[data-own]': { boxShadow: `inset 3px 0 0 ${palette.tones.warning.line}` },
  '& td[data-place]:hover': { bgcolor: palette.surfaces.hover },
  '& td[aria-selected="true"]': { bgcolor: palette.surfaces.chosen },
  '& td:focus-visible': { outline: `2px solid ${palette.focus}`, outlineOffset: '-2px' },
})

import { memo, type ReactNode } from 'react'
import { useLanguage } from '#web/i18n.ts'
import { keyOf } from './selection'
import type { HandlersOf } from './use-cell-cursor'

/** The content of a cell. */
export interface DrawnCell {
  /** The whole content as text, the accessible name of the cell. */
  label: string
  state: string
  /** Whether the cell waits for the person. */
  isOwn?: boolean
  content: ReactNode
}

/** The selection of a whole row, for the check box in its head. */
export interface RowChoice {
  /** Whether all cells of the row are selected. */
  isChosen: boolean
  /** Selects all cells of the row, or deselects them if all are selected. */
  onChoose: () => void
}

/** Renders the parts of a row. Rows are memoised, so that these must be stable functions. */
export interface RowRendering<Line> {
  lineAt: (line: Line | undefined, choice: RowChoice) => ReactNode
  /** Null if the line has no cell in the column, or is not loaded yet. */
  cellAt: (line: Line | undefined, column: number) => DrawnCell | null
}

interface CellGridRowProps<Line> extends RowRendering<Line> {
  row: number
  line: Line | undefined
  heading: string | null
  height: number
  /** The selected cells, by `marksOf`. */
  marks: string
  columns: number
  /** The column that is the tab stop of the grid; null in all other rows. */
  tabStop: number | null
  handlersOf: HandlersOf
  onChoose: (row: number) => void
}

/** A line of the grid with its cells, below a heading if a group of lines starts with it. */
export const CellGridRow = memo(function CellGridRow<Line>(props: CellGridRowProps<Line>) {
  useLanguage()
  const { row, line, heading, height, marks, columns, tabStop, lineAt, cellAt, handlersOf, onChoose } = props
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
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid with a cell cursor
              role="gridcell"
              data-place={place}
              data-state={cell.state}
              data-own={cell.isOwn || undefined}
              tabIndex={tabStop === column ? 0 : -1}
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
}) as <Line>(props: CellGridRowProps<Line>) => ReactNode

/**
 * The selected cells of a row as a text with `+` or `-` per column, empty if none is selected. Equal selections have
 * equal texts, so that unchanged rows are not rendered again.
 */
export const marksOf = (chosen: ReadonlySet<string>, row: number, columns: number): string => {
  if (chosen.size === 0) return ''
  const marks = Array.from({ length: columns }, (_, column) => (chosen.has(keyOf({ row, column })) ? '+' : '-')).join(
    '',
  )
  return marks.includes('+') ? marks : ''
}

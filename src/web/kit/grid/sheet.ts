import { t } from '#web/i18n.ts'
import type { PlacedCell, Range } from './place-cells'

/** A row of a grid, with its key and its heading. */
export interface SheetRow {
  key: string
  name: string
}

/** A column of a grid; its kind is also its CSS class. */
export interface SheetColumn {
  key: string
  kind: string
  label: string
}

/** The rows of a grid and the actions on their cells, each of which can be undone. */
export interface Sheet<R extends SheetRow = SheetRow, C extends SheetColumn = SheetColumn> {
  rows: readonly R[]
  columns: readonly C[]
  /** The last column that holds values. */
  lastData: number
  canUndo: boolean
  canRedo: boolean
  isWritable: (col: number) => boolean
  textAt: (row: number, col: number) => string
  textsIn: (range: Range) => string[][]
  write: (cells: readonly PlacedCell[]) => void
  clear: (range: Range) => void
  fillDown: (range: Range) => void
  /** Writes pasted cells, shows a remark on those that did not fit, and returns the range that was filled. */
  paste: (table: readonly (readonly string[])[], range: Range) => Range | null
  undo: () => void
  redo: () => void
}

export const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The cells of a range with their new texts. */
export const cellsIn = (
  { top, left, bottom, right }: Range,
  textOf: (row: number, col: number) => string,
): PlacedCell[] =>
  span(top, bottom).flatMap((row) => span(left, right).map((col) => ({ row, col, text: textOf(row, col) })))

/** The cells of a range filled down from its first row; a single row is filled from the row above. */
export const filledCells = (range: Range, textAt: (row: number, col: number) => string): PlacedCell[] => {
  const from = range.top === range.bottom ? range.top - 1 : range.top
  return from < 0 ? [] : cellsIn({ ...range, top: from + 1 }, (_, col) => textAt(from, col))
}

/** The smallest range that contains all cells. */
export const boundsOf = (cells: readonly PlacedCell[]): Range => ({
  top: Math.min(...cells.map(({ row }) => row)),
  left: Math.min(...cells.map(({ col }) => col)),
  bottom: Math.max(...cells.map(({ row }) => row)),
  right: Math.max(...cells.map(({ col }) => col)),
})

/** A cell's new text with its column. */
export interface CellText<C extends SheetColumn> {
  column: C
  text: string
}

/** The new texts of writable cells, by row. */
export const textsByRow = <C extends SheetColumn>(
  cells: readonly PlacedCell[],
  columns: readonly C[],
  isWritable: (col: number) => boolean,
): [row: number, texts: CellText<C>[]][] => {
  const byRow = new Map<number, CellText<C>[]>()
  for (const { row, col, text } of cells) {
    const column = columns[col]
    if (column && isWritable(col)) byRow.set(row, [...(byRow.get(row) ?? []), { column, text }])
  }
  return [...byRow]
}

/** Texts about the pasted cells that did not fit. */
export const placementRemarks = (beyond: { rows: number; columns: number }, unknown: readonly string[]): string[] => [
  ...(beyond.rows + beyond.columns > 0 ? [t('grid.beyond', { ...beyond })] : []),
  ...(unknown.length > 0 ? [t('grid.unknown', { names: listed(unknown) })] : []),
]

/** The first names, and the number of further ones. */
export const listed = (names: readonly string[]) =>
  names.length > 5
    ? t('grid.and_more', { names: names.slice(0, 5).join(t('kit.comma')), count: names.length - 5 })
    : names.join(t('kit.comma'))

/** The remark that a text is not valid in a cell. */
export const badCell = (row: SheetRow | undefined, column: SheetColumn, text: string) =>
  t('grid.bad_cell', { place: [row?.name, column.label].join(t('kit.comma')), text })

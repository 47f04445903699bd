/** A rectangle of cells, both ends included. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

/** A cell with its new text. */
export interface PlacedCell {
  row: number
  col: number
  text: string
}

/** The headings of the grid, for matching those of pasted cells. */
export interface Headings {
  /** All names of each row: in both languages, and its code. */
  rows: readonly (readonly string[])[]
  /** All names of each column. */
  columns: readonly (readonly string[])[]
  /** Whether a text can only be a heading, as it is not valid in any cell. */
  isName: (text: string) => boolean
}

/** The target cells of pasted cells, and those without a target. */
export interface Placement {
  cells: PlacedCell[]
  /** Number of rows and columns with content beyond the edge of the grid. */
  beyond: { rows: number; columns: number }
  /** Pasted headings that the grid does not have. */
  unknown: string[]
}

/**
 * Places pasted cells on a grid: by their headings if they have any, else from the first corner of the selected range.
 * A block that fits into the range several times is repeated.
 */
export const placeCells = (table: readonly (readonly string[])[], range: Range, headings: Headings): Placement => {
  const named = headed(table, headings)
  return named ? byName(table, headings, named) : byPosition(table, range, headings)
}

interface Named {
  /** Whether the first column names rows. */
  rows: boolean
  /** Whether the first row names columns. */
  columns: boolean
}

const headed = (table: readonly (readonly string[])[], { rows, columns, isName }: Headings): Named | null => {
  const [first = []] = table
  const side = table.map(([cell = '']) => cell.trim())
  const heads = (cells: readonly string[]) => cells.map((cell) => cell.trim()).filter(Boolean)
  const firstRow = heads(first.slice(1))
  const below = side.slice(1).filter(Boolean)
  const namesRows = (cells: readonly string[]) =>
    cells.length > 0 && cells.every(isName) && cells.some((cell) => find(rows, cell) >= 0)
  // Column names may be numbers like the values of cells: they count as headings only if the first column names rows.
  const namesColumns = (cells: readonly string[], isCertain: boolean) =>
    cells.some((cell) => find(columns, cell) >= 0) &&
    cells.every((cell) => isName(cell) || (isCertain && find(columns, cell) >= 0))
  // Below column headings, a column of words can only contain names of rows, even if the grid does not have them.
  const isNamed = below.length > 0 && below.every(isName) && (side[0] === '' || isName(side[0] ?? ''))
  if (table.length > 1 && isNamed && namesColumns(firstRow, true)) return { rows: true, columns: true }
  if (namesRows(side.filter(Boolean)) && first.length > 1) return { rows: true, columns: false }
  if (table.length > 1 && namesColumns(heads(first), false)) return { rows: false, columns: true }
  return null
}

const byName = (table: readonly (readonly string[])[], headings: Headings, named: Named): Placement => {
  const [first = []] = table
  const skip = named.rows ? 1 : 0
  const unknown: string[] = []
  const target = (names: readonly (readonly string[])[], heading = '') => {
    const index = find(names, heading)
    if (index < 0 && heading.trim() && !unknown.includes(heading.trim())) unknown.push(heading.trim())
    return index
  }
  const columns = first.slice(skip).map((cell, index) => (named.columns ? target(headings.columns, cell) : index))
  const body = table.slice(named.columns ? 1 : 0)
  const rows = body.map(([cell = ''], index) => (named.rows ? target(headings.rows, cell) : index))
  const inside = (row: number, col: number) =>
    row >= 0 && row < headings.rows.length && col >= 0 && col < headings.columns.length
  const cells = body.flatMap((cellsOfRow, rowIndex) =>
    cellsOfRow.slice(skip).flatMap((text, colIndex): PlacedCell[] => {
      const [row = -1, col = -1] = [rows[rowIndex], columns[colIndex]]
      return inside(row, col) ? [{ row, col, text }] : []
    }),
  )
  const beyond = {
    rows: named.rows ? 0 : Math.max(0, body.length - headings.rows.length),
    columns: named.columns ? 0 : Math.max(0, columns.length - headings.columns.length),
  }
  return { cells, beyond, unknown }
}

const byPosition = (table: readonly (readonly string[])[], range: Range, { rows, columns }: Headings): Placement => {
  const height = table.length
  const width = Math.max(0, ...table.map((row) => row.length))
  const [tall, wide] = [range.bottom - range.top + 1, range.right - range.left + 1]
  const repeats = tall % height === 0 && wide % width === 0
  const [rowsDown, across] = repeats ? [tall, wide] : [height, width]
  const cells: PlacedCell[] = []
  const lost = { rows: new Set<number>(), columns: new Set<number>() }
  for (let y = 0; y < rowsDown; y += 1)
    for (let x = 0; x < across; x += 1) {
      const [row, col] = [range.top + y, range.left + x]
      const text = table[y % height]?.[x % width]
      if (row < rows.length && col < columns.length) cells.push({ row, col, text: text ?? '' })
      else if (text?.trim()) {
        if (row >= rows.length) lost.rows.add(row)
        if (col >= columns.length) lost.columns.add(col)
      }
    }
  return { cells, beyond: { rows: lost.rows.size, columns: lost.columns.size }, unknown: [] }
}

const find = (names: readonly (readonly string[])[], heading: string): number => {
  const folded = fold(heading)
  return folded === '' ? -1 : names.findIndex((some) => some.some((name) => fold(name) === folded))
}

const fold = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en')

import { isDecimalText } from '#shared/base/money.ts'
import { escapeFormula } from './escape'

/** The value of a cell; null for an empty cell. */
export type Cell = string | number | boolean | null

/** A column of a file to write. */
export interface WrittenColumn {
  heading: string
  /** The column has numbers, also as decimal text, so that a negative number is not escaped like a formula. */
  number?: boolean
}

export interface WriteOptions {
  delimiter?: string
  /** Rows per chunk (500). */
  rows?: number
}

/**
 * Writes a delimited file in chunks of text: UTF-8 mark, headings, rows; lines end with CR LF, cells are quoted if
 * necessary, and texts are escaped for spreadsheets. `readTable` reads the same texts back.
 */
export function* writeChunks(
  columns: readonly WrittenColumn[],
  rows: Iterable<readonly Cell[]>,
  { rows: most = 500, ...options }: WriteOptions = {},
): Generator<string> {
  let chunk = writeHead(columns, options)
  let count = 0
  for (const row of rows) {
    chunk += writeRow(columns, row, options)
    if (++count % most) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

/** The beginning of a file: the UTF-8 mark and the heading line, for callers that write rows in batches. */
export const writeHead = (columns: readonly WrittenColumn[], { delimiter = ',' }: WriteOptions = {}): string =>
  `\uFEFF${line(
    columns.map(({ heading }) => written(heading, false)),
    delimiter,
  )}`

/** One line of a file: cells in the order of the columns, missing ones empty. */
export const writeRow = (
  columns: readonly WrittenColumn[],
  cells: readonly Cell[],
  { delimiter = ',' }: WriteOptions = {},
): string =>
  line(
    columns.map(({ number = false }, index) => written(cells[index] ?? null, number)),
    delimiter,
  )

const line = (cells: readonly string[], delimiter: string) => `${cells.join(delimiter)}\r\n`

const written = (cell: Cell, number: boolean) => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  return quoted(number && isDecimalText(cell) ? cell : escapeFormula(cell))
}

// Every usual delimiter counts, not only the one in use: a program may open the file with another.
const quoted = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

import { type Text, textOf } from '#shared/kit/text.ts'
import { type Decoded, type Delimiter, decode, delimiters, type Encoding } from './decode'
import { unescapeFormula } from './escape'
import { parseRows, type SourceRow } from './parse'

/** A decoded file with its headings. */
export interface Table {
  delimiter: Delimiter
  encoding: Encoding
  /** Trimmed headings; empty for a column without a heading. */
  headings: string[]
  /** Reads the rows from the beginning. Each has as many cells as there are headings; empty cells are `''`. */
  rows: () => Generator<SourceRow>
  problem?: undefined
}

/**
 * Reads the table in a file: detects encoding, delimiter and headings, which can be below titles, and removes the
 * apostrophes of `escapeFormula`. A row with content beyond the last heading has a problem, since its cells have
 * probably shifted by a column.
 */
export const readTable = (bytes: Uint8Array, wish?: Encoding): Table | { problem: Text } => {
  const decoded = decode(bytes, wish)
  return decoded.problem ? { problem: decoded.problem } : tableOf(decoded)
}

const tableOf = ({ text, encoding }: Decoded & { problem?: undefined }): Table | { problem: Text } => {
  const hint = /^sep=(.)(?:\r\n|\r|\n)/.exec(text)
  const delimiter = delimiters.find((known) => known === hint?.[1]) ?? sniffDelimiter(text)
  const source = () =>
    hint ? parseRows(text.slice(hint[0].length), { delimiter, line: 2 }) : parseRows(text, { delimiter })
  const first = [...some(source(), titledRows)]
  const head = headAt(first.map(({ cells }) => cells))
  const { cells, problem } = first[head] ?? { cells: [], problem: textOf('delimited.empty') }
  if (problem) return { problem }
  const headings = withoutEmptyEnd(cells.map((heading) => unescapeFormula(heading).trim()))
  return { delimiter, encoding, headings, rows: () => dataRows(source(), head, headings.length) }
}

function* some<T>(all: Iterable<T>, count: number) {
  if (count === 0) return
  for (const row of all) {
    yield row
    if (--count === 0) return
  }
}

/** Number of rows that are searched for the headings. */
export const titledRows = 10

/**
 * Index of the row with the headings. Reports begin with titles of one cell each: if a row of three or more cells
 * follows them and another row is below it, that row has the headings; otherwise the first row.
 */
export const headAt = (rows: readonly (readonly string[])[]): number => {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim()).length)
  const index = filled.findIndex((count) => count > 1)
  return index > 0 && (filled[index] ?? 0) > 2 && (filled[index + 1] ?? 0) > 1 ? index : 0
}

function* dataRows(rows: Generator<SourceRow>, head: number, width: number) {
  for (let index = 0; index <= head; index++) rows.next()
  for (const { cells, ...row } of rows) {
    const extraColumn = cells.findIndex((cell, index) => index >= width && cell.trim())
    const fittedCells = Array.from({ length: width }, (_, index) => unescapeFormula(cells[index] ?? ''))
    const problem =
      row.problem ??
      (extraColumn < 0 ? undefined : textOf('delimited.too_many_cells', { cells: extraColumn + 1, headings: width }))
    yield { ...row, cells: fittedCells, ...(problem ? { problem } : {}) }
  }
}

const withoutEmptyEnd = (headings: string[]) => headings.slice(0, headings.findLastIndex((heading) => heading) + 1)

/**
 * Detects the delimiter: the one with which the first rows are most uniform in width, preferring wider rows; a comma
 * for a single column.
 */
export const sniffDelimiter = (text: string): Delimiter => {
  const sample = text.slice(0, sampleLength)
  const candidates = delimiters.map((delimiter) => ({ delimiter, ...evenness(sample, delimiter) }))
  const best = candidates.reduce((best, next) =>
    next.even > best.even || (next.even === best.even && next.width > best.width) ? next : best,
  )
  return best.delimiter
}

const sampleLength = 65_536
const sampleRows = 25

const evenness = (sample: string, delimiter: Delimiter) => {
  const rows = [...some(parseRows(sample, { delimiter }), sampleRows)].map(({ cells }) => cells)
  const widths = rows.slice(headAt(rows.slice(0, titledRows))).map(({ length }) => length)
  const width = widths[0] ?? 0
  return width > 1
    ? { even: widths.filter((other) => other === width).length / widths.length, width }
    : { even: 0, width }
}

import { type Text, textOf } from '#shared/kit/text.ts'

/** A row of a file, with unchanged cells. */
export interface SourceRow {
  /** The line number in the file on which the row begins, from 1; a quoted cell can span several lines. */
  line: number
  cells: string[]
  /** An error in the quotes of the row; its cells are then a best guess. */
  problem?: Text
}

export interface ParseOptions {
  delimiter: string
  /** Line number of the beginning of the text; 1 unless something was cut off before. */
  line?: number
}

/**
 * Parses delimited text (RFC 4180) row by row, from one string or from chunks cut anywhere. Lines end with CR LF, LF or
 * CR, also mixed; empty rows are skipped. A parser of our own, because corrections need the true line number of each
 * row, and merged files mix line ends; the tests compare it with a well-known parser.
 */
export function* parseRows(text: string | Iterable<string>, options: ParseOptions): Generator<SourceRow> {
  const parser = createParser(options)
  for (const piece of typeof text === 'string' ? [text] : text) yield* parser.read(piece)
  yield* parser.end()
}

const createParser = ({ delimiter, line = 1 }: ParseOptions) => {
  const stop = new RegExp(`[\\r\\n${delimiter === '\t' ? '\\t' : delimiter}]`, 'g')
  let cells: string[] = []
  let cell = ''
  /** `start`: at the beginning of a cell; `closed`: after a closing quote. */
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let rowLine = line
  let wasReturn = false
  let problem: Text | undefined

  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRow = (): SourceRow | null => {
    endCell()
    const row: SourceRow = { line: rowLine, cells, ...(problem ? { problem } : {}) }
    cells = []
    problem = undefined
    return row.cells.some((text) => text.trim()) || row.problem ? row : null
  }

  function* read(piece: string): Generator<SourceRow> {
    let at = 0
    while (at < piece.length) {
      if (wasReturn && state !== 'quoted' && piece[at] === '\n') {
        wasReturn = false
        at++
        continue
      }
      if (state === 'quoted') {
        const quote = piece.indexOf('"', at)
        const end = quote < 0 ? piece.length : quote
        const text = piece.slice(at, end)
        countLines(text)
        cell += text
        at = end
        if (quote >= 0) {
          state = 'closed'
          wasReturn = false
          at++
        }
        continue
      }
      wasReturn = false
      const sign = piece[at]
      if (state === 'start' && sign === '"') {
        state = 'quoted'
        at++
      } else if (state === 'closed' && sign === '"') {
        cell += '"'
        state = 'quoted'
        at++
      } else if (sign === delimiter) {
        endCell()
        at++
      } else if (sign === '\r' || sign === '\n') {
        const row = endRow()
        line++
        rowLine = line
        wasReturn = sign === '\r'
        at++
        if (row) yield row
      } else {
        if (state === 'closed') problem ??= textOf('delimited.after_quote', { column: cells.length + 1 })
        state = 'plain'
        stop.lastIndex = at
        const next = stop.exec(piece)?.index ?? piece.length
        cell += piece.slice(at, next)
        at = next
      }
    }
  }

  /** Counts line ends in a quoted cell; a CR LF can be split between two chunks. */
  const countLines = (text: string) => {
    const counted = wasReturn && text.startsWith('\n') ? text.slice(1) : text
    line += counted.match(lineEnds)?.length ?? 0
    wasReturn = text.endsWith('\r')
  }

  function* end(): Generator<SourceRow> {
    if (state === 'start' && !cells.length) return
    if (state === 'quoted') problem = textOf('delimited.open_quote', { line: rowLine })
    const row = endRow()
    if (row) yield row
  }

  return { read, end }
}

const lineEnds = /\r\n|\r|\n/g

import { type Text, textOf } from '#shared/kit/text.ts'

/** One row of a file as it stands there. */
export interface SourceRow {
  /** Line of the file on which the row begins, from 1; a quoted cell may hold further lines. */
  line: number
  cells: string[]
  /** What is wrong with its quotes; the cells are then the best reading. */
  problem?: Text
}

export interface ParseOptions {
  delimiter: string
  /** Number of the first line of the text; 1 unless something was cut off before. */
  line?: number
}

/**
 * Rows of delimited text after RFC 4180, one at a time; the text may come whole or in pieces cut anywhere. Lines end with CR LF, LF or CR,
 * mixed as they come; rows without any content are left out. Written here because what is mended in the file needs the true line of each row,
 * and because files put together from several have several kinds of line end; the tests hold it against a well-known parser.
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
  /** `start`: nothing read of the cell yet; `closed`: after the closing quote. */
  let place: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let rowLine = line
  let wasReturn = false
  let problem: Text | undefined

  const endCell = () => {
    cells.push(cell)
    cell = ''
    place = 'start'
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
      if (wasReturn && place !== 'quoted' && piece[at] === '\n') {
        wasReturn = false
        at++
        continue
      }
      if (place === 'quoted') {
        const quote = piece.indexOf('"', at)
        const end = quote < 0 ? piece.length : quote
        const text = piece.slice(at, end)
        countLines(text)
        cell += text
        at = end
        if (quote >= 0) {
          place = 'closed'
          wasReturn = false
          at++
        }
        continue
      }
      wasReturn = false
      const sign = piece[at]
      if (place === 'start' && sign === '"') {
        place = 'quoted'
        at++
      } else if (place === 'closed' && sign === '"') {
        cell += '"'
        place = 'quoted'
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
        if (place === 'closed') problem ??= textOf('delimited.after_quote', { column: cells.length + 1 })
        place = 'plain'
        stop.lastIndex = at
        const next = stop.exec(piece)?.index ?? piece.length
        cell += piece.slice(at, next)
        at = next
      }
    }
  }

  /** Line ends inside a quoted cell, of which a pair may be cut apart by the pieces. */
  const countLines = (text: string) => {
    const counted = wasReturn && text.startsWith('\n') ? text.slice(1) : text
    line += counted.match(lineEnds)?.length ?? 0
    wasReturn = text.endsWith('\r')
  }

  function* end(): Generator<SourceRow> {
    if (place === 'start' && !cells.length) return
    if (place === 'quoted') problem = textOf('delimited.open_quote', { line: rowLine })
    const row = endRow()
    if (row) yield row
  }

  return { read, end }
}

const lineEnds = /\r\n|\r|\n/g

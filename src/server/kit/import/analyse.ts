import { setImmediate as breathe } from 'node:timers/promises'
import { dateForms, type Fit, numberForms } from '../../../shared/delimited/forms'
import type { SourceRow } from '../../../shared/delimited/parse'
import { readTable, type Table } from '../../../shared/delimited/read'
import { say } from '../../../shared/text'
import { invalid } from '../errors'
import type { FileColumn } from './staged'

/** The table in an uploaded file; 422 on `file` with what is wrong with it. */
export const openTable = (bytes: Uint8Array): Table => {
  const table = readTable(bytes)
  if (table.problem) throw invalid({ file: [table.problem] }, table.problem)
  if (table.headings.length > maxColumns) throw tooMuch('import.file_too_wide', maxColumns)
  return table
}

/**
 * Hands the rows of a table on in pieces, lets others have their turn in between, and answers what the columns look
 * like. 422 where there are none or too many.
 */
export const readThrough = async (table: Table, keep: (rows: SourceRow[]) => Promise<unknown>) => {
  const seen = table.headings.map(() => ({ values: new Set<string>(), filled: 0 }))
  let piece: SourceRow[] = []
  let count = 0
  for (const row of table.rows()) {
    if (++count > maxRows) throw tooMuch('import.file_too_long', maxRows)
    row.cells.forEach((cell, at) => {
      const column = seen[at]
      const text = cell.trim()
      if (!column || !text) return
      column.filled++
      if (column.values.size < maxValues) column.values.add(text.slice(0, 200))
    })
    piece.push(row)
    if (piece.length === pieceSize) {
      await keep(piece)
      piece = []
      await breathe()
    }
  }
  if (count === 0) throw invalid({ file: [say('import.no_rows')] }, say('import.no_rows'))
  if (piece.length > 0) await keep(piece)
  const columns: FileColumn[] = []
  for (const [at, heading] of table.headings.entries()) {
    const values = [...(seen[at]?.values ?? [])]
    columns.push({
      heading: heading.slice(0, 200),
      samples: values.slice(0, 5),
      filled: seen[at]?.filled ?? 0,
      date_forms: formsOf(values, (some) => dateForms(some, { serial: true })),
      number_forms: formsOf(values, numberForms),
    })
    await breathe()
  }
  return { columns, count }
}

/** Rows of a file and columns of it that an import takes. */
export const maxRows = 100_000
export const maxColumns = 300

/** The forms of a column; a few values that are none (`t.b.c.`) do not hide how the others are written. */
const formsOf = <F>(values: readonly string[], fitting: (some: readonly string[]) => Fit<F>[]): Fit<F>[] => {
  const forms = fitting(values)
  if (forms.length > 0 || !values.slice(0, 20).some((value) => fitting([value]).length > 0)) return forms
  const readable = values.filter((value) => fitting([value]).length > 0)
  return readable.length * 2 > values.length ? fitting(readable) : []
}

const maxValues = 2000
const pieceSize = 1000

const tooMuch = (key: string, max: number) => {
  const text = say(key, { max })
  return invalid({ file: [text] }, text)
}

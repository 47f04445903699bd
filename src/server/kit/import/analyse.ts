import { setImmediate as breathe } from 'node:timers/promises'
import { invalid, malformed, type Refusal } from '#server/kit/errors.ts'
import { isZip, openWorkbook, type SheetRow } from '#server/xlsx/read.ts'
import { Unreadable } from '#server/xlsx/zip.ts'
import { cutText } from '#shared/base/cut-text.ts'
import type { Encoding } from '#shared/delimited/decode.ts'
import { dateForms, type FormFit, numberForms, wholeForms } from '#shared/delimited/forms.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { headAt, readTable, type Table, titledRows } from '#shared/delimited/read.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { FileColumn } from '#shared/kit/wire/import.ts'

/** The table in an uploaded file, be it text or a sheet of a workbook. */
export interface UploadedTable {
  /** `xlsx` of a workbook. */
  encoding: Encoding | 'xlsx'
  delimiter: Table['delimiter']
  /** Sheet names of a workbook, and the selected one. */
  sheets: readonly string[]
  sheet: string | null
  headings: readonly string[]
  rows: () => Iterable<UploadedRow> | AsyncIterable<UploadedRow>
}

interface UploadedRow extends SourceRow {
  fractions?: readonly number[]
}

/** The person's choices about a file that cannot be detected with certainty. */
export interface ImportPlanRequest {
  sheet?: string | undefined
  encoding?: Encoding | undefined
}

/** Opens an uploaded file by its content type, detected from the bytes; refuses with 422 on `file` and the reason. */
export const openTable = async (
  bytes: Uint8Array,
  { sheet, encoding }: ImportPlanRequest = {},
): Promise<UploadedTable> => {
  const table = isZip(bytes) ? await openSheet(bytes, sheet) : openText(bytes, encoding)
  if (table.headings.length > maxColumns) throw tooMuch('import.file_too_wide', maxColumns)
  return table
}

const openText = (bytes: Uint8Array, encoding: Encoding | undefined): UploadedTable => {
  const table = readTable(bytes, encoding)
  if (table.problem) throw refused(table.problem)
  return { ...table, sheets: [], sheet: null }
}

/** The sheet of that name, else the first sheet with content. */
const openSheet = async (bytes: Uint8Array, wanted: string | undefined): Promise<UploadedTable> => {
  try {
    const { sheets, rows } = await openWorkbook(bytes)
    if (wanted !== undefined && !sheets.includes(wanted))
      throw malformed('sheet', textOf('import.workbook.no_sheet', { sheet: wanted.slice(0, 80) }))
    for (const sheet of wanted === undefined ? sheets : [wanted]) {
      const first: SheetRow[] = []
      for await (const row of rows(sheet)) if (first.push(row) === titledRows) break
      const head = headAt(first.map(({ cells }) => cells))
      const heads = first[head]
      if (!heads) continue
      if (heads.beyond !== undefined) throw tooMuch('import.file_too_wide', maxColumns)
      const headings = heads.cells.map((heading) => heading.trim())
      return {
        encoding: 'xlsx',
        delimiter: ',',
        sheets,
        sheet,
        headings,
        rows: () => sheetRows(rows(sheet), head, headings.length),
      }
    }
    throw new Unreadable(textOf('import.workbook.empty', { sheet: wanted ?? sheets[0] ?? '' }))
  } catch (error) {
    throw explainFileError(error)
  }
}

async function* sheetRows(rows: AsyncIterable<SheetRow>, head: number, width: number): AsyncGenerator<UploadedRow> {
  let at = 0
  for await (const { line, cells, fractions, uncounted, beyond } of rows) {
    if (at++ <= head) continue
    const outside = cells.findIndex((cell, at) => at >= width && cell.trim())
    const last = outside >= 0 ? outside : beyond
    const problem = uncounted
      ? textOf('import.workbook.uncounted', { cell: uncounted })
      : last !== undefined
        ? textOf('delimited.too_many_cells', { cells: last + 1, headings: width })
        : undefined
    yield {
      line,
      cells: Array.from({ length: width }, (_, at) => cells[at] ?? ''),
      ...(fractions ? { fractions } : {}),
      ...(problem ? { problem } : {}),
    }
  }
}

/** Turns an unreadable file into the refusal that explains it; passes any other error through. */
export const explainFileError = (error: unknown): unknown => (error instanceof Unreadable ? refused(error.text) : error)

const refused = (text: Text): Refusal => invalid({ file: [text] }, text)

/**
 * Passes the rows of a table on in batches, yields to the event loop in between, and returns what the columns look
 * like. Refuses with 422 when there are no columns or too many.
 */
export const readThrough = async (table: UploadedTable, keep: (rows: SourceRow[]) => Promise<unknown>) => {
  const seen = table.headings.map(() => ({ values: new Set<string>(), filled: 0, hasFractions: false }))
  let piece: SourceRow[] = []
  let count = 0
  for await (const { fractions = [], ...row } of table.rows()) {
    if (++count > maxRows) throw tooMuch('import.file_too_long', maxRows)
    row.cells.forEach((cell, at) => {
      const column = seen[at]
      const text = cell.trim()
      if (!column || !text) return
      column.filled++
      if (column.values.size < maxValues) column.values.add(cutText(text, 200))
    })
    for (const at of fractions) {
      const column = seen[at]
      if (column) column.hasFractions = true
    }
    piece.push(row)
    if (piece.length === pieceSize) {
      await keep(piece)
      piece = []
      await breathe()
    }
  }
  if (count === 0) throw invalid({ file: [textOf('import.no_rows')] }, textOf('import.no_rows'))
  if (piece.length > 0) await keep(piece)
  const columns: FileColumn[] = []
  for (const [at, heading] of table.headings.entries()) {
    const values = [...(seen[at]?.values ?? [])]
    columns.push({
      heading: cutText(heading, 200),
      samples: values.slice(0, 5),
      filled: seen[at]?.filled ?? 0,
      date_forms: formsOf(values, (some) => dateForms(some, { serial: true })),
      // A numeric cell is taken as that number, whatever its text looks like.
      number_forms: seen[at]?.hasFractions
        ? [{ form: 'plain', fits: values.length, ambiguous: false }]
        : formsOf(values, numberForms),
      whole_forms: seen[at]?.hasFractions ? [] : wholeForms(values),
    })
    await breathe()
  }
  return { columns, count }
}

/** Limits of an import: rows and columns per file. */
export const maxRows = 100_000
export const maxColumns = 300

/** The forms of a column; a few values that are none (`t.b.c.`) do not hide how the others are written. */
const formsOf = <F>(values: readonly string[], fitting: (some: readonly string[]) => FormFit<F>[]): FormFit<F>[] => {
  const forms = fitting(values)
  if (forms.length > 0 || !values.slice(0, 20).some((value) => fitting([value]).length > 0)) return forms
  const readable = values.filter((value) => fitting([value]).length > 0)
  return readable.length * 2 > values.length ? fitting(readable) : []
}

const maxValues = 2000
const pieceSize = 1000

const tooMuch = (key: string, max: number) => {
  const text = textOf(key, { max })
  return invalid({ file: [text] }, text)
}

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

/** The table in an uploaded file, which is delimited text or a workbook. */
export interface UploadedTable {
  /** `xlsx` for a workbook. */
  encoding: Encoding | 'xlsx'
  delimiter: Table['delimiter']
  /** For a workbook: the names of its sheets, and the one that is read. */
  sheets: readonly string[]
  sheet: string | null
  headings: readonly string[]
  rows: () => Iterable<UploadedRow> | AsyncIterable<UploadedRow>
}

interface UploadedRow extends SourceRow {
  fractions?: readonly number[]
}

/** A person's choices about a file, which cannot be detected with certainty. */
export interface ImportPlanRequest {
  sheet?: string | undefined
  encoding?: Encoding | undefined
}

/** Opens an uploaded file; its type is detected from the bytes. Throws 422 on `file` if it is not a readable table. */
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

/** The sheet with the name `wanted`, by default the first sheet with content. */
const openSheet = async (bytes: Uint8Array, wanted: string | undefined): Promise<UploadedTable> => {
  try {
    const { sheets, rows } = await openWorkbook(bytes)
    if (wanted !== undefined && !sheets.includes(wanted))
      throw malformed('sheet', textOf('import.workbook.no_sheet', { sheet: wanted.slice(0, 80) }))
    for (const sheet of wanted === undefined ? sheets : [wanted]) {
      const firstRows: SheetRow[] = []
      for await (const row of rows(sheet)) if (firstRows.push(row) === titledRows) break
      const headIndex = headAt(firstRows.map(({ cells }) => cells))
      const headRow = firstRows[headIndex]
      if (!headRow) continue
      if (headRow.beyond !== undefined) throw tooMuch('import.file_too_wide', maxColumns)
      const headings = headRow.cells.map((heading) => heading.trim())
      return {
        encoding: 'xlsx',
        delimiter: ',',
        sheets,
        sheet,
        headings,
        rows: () => sheetRows(rows(sheet), headIndex, headings.length),
      }
    }
    throw new Unreadable(textOf('import.workbook.empty', { sheet: wanted ?? sheets[0] ?? '' }))
  } catch (error) {
    throw explainFileError(error)
  }
}

/** The rows below the headings, cut to the width of the headings; a row with cells beyond them has a problem. */
async function* sheetRows(
  rows: AsyncIterable<SheetRow>,
  headIndex: number,
  width: number,
): AsyncGenerator<UploadedRow> {
  let index = 0
  for await (const { line, cells, fractions, uncounted, beyond } of rows) {
    if (index++ <= headIndex) continue
    const outside = cells.findIndex((cell, column) => column >= width && cell.trim())
    const outerCell = outside >= 0 ? outside : beyond
    const problem = uncounted
      ? textOf('import.workbook.uncounted', { cell: uncounted })
      : outerCell !== undefined
        ? textOf('delimited.too_many_cells', { cells: outerCell + 1, headings: width })
        : undefined
    yield {
      line,
      cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''),
      ...(fractions ? { fractions } : {}),
      ...(problem ? { problem } : {}),
    }
  }
}

/** Maps an unreadable file to a refusal with the reason; returns other errors unchanged. */
export const explainFileError = (error: unknown): unknown => (error instanceof Unreadable ? refused(error.text) : error)

const refused = (text: Text): Refusal => invalid({ file: [text] }, text)

/**
 * Passes the rows of a table to `keep` in batches, yielding to the event loop in between. Returns the columns with
 * samples and possible forms, and the number of rows; throws 422 if there are no rows or too many.
 */
export const readThrough = async (table: UploadedTable, keep: (rows: SourceRow[]) => Promise<unknown>) => {
  const contents = table.headings.map(() => ({ values: new Set<string>(), filled: 0, hasFractions: false }))
  let batch: SourceRow[] = []
  let count = 0
  for await (const { fractions = [], ...row } of table.rows()) {
    if (++count > maxRows) throw tooMuch('import.file_too_long', maxRows)
    row.cells.forEach((cell, index) => {
      const column = contents[index]
      const text = cell.trim()
      if (!column || !text) return
      column.filled++
      if (column.values.size < maxValues) column.values.add(cutText(text, 200))
    })
    for (const index of fractions) {
      const column = contents[index]
      if (column) column.hasFractions = true
    }
    batch.push(row)
    if (batch.length === batchSize) {
      await keep(batch)
      batch = []
      await breathe()
    }
  }
  if (count === 0) throw invalid({ file: [textOf('import.no_rows')] }, textOf('import.no_rows'))
  if (batch.length > 0) await keep(batch)
  const columns: FileColumn[] = []
  for (const [index, heading] of table.headings.entries()) {
    const content = contents[index]
    const values = [...(content?.values ?? [])]
    columns.push({
      heading: cutText(heading, 200),
      samples: values.slice(0, 5),
      filled: content?.filled ?? 0,
      date_forms: formsOf(values, (texts) => dateForms(texts, { serial: true })),
      // A numeric cell of a workbook is that number, whatever its text looks like.
      number_forms: content?.hasFractions
        ? [{ form: 'plain', fits: values.length, ambiguous: false }]
        : formsOf(values, numberForms),
      whole_forms: content?.hasFractions ? [] : wholeForms(values),
    })
    await breathe()
  }
  return { columns, count }
}

/** Limits of an import: rows and columns per file. */
export const maxRows = 100_000
export const maxColumns = 300

/**
 * The forms that fit a column. A minority of unreadable values (`t.b.c.`) is ignored, so that it does not hide the
 * form.
 */
const formsOf = <F>(values: readonly string[], fitting: (texts: readonly string[]) => FormFit<F>[]): FormFit<F>[] => {
  const forms = fitting(values)
  if (forms.length > 0 || !values.slice(0, 20).some((value) => fitting([value]).length > 0)) return forms
  const readable = values.filter((value) => fitting([value]).length > 0)
  return readable.length * 2 > values.length ? fitting(readable) : []
}

const maxValues = 2000
const batchSize = 1000

const tooMuch = (key: string, max: number) => {
  const text = textOf(key, { max })
  return invalid({ file: [text] }, text)
}

import { invalid } from '#server/kit/errors.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { explainFileError, openTable } from './analyse'

/**
 * Reads a whole uploaded table (CSV or XLSX). Throws 422 if the body is not a table, or with the text `tooMany` if it
 * has more than `maxRows` rows.
 */
export const readSmallTable = async (
  body: unknown,
  maxRows: number,
  tooMany: () => Text,
): Promise<{ headings: readonly string[]; rows: SourceRow[] }> => {
  const refuse = (text: Text) => invalid({ file: [text] }, text)
  if (!Buffer.isBuffer(body)) throw refuse(textOf('import.no_file'))
  const table = await openTable(body)
  const rows: SourceRow[] = []
  try {
    for await (const row of table.rows()) {
      rows.push(row)
      if (rows.length > maxRows) throw refuse(tooMany())
    }
  } catch (error) {
    throw explainFileError(error)
  }
  return { headings: table.headings, rows }
}

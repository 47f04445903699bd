import { type SheetColumn, writeWorkbook } from '#server/xlsx/write.ts'
import type { Cell } from '#shared/delimited/write.ts'

/** An XLSX file with one sheet: the kinds of its columns by their headings, and its rows. */
export const workbookOf = async (columns: Record<string, SheetColumn['kind']>, rows: Cell[][], most?: number) => {
  const pages = async function* () {
    yield rows
  }
  const heads = Object.entries(columns).map(([heading, kind]) => ({ heading, kind }))
  const pieces: Uint8Array[] = []
  for await (const piece of writeWorkbook('book', heads, pages(), most)) pieces.push(piece)
  return Buffer.concat(pieces)
}

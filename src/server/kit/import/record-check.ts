import type { Doc, Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { cellOf, createNames, type ExportColumns } from '#server/kit/read/export-cells.ts'
import { acceptedHeadings } from '#server/kit/read/headings.ts'
import { readDate, readFlag, readNumber } from '#shared/delimited/forms.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import type { Area } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { textOf } from '#shared/kit/text.ts'
import type { FileColumn } from '#shared/kit/wire/import.ts'
import { truncate } from './cells'
import type { FileDocument } from './file-document'
import { textKey } from './lookup'
import { type DocumentField, fieldAt } from './paths'
import type { Fault, Import } from './staged'
import { isImportable } from './targets'

/** A column that shows a field which is not changed by the file. */
export interface RecordCheckColumn {
  field: DocumentField
  /** Its index in the file. */
  at: number
  column: FileColumn
}

/** What a worklist exports for editing and re-import: ids and versions, the columns shown and the columns to edit. */
export const reimportColumns = (kit: Kit, me: Principal, area: Area): ExportColumns => ({
  fields: ['id', 'version', ...new Set([...(area.columns ?? []), ...(area.worklist?.edits ?? [])])].flatMap(
    (path) => fieldAt(kit.register, area, path, (of, name) => kit.mayRead(subjectOf(me), of, name)) ?? [],
  ),
  levels: [],
})

/**
 * The read-only columns of a worklist's file. Values that the portal derives are left out: they may have changed since
 * the export, and nobody edits them.
 */
export const recordCheckColumns = (
  kit: Kit,
  me: Principal,
  area: Area,
  { columns }: Pick<Import, 'columns'>,
): readonly RecordCheckColumn[] => {
  const byHeading = new Map<string, DocumentField>()
  for (const [name, field] of Object.entries(area.fields)) {
    if (field.kind === 'rows' || isImportable(kit, me.role, area, area, name)) continue
    if (!kit.mayRead(subjectOf(me), area, name) || (field.options.readOnly && name !== area.title)) continue
    const shownField = { path: name, area, name, field, within: [] }
    for (const heading of [...acceptedHeadings(shownField), name]) byHeading.set(textKey(heading), shownField)
  }
  return columns.flatMap((column, at) => {
    const field = byHeading.get(textKey(column.heading))
    return field ? [{ field, at, column }] : []
  })
}

/** Finds edited cells in read-only columns: the row is rejected with the reason instead of being applied in part. */
export const createRecordCheck = (
  kit: Kit,
  me: Principal,
  { displayColumns }: { displayColumns: readonly RecordCheckColumn[] },
) => {
  const names = createNames(kit, me)
  const fields = displayColumns.map(({ field }) => field)
  return async (node: FileDocument, before: Doc, rows: ReadonlyMap<number, SourceRow>): Promise<Fault[]> => {
    if (displayColumns.length === 0) return []
    await names.load(fields, [before])
    return node.lines.flatMap((line) =>
      displayColumns.flatMap(({ field, at, column }): Fault[] => {
        const text = (rows.get(line)?.cells[at] ?? '').trim()
        const now = cellOf(field, before, names.nameOf)
        if (means(field.field, column, text, now === null ? '' : String(now).trim())) return []
        return [
          {
            line,
            field: field.path,
            text: textOf('import.back.not_here', {
              now: now === null ? textOf('import.back.nothing') : truncate(String(now)),
            }),
            value: truncate(text),
          },
        ]
      }),
    )
  }
}

/** Whether a cell still means the exported value, whatever form a spreadsheet gave it. */
const means = (field: Field, { date_forms, number_forms }: FileColumn, text: string, now: string): boolean => {
  if (textKey(text) === textKey(now)) return true
  if (!text || !now) return false
  if (field.kind === 'date') return date_forms.some(({ form }) => readDate(text, form) === now)
  if (field.kind === 'flag') return String(readFlag(text)) === now
  if (field.kind === 'integer' || isDecimal(field))
    return number_forms.some(({ form }) => Number(readNumber(text, form) ?? Number.NaN) === Number(now))
  if (field.kind === 'moment') return Date.parse(text) === Date.parse(now)
  if (field.kind === 'choices') return parts(text) === parts(now)
  // Digits that a spreadsheet converted to a number have lost only their leading zeros.
  return isDigits(text) && isDigits(now) && Number(text) === Number(now)
}

const parts = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .sort()
    .join()
const isDigits = (text: string) => /^\d+$/.test(text)

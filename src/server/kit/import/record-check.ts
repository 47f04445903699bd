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

/** A read-only column: it shows a field that the file does not change. */
export interface RecordCheckColumn {
  field: DocumentField
  /** Its index in the file. */
  index: number
  column: FileColumn
}

/** The columns of a worklist's export for re-import: id and version, the columns of the list and the fields to edit. */
export const reimportColumns = (kit: Kit, me: Principal, area: Area): ExportColumns => ({
  fields: ['id', 'version', ...new Set([...(area.columns ?? []), ...(area.worklist?.edits ?? [])])].flatMap(
    (path) => fieldAt(kit.register, area, path, (owner, name) => kit.mayRead(subjectOf(me), owner, name)) ?? [],
  ),
  levels: [],
})

/**
 * The read-only columns of a worklist's file, except those of derived values: these may have changed since the export,
 * and people do not edit them.
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
  return columns.flatMap((column, index) => {
    const field = byHeading.get(textKey(column.heading))
    return field ? [{ field, index, column }] : []
  })
}

/** Finds edited cells in read-only columns, so that such a row is rejected instead of being applied in part. */
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
      displayColumns.flatMap(({ field, index, column }): Fault[] => {
        const text = (rows.get(line)?.cells[index] ?? '').trim()
        const current = cellOf(field, before, names.nameOf)
        if (isSameValue(field.field, column, text, current === null ? '' : String(current).trim())) return []
        return [
          {
            line,
            field: field.path,
            text: textOf('import.back.not_here', {
              now: current === null ? textOf('import.back.nothing') : truncate(String(current)),
            }),
            value: truncate(text),
          },
        ]
      }),
    )
  }
}

/** Whether a cell still has the exported value, even if a spreadsheet has changed its form. */
const isSameValue = (
  field: Field,
  { date_forms, number_forms }: FileColumn,
  text: string,
  exported: string,
): boolean => {
  if (textKey(text) === textKey(exported)) return true
  if (!text || !exported) return false
  if (field.kind === 'date') return date_forms.some(({ form }) => readDate(text, form) === exported)
  if (field.kind === 'flag') return String(readFlag(text)) === exported
  if (field.kind === 'integer' || isDecimal(field))
    return number_forms.some(({ form }) => Number(readNumber(text, form) ?? Number.NaN) === Number(exported))
  if (field.kind === 'moment') return Date.parse(text) === Date.parse(exported)
  if (field.kind === 'choices') return sortedParts(text) === sortedParts(exported)
  // A spreadsheet that converts digits to a number removes their leading zeros.
  return isDigits(text) && isDigits(exported) && Number(text) === Number(exported)
}

const sortedParts = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .sort()
    .join()
const isDigits = (text: string) => /^\d+$/.test(text)

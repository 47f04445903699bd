import type { Kit } from '#server/kit/kit.ts'
import type { formats } from '#server/kit/read/export.ts'
import { renderText } from '#server/texts.ts'
import { writeWorkbook } from '#server/xlsx/write.ts'
import { withSubject } from '#shared/delimited/with-subject.ts'
import { writeHead, writeRow } from '#shared/delimited/write.ts'
import { type Language, languages, textOf } from '#shared/kit/text.ts'
import { columnOf } from './plan'
import { type Fault, type Import, readLines, type Staged } from './staged'
import { importTarget } from './targets'

/** The rows of rejected documents with their original cells and the reason in a further column, to correct and re-import. */
export const rejectedFile = (
  kit: Kit,
  record: Import,
  language: Language,
  format: keyof typeof formats,
): AsyncGenerator<string | Uint8Array> => {
  const reasonHeadings = new Set(languages.map((language) => renderText(textOf('import.reason'), language)))
  // A corrected file still has the column of reasons of the last import, which is left out.
  const columnIndexes = record.columns.flatMap(({ heading }, index) => (reasonHeadings.has(heading) ? [] : [index]))
  const columns = [
    ...columnIndexes.map((index) => ({ heading: record.columns[index]?.heading ?? '', number: true })),
    { heading: renderText(textOf('import.reason'), language) },
  ]
  const pages = rejectedRows(kit, record, columnIndexes, language)
  if (format === 'xlsx')
    return writeWorkbook(
      record.sheet ?? record.area,
      columns.map(({ heading }) => ({ heading, kind: 'text' as const })),
      pages,
    )
  return csvOf()

  async function* csvOf() {
    const options = { delimiter: record.delimiter || ',' }
    yield writeHead(columns, options)
    for await (const page of pages) yield page.map((cells) => writeRow(columns, cells, options)).join('')
  }
}

/** Pages of rejected rows: the cells in these columns of the file, then the reason. */
async function* rejectedRows(
  kit: Kit,
  record: Import,
  columnIndexes: readonly number[],
  language: Language,
): AsyncGenerator<string[][]> {
  let after = -1
  for (;;) {
    const documents = await kit.db.query<Pick<Staged, 'number' | 'lines' | 'errors'>>(
      `select number, lines, errors from import_documents
       where import_id = $1 and outcome = 'rejected' and number > $2 order by number limit 200`,
      [record.id, after],
      'import_documents_rejected',
    )
    const rows = await readLines(
      kit.db,
      record.id,
      documents.flatMap(({ lines }) => lines),
    )
    const cellsByLine = new Map(rows.map(({ line, cells }) => [line, cells]))
    yield documents.flatMap(({ lines, errors }) =>
      lines.map((line) => [
        ...columnIndexes.map((index) => cellsByLine.get(line)?.[index] ?? ''),
        reasonOf(kit, record, errors, line, language),
      ]),
    )
    if (documents.length < 200) break
    after = documents.at(-1)?.number ?? after
  }
}

/** The reasons of a line; for a line without faults of its own, a reference to the line that has them. */
const reasonOf = (kit: Kit, record: Import, errors: readonly Fault[], line: number, language: Language): string => {
  const lineFaults = errors.filter((fault) => fault.line === line)
  if (lineFaults.length === 0)
    return renderText(textOf('import.with_line', { line: errors[0]?.line ?? line }), language)
  return lineFaults
    .map(({ field, text }) => {
      const column = columnOf(record, field)
      const subject = column === null ? labelOf(kit, field, record.area, language) : record.columns[column]?.heading
      return withSubject(subject, renderText(text, language), ': ')
    })
    .join(' · ')
}

/** The label of a field with those of its rows: `Lines › Article`; undefined if the record has no such field. */
const labelOf = (kit: Kit, path: string | null, targetName: string, language: Language): string | undefined => {
  if (path === null) return undefined
  let area = importTarget(kit, targetName)
  const labels: string[] = []
  for (const step of path.split('.')) {
    const field = Object.hasOwn(area.fields, step) ? area.fields[step] : undefined
    if (!field) return undefined
    labels.push(renderText(textOf(`areas.${area.name}.fields.${step}`), language))
    if (field.kind === 'rows') area = kit.register.get(field.options.to ?? '')
  }
  return labels.join(' › ')
}

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { queryText } from '#server/kit/api/area-route.ts'
import { forbidden, malformed } from '#server/kit/errors.ts'
import { type DocumentField, documentFields, fieldAt, levelsOf } from '#server/kit/import/paths.ts'
import { importFields, matchHeadings } from '#server/kit/import/plan.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type SheetCell, type SheetColumn, type SheetKind, writeWorkbook } from '#server/xlsx/write.ts'
import { today } from '#shared/base/dates.ts'
import { type FlatShape, flatten } from '#shared/delimited/flat.ts'
import { type Cell, type WrittenColumn, writeHead, writeRow } from '#shared/delimited/write.ts'
import { type AnyRecord, type Area, titleKey } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { textOf } from '#shared/kit/text.ts'
import { countryName } from '#shared/standards/country-names.ts'
import { cellOf, createNames, type ExportColumns, type Readers } from './export-cells'
import { headingsOf } from './headings'
import type { Listing } from './listing'
import type { Lists } from './lists'
import { callerValues } from './scope'
import { run } from './sql'

/**
 * `GET /api/<area>/export`: all records that match the filters, as the caller may read them, as CSV or workbook in id
 * order.
 */
export const exportRoutes = (app: FastifyInstance, { kit, lists }: { kit: Kit; lists: Lists }) => {
  for (const area of kit.register.areas)
    app.get(`/api/${area.name}/export`, async (request, reply) => {
      const { me } = request
      if (!kit.can(me.role, area.name, 'read')) throw forbidden()
      const params = new URLSearchParams(queryText(request))
      const format = formatOf(params.get('format'))
      const columns = wantedColumns(kit, me, area, params.get('columns'))
      const fileColumns = writtenColumns(kit, me, area, columns, {
        headings: readsLabels('headings', params.get('headings')),
        values: readsLabels('values', params.get('values')),
        language: languageOf(request.headers['accept-language']),
        zone: zoneOf(params.get('zone')),
      })
      for (const name of ['format', 'columns', 'headings', 'values', 'zone', '_sort', '_order', '_start', '_end'])
        params.delete(name)
      const listing = lists.listing(area, me, params.toString())
      return sendFile(reply, `${area.name}-${today()}`, format, formats[format].write(kit, me, listing, fileColumns))
    })
}

/** Sends a file in chunks as an attachment; `name` has no ending. */
export const sendFile = (
  reply: FastifyReply,
  name: string,
  format: keyof typeof formats,
  chunks: AsyncIterable<string | Uint8Array>,
) => {
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: 65_536 })
  reply.raw.once('close', () => stream.destroy())
  return reply
    .type(formats[format].type)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(stream)
}

/** The records of a listing as CSV, read page by page; `most` limits the number of records. */
export async function* fileOf(
  kit: Kit,
  me: Principal,
  listing: Listing,
  columns: ExportColumns,
  most?: number,
): AsyncGenerator<string> {
  const csvColumns: WrittenColumn[] = columns.fields.map(({ path, field }, index) => ({
    heading: columns.headings?.[index] ?? path,
    number: field.kind === 'integer' || isDecimal(field),
  }))
  let head = writeHead(csvColumns)
  for await (const page of cellsOf(kit, me, listing, columns, most)) {
    yield head + page.map((cells) => writeRow(csvColumns, cells)).join('')
    head = ''
  }
  if (head) yield head
}

/** The same records as a workbook with typed cells. */
const workbookOf = (
  kit: Kit,
  me: Principal,
  listing: Listing,
  columns: ExportColumns,
  most?: number,
): AsyncGenerator<Uint8Array> =>
  writeWorkbook(
    listing.area.name,
    columns.fields.map(({ path, field }, index) => ({
      heading: columns.headings?.[index] ?? path,
      kind: sheetKind(field),
    })),
    cellsOf(kit, me, listing, columns, most),
  )

/** The file formats, each with its media type and the function that writes the records of a listing. */
export const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: fileOf },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: workbookOf },
} as const

/** The requested format, by default `usual`. */
export const formatOf = (format: unknown, usual: keyof typeof formats = 'csv'): keyof typeof formats => {
  if (format === null || format === undefined) return usual
  if (format === 'csv' || format === 'xlsx') return format
  throw malformed('format', textOf('import.unknown_format', { name: String(format).slice(0, 80) }))
}

/**
 * A file of rows that are not records of one area. CSV texts are escaped against formulas; cells of a workbook are
 * typed.
 */
export const tableFile = (
  format: keyof typeof formats,
  name: string,
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): Readable =>
  Readable.from(format === 'csv' ? csvOf(columns, pages) : writeWorkbook(name, columns, pages), {
    objectMode: false,
    highWaterMark: 65_536,
  })

export type { SheetCell, SheetColumn }

/** The same, but always a workbook, whose cells may be tinted. */
export const workbookFile = (
  name: string,
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
): Readable => Readable.from(writeWorkbook(name, columns, pages), { objectMode: false, highWaterMark: 65_536 })

async function* csvOf(columns: readonly SheetColumn[], pages: AsyncIterable<readonly (readonly Cell[])[]>) {
  const csvColumns = columns.map(({ heading, kind }) => ({ heading, number: kind === 'integer' || kind === 'decimal' }))
  yield writeHead(csvColumns)
  for await (const page of pages) yield page.map((cells) => writeRow(csvColumns, cells)).join('')
}

/** Numbers, dates and flags are typed; codes stay text, even if they consist of digits. */
const sheetKind = (field: Field): SheetKind => {
  const { kind } = field
  if (kind === 'integer' || kind === 'date' || kind === 'moment' || kind === 'flag') return kind
  return isDecimal(field) ? 'decimal' : 'text'
}

async function* cellsOf(
  kit: Kit,
  me: Principal,
  listing: Listing,
  columns: ExportColumns,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Cell[][]> {
  const shape = shapeOf(columns)
  const names = createNames(kit, me)
  for await (const page of pagesOf(kit, me, listing, columns, most)) {
    const rows = page.flatMap((record) => flatten(record, shape))
    if (!columns.values) await names.load(columns.fields, rows)
    yield rows.map((row) =>
      columns.fields.map((column) =>
        columns.values ? readableCell(column, row, columns.values) : cellOf(column, row, names.nameOf),
      ),
    )
  }
}

const wantedColumns = (kit: Kit, me: Principal, area: Area, text: string | null): ExportColumns => {
  const mayRead = (owner: Area, name: string) => kit.mayRead(subjectOf(me), owner, name)
  const paths = (text ?? '').split(',').filter(Boolean)
  if (paths.length > maxColumns) throw malformed('columns', textOf('import.too_many_columns', { max: maxColumns }))
  const fields =
    paths.length === 0
      ? documentFields(kit.register, area, mayRead).filter(({ within }) => within.length === 0)
      : [...new Set(paths)].map((path) => {
          const column = fieldAt(kit.register, area, path, mayRead)
          if (!column) throw malformed('columns', textOf('import.unknown_column', { name: path.slice(0, 80) }))
          return column
        })
  const levels = levelsOf(kit.register, area, fields)
  if (!levels) throw malformed('columns', textOf('import.rows_beside_rows'))
  return { fields, levels }
}

/** Whether `headings` or `values` asks for labels (`headings=labels`); throws 400 for any other value. */
export const readsLabels = (name: 'headings' | 'values', wanted: unknown): boolean => {
  if (wanted === null || wanted === undefined) return false
  if (wanted === 'labels') return true
  throw malformed(name, textOf('messages.bad_filter_value', { value: String(wanted).slice(0, 40) }))
}

/** Checks the name of a time zone; throws 400 if it is unknown. */
const zoneOf = (name: string | null): string | undefined => {
  if (name === null) return undefined
  try {
    clockIn(name)
    return name
  } catch {
    throw malformed('zone', textOf('messages.bad_filter_value', { value: name.slice(0, 40) }))
  }
}

/** Writes moments as `2026-03-12 17:05:00`. */
const clockIn = (zone: string) =>
  clocks(zone, () => new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }))
const clocks = memo<Intl.DateTimeFormat>(50)

/** The columns with the headings and the form of values that the request asks for. */
export const writtenColumns = (
  kit: Kit,
  me: Principal,
  area: Area,
  columns: ExportColumns,
  { headings, values, ...readers }: { headings: boolean; values: boolean } & Readers,
): ExportColumns => {
  const { fields } = columns
  // Headings of a file that can be re-imported must identify their fields.
  const isOwn = (names: readonly string[]) => {
    if (values) return names.map(() => true)
    const matches = matchHeadings(kit, area, importFields(kit, me, area), names)
    return fields.map(({ path }, index) => {
      const matchedPath = matches.get(index)
      return matchedPath === undefined || matchedPath === path
    })
  }
  const names = headings ? headingsOf(fields, readers.language, isOwn) : fields.map(({ path }) => path)
  // The heading names the zone of the times. An import does not recognise it and asks which field is meant.
  const namesWithZone = names.map((name, index) =>
    values && readers.zone && fields[index]?.field.kind === 'moment' ? `${name} (${readers.zone})` : name,
  )
  return { ...columns, headings: namesWithZone, ...(values && { values: readers }) }
}

async function* pagesOf(
  kit: Kit,
  me: Principal,
  { area, shape, values }: Listing,
  { levels }: ExportColumns,
  most: number,
): AsyncGenerator<AnyRecord[]> {
  // Objects of small pages are collected young; documents with rows are many times as large as records without.
  const size = Math.min(most, levels.length === 0 ? 200 : 50)
  const slots = { ...values, ...callerValues(me), size }
  let after = 0
  for (let count = 0; count < most; count += size) {
    const { ids, records } = levels.length === 0 ? await readRecords(after) : await readWithRows(after)
    if (records.length > 0) yield records.map((record) => JSON.parse(record) as AnyRecord)
    if (ids.length < size) return
    after = ids.at(-1) ?? after
  }

  async function readRecords(from: number) {
    const page = await run<{ id: number; record: string }>(
      kit.db,
      kit.selects.exportPage(area, readScopeOf(me), shape),
      {
        ...slots,
        after: from,
      },
    )
    return { ids: page.map((row) => row.id), records: page.map(({ record }) => record) }
  }

  async function readWithRows(from: number) {
    const keys = await run<{ id: number }>(kit.db, kit.selects.keys(area, readScopeOf(me), shape), {
      ...slots,
      after: from,
    })
    const ids = keys.map((key) => key.id)
    const rows = await run<{ id: number; record: string }>(kit.db, kit.selects.documents(area, readScopeOf(me)), {
      ids,
      ...callerValues(me),
    })
    const byId = new Map(rows.map((row) => [row.id, row.record]))
    return { ids, records: ids.flatMap((key) => byId.get(key) ?? []) }
  }
}

const shapeOf = ({ fields, levels }: ExportColumns): FlatShape => {
  const columns = (prefix: string) =>
    fields
      .filter(({ path }) => path.startsWith(prefix) && !path.slice(prefix.length).includes('.'))
      .flatMap(({ name, field }) => (field.kind === 'reference' ? [name, titleKey(name)] : [name]))
  return {
    key: [],
    columns: columns(''),
    levels: levels.map(({ name, prefix }) => ({ name, key: [], columns: columns(prefix) })),
  }
}

/** The value of a field as screens show it: titles of records, moments in the reader's zone, labels of choices. */
const readableCell = (
  { path, area, name, field }: DocumentField,
  row: Record<string, unknown>,
  { language, zone }: Readers,
): Cell => {
  const value = row[path]
  if (field.kind === 'reference') {
    const reference = (row[titleKey(path)] ?? value) as
      | { title?: string | null; title_zh?: string | null }
      | null
      | undefined
    return (language === 'zh' && reference?.title_zh) || reference?.title || null
  }
  if (value === null || value === undefined) return null
  const labelOf = (item: unknown) =>
    renderText(
      textOf(name === 'status' ? `areas.${area.name}.states.${item}` : `areas.${area.name}.choices.${name}.${item}`),
      language,
    )
  if (field.kind === 'choice') return labelOf(value)
  if (field.kind === 'choices' && Array.isArray(value)) return value.map(labelOf).join(', ')
  if (field.kind === 'flag') return renderText(textOf(value ? 'kit.yes' : 'kit.no'), language)
  if (field.kind === 'country') return countryName(String(value), language)
  if (field.kind === 'moment' && zone) return clockIn(zone).format(new Date(String(value)))
  return cellOf({ path, area, name, field, within: [] }, row, () => undefined)
}

const maxColumns = 300

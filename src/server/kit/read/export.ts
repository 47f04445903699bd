import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/** `GET /api/<area>/export`: the whole filtered set as CSV or a workbook, in the order of the ids, as the caller may read it. */
export const exportRoutes = (app: FastifyInstance, { kit, lists }: { kit: Kit; lists: Lists }) => {
  for (const area of kit.register.areas)
    app.get(`/api/${area.name}/export`, async (request, reply) => {
      const { me } = request
      if (!kit.can(me.role, area.name, 'read')) throw forbidden()
      const params = new URLSearchParams(queryText(request))
      const format = formatOf(params.get('format'))
      const columns = wantedColumns(kit, me, area, params.get('columns'))
      const written = writtenColumns(kit, me, area, columns, {
        headings: readsLabels('headings', params.get('headings')),
        values: readsLabels('values', params.get('values')),
        language: languageOf(request.headers['accept-language']),
        zone: zoneOf(params.get('zone')),
      })
      for (const name of ['format', 'columns', 'headings', 'values', 'zone', '_sort', '_order', '_start', '_end'])
        params.delete(name)
      const listing = lists.listing(area, me, params.toString())
      const { type, write } = formats[format]
      const stream = Readable.from(write(kit, me, listing, written), { objectMode: false, highWaterMark: 65_536 })
      reply.raw.once('close', () => stream.destroy())
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${area.name}-${today()}.${format}"`)
        .header('cache-control', 'no-store')
        .send(stream)
    })
}

/** The lines of a file for the records of a listing, fetched piece by piece; `most` bounds the number of records. */
export async function* fileOf(
  kit: Kit,
  me: Principal,
  listing: Listing,
  columns: ExportColumns,
  most?: number,
): AsyncGenerator<string> {
  const written: WrittenColumn[] = columns.fields.map(({ path, field }, index) => ({
    heading: columns.headings?.[index] ?? path,
    number: field.kind === 'integer' || isDecimal(field),
  }))
  let head = writeHead(written)
  for await (const page of cellsOf(kit, me, listing, columns, most)) {
    yield head + page.map((cells) => writeRow(written, cells)).join('')
    head = ''
  }
  if (head) yield head
}

/** The same as a workbook with typed cells. */
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

/** The forms that a file may have, and how the records of a listing are written in each. */
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

/** Rows that are no records of one area, as a file of that form: texts made harmless, numbers and days typed in a workbook. */
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

/** The same as a workbook alone, whose cells may be tinted. */
export const workbookFile = (
  name: string,
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
): Readable => Readable.from(writeWorkbook(name, columns, pages), { objectMode: false, highWaterMark: 65_536 })

async function* csvOf(columns: readonly SheetColumn[], pages: AsyncIterable<readonly (readonly Cell[])[]>) {
  const written = columns.map(({ heading, kind }) => ({ heading, number: kind === 'integer' || kind === 'decimal' }))
  yield writeHead(written)
  for await (const page of pages) yield page.map((cells) => writeRow(written, cells)).join('')
}

/** Numbers, days and flags are typed; codes stay text, of digits though they may be. */
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
        columns.values ? readableCell(column, row, columns.values) : cellOf(column, row, names.of),
      ),
    )
  }
}

const wantedColumns = (kit: Kit, me: Principal, area: Area, text: string | null): ExportColumns => {
  const mayRead = (of: Area, name: string) => kit.mayRead(subjectOf(me), of, name)
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

/** `headings=labels`, `values=labels`; 400 for any other word. */
export const readsLabels = (name: 'headings' | 'values', wanted: unknown): boolean => {
  if (wanted === null || wanted === undefined) return false
  if (wanted === 'labels') return true
  throw malformed(name, textOf('messages.bad_filter_value', { value: String(wanted).slice(0, 40) }))
}

/** The time zone of that name; 400 where there is none. */
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

/** Columns with the headings, and values in the words, that a reader of the file is to see. */
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
    const takers = matchHeadings(kit, area, importFields(kit, me, area), names)
    return fields.map(({ path }, index) => {
      const taker = takers.get(index)
      return taker === undefined || taker === path
    })
  }
  const names = headings ? headingsOf(fields, readers.language, isOwn) : fields.map(({ path }) => path)
  // So that nobody takes the times for those of another zone; an import asks what such a column is.
  const zoned = names.map((name, index) =>
    values && readers.zone && fields[index]?.field.kind === 'moment' ? `${name} (${readers.zone})` : name,
  )
  return { ...columns, headings: zoned, ...(values && { values: readers }) }
}

async function* pagesOf(
  kit: Kit,
  me: Principal,
  { area, shape, values }: Listing,
  { levels }: ExportColumns,
  most: number,
): AsyncGenerator<AnyRecord[]> {
  // Small pages stay young and leave the memory soon; documents with rows are many times as large as records alone.
  const size = Math.min(most, levels.length === 0 ? 200 : 50)
  const slots = { ...values, ...callerValues(me), size }
  let after = 0
  for (let count = 0; count < most; count += size) {
    const { ids, records } = levels.length === 0 ? await plain(after) : await documents(after)
    if (records.length > 0) yield records.map((record) => JSON.parse(record) as AnyRecord)
    if (ids.length < size) return
    after = ids.at(-1) ?? after
  }

  async function plain(from: number) {
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

  async function documents(from: number) {
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

/** The same as people read it on their screens: records by their titles, moments in their zone, everything in words. */
const readableCell = (
  { path, area, name, field }: DocumentField,
  row: Record<string, unknown>,
  { language, zone }: Readers,
): Cell => {
  const value = row[path]
  if (field.kind === 'reference') {
    const shown = (row[titleKey(path)] ?? value) as
      | { title?: string | null; title_zh?: string | null }
      | null
      | undefined
    return (language === 'zh' && shown?.title_zh) || shown?.title || null
  }
  if (value === null || value === undefined) return null
  const inWords = (item: unknown) =>
    renderText(
      textOf(name === 'status' ? `areas.${area.name}.states.${item}` : `areas.${area.name}.choices.${name}.${item}`),
      language,
    )
  if (field.kind === 'choice') return inWords(value)
  if (field.kind === 'choices' && Array.isArray(value)) return value.map(inWords).join(', ')
  if (field.kind === 'flag') return renderText(textOf(value ? 'kit.yes' : 'kit.no'), language)
  if (field.kind === 'country') return countryName(String(value), language)
  if (field.kind === 'moment' && zone) return clockIn(zone).format(new Date(String(value)))
  return cellOf({ path, area, name, field, within: [] }, row, () => undefined)
}

const maxColumns = 300

const queryText = (request: FastifyRequest) => {
  const at = request.url.indexOf('?')
  return at < 0 ? '' : request.url.slice(at + 1)
}

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countRequest } from '#server/auth/attempts.ts'
import type { Queryable } from '#server/db/types.ts'
import { idOf, parseQuery } from '#server/kit/api/query-params.ts'
import { conflict, forbidden, invalid, malformed } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { formatOf, formats, readsLabels, writtenColumns } from '#server/kit/read/export.ts'
import type { ExportColumns } from '#server/kit/read/export-cells.ts'
import type { Lists } from '#server/kit/read/lists.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { findAnswer, type KeyedRequest, keepAnswer, keyOf, once, payloadOf } from '#server/plugins/idempotency.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { writeWorkbook } from '#server/xlsx/write.ts'
import { type Encoding, encodings } from '#shared/delimited/decode.ts'
import { withSubject } from '#shared/delimited/with-subject.ts'
import { writeHead, writeRow } from '#shared/delimited/write.ts'
import type { Area } from '#shared/kit/area.ts'
import { mayImport } from '#shared/kit/import-right.ts'
import { listParams } from '#shared/kit/list-query.ts'
import { issueTexts } from '#shared/kit/schema.ts'
import { type Language, languages, textOf } from '#shared/kit/text.ts'
import type { ImportRecord, ImportRow, ImportSettings } from '#shared/kit/wire/import.ts'
import { listName } from '#shared/kit/worklist.ts'
import { explainFileError, type ImportPlanRequest, openTable, readThrough } from './analyse'
import { settingsSchema } from './describe'
import { findEarlierMapping, saveMapping } from './earlier-mapping'
import { creationObstacle } from './minimal-records'
import { type DocumentField, levelsOf } from './paths'
import {
  columnOf,
  firstSettings,
  importFields,
  openQuestions,
  optionsFor,
  settingsErrors,
  stampsOf,
  suggest,
} from './plan'
import { reimportColumns } from './record-check'
import {
  countOutcomes,
  type Fault,
  type Import,
  pageOfNames,
  readImport,
  readLines,
  recentImports,
  requireRoom,
  type Staged,
  stageRows,
} from './staged'
import { importTarget, importTargets } from './targets'
import { createImportWorker, type ImportWorker } from './worker'

/**
 * `/api/<area>/import` accepts a file; `/api/imports/<id>…` are the steps of the import, which can be left and resumed.
 */
export const importRoutes = (app: FastifyInstance, { kit, lists }: { kit: Kit; lists: Lists }) => {
  const worker = createImportWorker(kit, app.log)
  app.addHook('onReady', () => worker.start())
  app.addHook('preClose', () => worker.stop())
  // Only this scope accepts file bodies.
  app.register(async (scope) => {
    takeFileBodies(scope)
    for (const area of importTargets(kit)) uploadRoute(scope, area, kit)
  })
  for (const area of importTargets(kit)) areaImportRoutes(app, area, { kit, lists })
  importStepRoutes(app, { kit, worker })
  importResultRoutes(app, kit)
}

/**
 * Makes the routes of a scope accept tables as bodies, and no JSON: the size limit of a file would allow half a
 * gigabyte of it.
 */
export const takeFileBodies = (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  for (const type of fileTypes)
    scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const fileTypes = [
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
  'application/octet-stream',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

/** Routes of an area for its imports. */
const areaImportRoutes = (app: FastifyInstance, area: Area, { kit, lists }: { kit: Kit; lists: Lists }) => {
  const name = listName(area)
  const base = `/api/${name}/import`
  const onRequest = async (request: FastifyRequest) => {
    if (!mayImport(rightsOf(kit, request.me), area)) throw forbidden()
  }

  app.get(base, { onRequest }, (request) => recentImports(kit.db, request.me, name))

  app.get(`${base}/template`, { onRequest }, (request, reply) => {
    const { me } = request
    const query = request.query as Record<string, unknown>
    const format = formatOf(query.format)
    const headings = readsLabels('headings', query.headings)
    const headed = (columns: ExportColumns) =>
      writtenColumns(kit, me, area, columns, { headings, values: false, language: languageIn(request) })
    const { worklist } = area
    if (worklist) {
      // All records of the list, for editing and re-import.
      const listing = lists.listing(area, me, String(new URLSearchParams(listParams({ filters: [...worklist.where] }))))
      return sendFile(
        reply,
        name,
        format,
        formats[format].write(kit, me, listing, headed(reimportColumns(kit, me, area))),
      )
    }
    const fields = importFields(kit, me, area)
    const columns = { fields, levels: levelsOf(kit.register, area, fields) ?? [] }
    // An example that is harmless when it is left in: an existing record, unchanged.
    const listing = lists.listing(area, me, '')
    return sendFile(reply, `${name}-template`, format, formats[format].write(kit, me, listing, headed(columns), 1))
  })
}

/** Receives a file for an area; idempotent. */
const uploadRoute = (app: FastifyInstance, area: Area, kit: Kit) => {
  const name = listName(area)
  // Checked before the body is read, so that twenty megabytes are not sent only to be refused.
  const onRequest = async (request: FastifyRequest) => {
    if (!mayImport(rightsOf(kit, request.me), area)) throw forbidden()
    await countRequest(kit.db, 'import', `#${request.me.id}`, often)
    await requireRoom(kit.db, request.me, Number(request.headers['content-length'] ?? 0))
  }
  const options = { onRequest, bodyLimit: maxFile, config: { upload: true } }

  app.post(`/api/${name}/import`, options, async (request, reply) => {
    const { body } = request
    if (!Buffer.isBuffer(body)) throw invalid({ file: [textOf('import.no_file')] }, textOf('import.no_file'))
    const keyed = fileKey(request, body)
    const earlier = keyed && (await findAnswer(kit.db, keyed))
    const done = earlier ?? (await upload(request, body, keyed))
    return reply.code(done.status).send(done.body)
  })

  async function upload(request: FastifyRequest, body: Buffer, keyed: KeyedRequest | null) {
    const { me } = request
    const table = await openTable(body, wishOf(request))
    const id = await kit.db.transaction(async (tx) => {
      // Uploads of one account run one after the other, so that they cannot exceed its quota together.
      await tx.query('select 1 from users where id = $1 for no key update', [me.id], 'import_owner_lock')
      await requireRoom(tx, me, body.length)
      const [made] = await tx.query<{ id: number }>(
        `insert into imports
           (area, owner_id, file_name, encoding, delimiter, sheets, sheet, columns, settings, status, size)
         values ($1, $2, $3, $4, $5, $6::jsonb, $7, '[]', '{}', 'reading', $8) returning id`,
        [
          ...[name, me.id, fileName(request), table.encoding, table.delimiter],
          ...[JSON.stringify(table.sheets), table.sheet, body.length],
        ],
      )
      return made?.id ?? 0
    })
    try {
      const { columns, count } = await readThrough(table, (rows) => stageRows(kit.db, id, rows))
      if (area.worklist && !stampsOf(columns)) throw refusedFile('import.back.not_stamped')
      const settings = firstSettings(suggest(kit, area, importFields(kit, me, area), columns), columns)
      return await kit.db.transaction(async (tx) => {
        await tx.query(
          `update imports set columns = $2::jsonb, row_count = $3, settings = $4::jsonb, status = 'mapping' where id = $1`,
          [id, JSON.stringify(columns), count, JSON.stringify(settings)],
        )
        const done = { status: 201, body: await answer(kit, request, await readImport(tx, me, id), tx) }
        if (keyed) await keepAnswer(tx, keyed, done)
        return done
      })
    } catch (error) {
      await kit.db.query('delete from imports where id = $1', [id]).catch(() => {})
      // A twin of this request may have been faster; then its import is the one.
      const twins = keyed && (await findAnswer(kit.db, keyed))
      if (twins) return twins
      throw explainFileError(error)
    }
  }
}

/** The routes of one import: its settings, its preview, and writing it. */
const importStepRoutes = (app: FastifyInstance, { kit, worker }: { kit: Kit; worker: ImportWorker }) => {
  app.get('/api/imports/:id', async (request) => answer(kit, request, await ownImport(kit, request)))

  app.patch('/api/imports/:id', async (request) => {
    const done = await once(kit.db, keyOf(request), async (tx) => {
      const record = await ownImport(kit, request, tx)
      requireRest(record)
      const settings = settingsOf(record, request.body)
      const errors = settingsErrors(kit, request.me, record, settings)
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const [changed] = await tx.query(
        `update imports set settings = $2::jsonb, status = 'mapping', failure = null, missing = '[]'
         where id = $1 and status in ('mapping', 'checked', 'failed') and started_at is null returning id`,
        [record.id, JSON.stringify(settings)],
      )
      if (!changed) throw conflict('import_running', textOf('import.under_way'))
      await tx.query('delete from import_documents where import_id = $1', [record.id])
      return { status: 200, body: await answer(kit, request, await ownImport(kit, request, tx), tx) }
    })
    return payloadOf(done)
  })

  app.post('/api/imports/:id/preview', async (request, reply) => {
    // A repetition starts no other check: it is answered how far this one is.
    await once(kit.db, keyOf(request), async (tx) => {
      const record = await ownImport(kit, request, tx)
      requireRest(record)
      const questions = openQuestions(kit, request.me, record)
      if (Object.keys(questions).length > 0) throw invalid(questions, textOf('import.questions_open'))
      if (!importTarget(kit, record.area).worklist) await saveMapping(tx, record)
      await tx.query(
        `update imports set status = 'checking', progress_done = 0, progress_total = 0, failure = null, attempts = 0,
           lease_until = null
         where id = $1 and status in ('mapping', 'checked', 'failed') and started_at is null`,
        [record.id],
      )
      return { status: 202, body: { id: record.id } }
    })
    await worker.take(idOf(request), patience)
    const body = await answer(kit, request, await ownImport(kit, request))
    return reply.code(body.status === 'checking' ? 202 : 200).send(body)
  })

  app.post('/api/imports/:id/commit', async (request, reply) => {
    const done = await once(kit.db, keyOf(request), async (tx) => {
      const record = await ownImport(kit, request, tx)
      const counts = await countOutcomes(tx, record.id)
      if (counts.changed > 0 && !kit.can(request.me.role, importTarget(kit, record.area).name, 'edit'))
        throw forbidden()
      const [started] = await tx.query(
        `update imports set status = 'writing', started_at = now(), progress_done = 0, progress_total = $2, attempts = 0,
           lease_until = null, failure = null
         where id = $1 and status = 'checked' returning id`,
        [record.id, counts.new + counts.changed],
      )
      if (!started) throw conflict('illegal_move', textOf('import.not_checked'))
      if (counts.new + counts.changed === 0) throw conflict('illegal_move', textOf('import.nothing_to_do'))
      return { status: 202, body: await answer(kit, request, await ownImport(kit, request, tx), tx) }
    })
    await worker.take(idOf(request))
    return reply.code(done.status).send(payloadOf(done))
  })

  app.delete('/api/imports/:id', async (request) => {
    const done = await once(kit.db, keyOf(request), async (tx) => {
      const { id } = await ownImport(kit, request, tx)
      const gone = await tx.query(
        `delete from imports where id = $1 and status not in ('checking', 'writing') returning id`,
        [id],
      )
      if (gone.length === 0) throw conflict('import_running', textOf('import.under_way'))
      return { status: 200, body: { id } }
    })
    return payloadOf(done)
  })
}

/** Routes of the preview: documents, records to create, file of rejected rows. */
const importResultRoutes = (app: FastifyInstance, kit: Kit) => {
  app.get('/api/imports/:id/rows', async (request, reply) => {
    const record = await ownImport(kit, request)
    const { outcome, start, size } = pageOf(request)
    const [rows, [total]] = await Promise.all([
      kit.db.query<Staged & { written: boolean }>(
        `select number, name, lines, outcome, record_id, errors, remarks, changes, written from import_documents
         where import_id = $1 and ($2::text is null or outcome = $2) order by number limit $3 offset $4`,
        [record.id, outcome, size, start],
        'import_documents_page',
      ),
      kit.db.query<{ count: number }>(
        'select count(*)::int as count from import_documents where import_id = $1 and ($2::text is null or outcome = $2)',
        [record.id, outcome],
        'import_documents_count',
      ),
    ])
    const language = languageIn(request)
    return reply.header('x-total-count', total?.count ?? 0).send(
      rows.map(
        ({ errors, remarks, lines, ...row }): ImportRow => ({
          ...row,
          lines: lines.slice(0, 50),
          line_count: lines.length,
          remarks: remarks.map((text) => renderText(text, language)),
          errors: errors.slice(0, 50).map(({ text, ...fault }) => ({
            ...fault,
            column: columnOf(record, fault.field),
            message: renderText(text, language),
          })),
        }),
      ),
    )
  })

  app.get('/api/imports/:id/names', async (request, reply) => {
    const record = await ownImport(kit, request)
    const { area = '', ...page } = parseQuery(request.query, ['area', '_start', '_end'])
    const { start, size } = rangeOf(page)
    const names = await pageOfNames(kit.db, record.id, area, start, size)
    const language = languageIn(request)
    return reply.header('x-total-count', names[0]?.total ?? 0).send(
      names.map(({ total: _total, key: _key, place: _place, problems, ...name }) => ({
        ...name,
        problems: problems.map((text) => renderText(text, language)),
      })),
    )
  })

  app.get('/api/imports/:id/rejected', async (request, reply) => {
    const record = await ownImport(kit, request)
    // In the format of the uploaded file.
    const format = formatOf((request.query as Record<string, unknown>).format, record.sheet === null ? 'csv' : 'xlsx')
    const rows = rejectedFile(kit, record, languageIn(request), format)
    return sendFile(reply, `${record.area}-rejected-${record.id}`, format, rows)
  })
}

/** The import in the address, if it is the caller's own and they still have the right to import there. */
const ownImport = async (kit: Kit, request: FastifyRequest, on: Queryable = kit.db): Promise<Import> => {
  const record = await readImport(on, request.me, idOf(request))
  if (!mayImport(rightsOf(kit, request.me), importTarget(kit, record.area))) throw forbidden()
  return record
}

/** The import as its owner needs to see it. */
const answer = async (
  kit: Kit,
  request: FastifyRequest,
  record: Import,
  on: Queryable = kit.db,
): Promise<ImportRecord> => {
  const { me } = request
  const area = importTarget(kit, record.area)
  const { owner_id: _owner, failure, missing, ...shown } = record
  const fields = importFields(kit, me, area)
  const language = languageIn(request)
  const open = record.status === 'mapping' ? openQuestions(kit, me, record) : {}
  const isCounted = record.status === 'checked' || record.status === 'writing' || record.status === 'done'
  return {
    ...shown,
    failure: failure ? renderText(failure, language) : null,
    fields: fields.map((field) => ({
      path: field.path,
      needed: isNeeded(kit, area, field, record.settings),
      key: area.key?.includes(field.path) ?? false,
    })),
    suggestions:
      record.status === 'mapping' || record.status === 'checked' ? suggest(kit, area, fields, record.columns) : [],
    earlier: record.status === 'mapping' && !area.worklist ? await findEarlierMapping(on, kit, me, record) : null,
    questions: Object.fromEntries(
      Object.entries(open).map(([path, texts]) => [path, texts.map((text) => renderText(text, language))]),
    ),
    options: Object.entries(optionsFor(kit, area.name, me)).map(([name, { kind, options }]) => ({
      name,
      kind,
      values: options.values ?? [],
    })),
    missing: missing.map((values) => {
      const states = fields.find(({ path }) => path === values.path)?.field.options.states
      const reason = creationObstacle(kit, me, kit.register.get(values.area), states)
      return { ...values, creatable: reason === null, reason: reason ? renderText(reason, language) : null }
    }),
    counts: isCounted || record.status === 'failed' ? await countOutcomes(on, record.id) : null,
  }
}

const languageIn = (request: FastifyRequest): Language => languageOf(request.headers['accept-language'])

const refusedFile = (key: string) => invalid({ file: [textOf(key)] }, textOf(key))

/**
 * Whether a new record needs the field: for a field of rows, whether each row needs it and rows are required or
 * present.
 */
const isNeeded = (
  kit: Kit,
  root: Area,
  { field, within, path }: DocumentField,
  { mapping }: ImportSettings,
): boolean => {
  const rows = path.slice(0, path.lastIndexOf('.') + 1)
  let area = root
  const areNeeded = within.every((name) => {
    const { to, min } = area.fields[name]?.options ?? {}
    area = kit.register.get(to ?? '')
    return Number(min ?? 0) > 0
  })
  return (
    field.required &&
    field.options.default === undefined &&
    field.kind !== 'flag' &&
    field.kind !== 'choices' &&
    (areNeeded || Object.keys(mapping).some((path) => path.startsWith(rows)))
  )
}

/** The rows of rejected documents, unchanged, with the reason in an extra column: for correction and re-import. */
const rejectedFile = (
  kit: Kit,
  record: Import,
  language: Language,
  format: keyof typeof formats,
): AsyncGenerator<string | Uint8Array> => {
  const reasons = new Set(languages.map((language) => renderText(textOf('import.reason'), language)))
  // A file that is imported again still has the reasons of the last time.
  const kept = record.columns.flatMap(({ heading }, at) => (reasons.has(heading) ? [] : [at]))
  const columns = [
    ...kept.map((at) => ({ heading: record.columns[at]?.heading ?? '', number: true })),
    { heading: renderText(textOf('import.reason'), language) },
  ]
  const pages = rejectedRows(kit, record, kept, language)
  if (format === 'xlsx')
    return writeWorkbook(
      record.sheet ?? record.area,
      columns.map(({ heading }) => ({ heading, kind: 'text' as const })),
      pages,
    )
  return written()

  async function* written() {
    const options = { delimiter: record.delimiter || ',' }
    yield writeHead(columns, options)
    for await (const page of pages) yield page.map((cells) => writeRow(columns, cells, options)).join('')
  }
}

/** Their cells as they stood in the file, and behind them why. */
async function* rejectedRows(
  kit: Kit,
  record: Import,
  kept: readonly number[],
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
    const found = await readLines(
      kit.db,
      record.id,
      documents.flatMap(({ lines }) => lines),
    )
    const cellsOf = new Map(found.map(({ line, cells }) => [line, cells]))
    yield documents.flatMap(({ lines, errors }) =>
      lines.map((line) => [
        ...kept.map((at) => cellsOf.get(line)?.[at] ?? ''),
        reasonOf(kit, record, errors, line, language),
      ]),
    )
    if (documents.length < 200) break
    after = documents.at(-1)?.number ?? after
  }
}

const reasonOf = (kit: Kit, record: Import, errors: readonly Fault[], line: number, language: Language): string => {
  const lineFaults = errors.filter((fault) => fault.line === line)
  if (lineFaults.length === 0)
    return renderText(textOf('import.with_line', { line: errors[0]?.line ?? line }), language)
  return lineFaults
    .map(({ field, text }) => {
      const column = columnOf(record, field)
      const where = column === null ? labelOf(kit, field, record.area, language) : record.columns[column]?.heading
      return withSubject(where, renderText(text, language), ': ')
    })
    .join(' · ')
}

/** The label of a field with the rows that hold it: `Lines › Article`; empty when the record has no such field. */
const labelOf = (kit: Kit, path: string | null, intake: string, language: Language): string | undefined => {
  if (path === null) return undefined
  let area = importTarget(kit, intake)
  const labels: string[] = []
  for (const step of path.split('.')) {
    const field = Object.hasOwn(area.fields, step) ? area.fields[step] : undefined
    if (!field) return undefined
    labels.push(renderText(textOf(`areas.${area.name}.fields.${step}`), language))
    if (field.kind === 'rows') area = kit.register.get(field.options.to ?? '')
  }
  return labels.join(' › ')
}

const sendFile = (
  reply: FastifyReply,
  name: string,
  format: keyof typeof formats,
  pieces: AsyncIterable<string | Uint8Array>,
) => {
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: 65_536 })
  reply.raw.once('close', () => stream.destroy())
  return reply
    .type(formats[format].type)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(stream)
}

/** The size that a file may have. */
const maxFile = 20 * 1024 * 1024
/** Limit of uploads per account. */
/** How many files an account may have read. */
export const often = { failures: 120, within: '1 hour' }
/** Milliseconds to wait for a preview before the browser has to poll. */
const patience = 1500

const settingsOf = ({ settings }: Import, body: unknown): ImportSettings => {
  const parsed = settingsSchema.safeParse(body ?? {}, { reportInput: true })
  if (!parsed.success) throw invalid(issueTexts(parsed.error))
  const {
    mapping,
    date_forms,
    number_forms,
    create_missing,
    options,
    bring_back = settings.bring_back,
    same = settings.same,
  } = parsed.data
  return {
    mapping: mapping ?? settings.mapping,
    date_forms: date_forms ?? settings.date_forms,
    number_forms: number_forms ?? settings.number_forms,
    create_missing: create_missing ?? settings.create_missing,
    options: options ?? settings.options,
    ...(bring_back === undefined ? {} : { bring_back }),
    ...(same === undefined ? {} : { same }),
  }
}

const requireRest = ({ status, started_at }: Import) => {
  if (status === 'checking' || status === 'writing') throw conflict('import_running', textOf('import.under_way'))
  if (started_at) throw conflict('illegal_move', textOf('import.written_already'))
}

const outcomes = ['new', 'changed', 'unchanged', 'rejected']

const pageOf = (request: FastifyRequest) => {
  const { outcome, ...page } = parseQuery(request.query, ['outcome', '_start', '_end'])
  if (outcome !== undefined && !outcomes.includes(outcome))
    throw malformed('outcome', textOf('messages.bad_filter_value', { value: outcome.slice(0, 40) }))
  return { outcome: outcome ?? null, ...rangeOf(page) }
}

const rangeOf = ({ _start = '0', _end }: Partial<Record<string, string>>) => {
  const start = numberOf('_start', _start)
  const end = _end === undefined ? start + 25 : numberOf('_end', _end)
  if (end < start) throw malformed('_end', textOf('messages.bad_page'))
  if (end - start > 100) throw malformed('_end', textOf('messages.page_too_large', { max: 100 }))
  return { start, size: end - start }
}

const numberOf = (name: string, text: string): number => {
  if (!/^\d{1,7}$/.test(text)) throw malformed(name, textOf('messages.not_a_number'))
  return Number(text)
}

const fileName = (request: FastifyRequest): string => {
  const { file_name: name } = request.query as { file_name?: unknown }
  const plain =
    typeof name === 'string'
      ? name
          .replace(/\p{Cc}/gu, '')
          .trim()
          .slice(-200)
      : ''
  return plain || 'import.csv'
}

/** The sheet of a workbook and the text encoding, when the person selected them. */
const wishOf = (request: FastifyRequest): ImportPlanRequest => {
  const { sheet, encoding } = request.query as { sheet?: unknown; encoding?: unknown }
  if (encoding !== undefined && !encodings.some((known) => known === encoding))
    throw malformed('encoding', textOf('import.unknown_encoding', { name: String(encoding).slice(0, 80) }))
  return { sheet: typeof sheet === 'string' ? sheet : undefined, encoding: encoding as Encoding | undefined }
}

/** The key of an upload; its payload is too large to be written out as the JSON of other requests. */
const fileKey = ({ headers, method, url, me }: FastifyRequest, body: Buffer): KeyedRequest | null =>
  keyOf({ headers, method, url, me, body: createHash('sha256').update(body).digest('base64url') })

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countRequest } from '#server/auth/attempts.ts'
import { forbidden, invalid, malformed } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { findAnswer, type KeyedRequest, keepAnswer, keyOf } from '#server/plugins/idempotency.ts'
import { type Encoding, encodings } from '#shared/delimited/decode.ts'
import type { Area } from '#shared/kit/area.ts'
import { mayImport } from '#shared/kit/import-right.ts'
import { textOf } from '#shared/kit/text.ts'
import { listName } from '#shared/kit/worklist.ts'
import { explainFileError, type ImportPlanRequest, openTable, readThrough, type UploadedTable } from './analyse'
import { importAnswer } from './answer'
import { firstSettings, importFields, stampsOf, suggest } from './plan'
import { readImport, requireRoom, stageRows } from './staged'

/**
 * Makes the routes of a scope accept tables as bodies, but no JSON: the size limit of files would allow enough JSON to
 * occupy half a gigabyte of memory.
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

/** The maximum size of a file in bytes. */
const maxFile = 20 * 1024 * 1024
/** The number of files that an account may upload in a period. */
export const uploadLimit = { failures: 120, within: '1 hour' }

/** `POST /api/<area>/import`: stores and analyses a file, once per idempotency key. */
export const uploadRoute = (app: FastifyInstance, area: Area, kit: Kit) => {
  const name = listName(area)
  // Checked before the body is read, so that a large file is not sent only to be refused.
  const onRequest = async (request: FastifyRequest) => {
    if (!mayImport(rightsOf(kit, request.me), area)) throw forbidden()
    await countRequest(kit.db, 'import', `#${request.me.id}`, uploadLimit)
    await requireRoom(kit.db, request.me, Number(request.headers['content-length'] ?? 0))
  }
  const options = { onRequest, bodyLimit: maxFile, config: { upload: true } }

  app.post(`/api/${name}/import`, options, async (request, reply) => {
    const { body } = request
    if (!Buffer.isBuffer(body)) throw invalid({ file: [textOf('import.no_file')] }, textOf('import.no_file'))
    const keyed = fileKey(request, body)
    const earlierAnswer = keyed && (await findAnswer(kit.db, keyed))
    const { status, body: result } = earlierAnswer ?? (await storeUpload(kit, area, request, body, keyed))
    return reply.code(status).send(result)
  })
}

const storeUpload = async (kit: Kit, area: Area, request: FastifyRequest, body: Buffer, keyed: KeyedRequest | null) => {
  const { me } = request
  const table = await openTable(body, choicesOf(request))
  const id = await insertImport(kit, area, request, table, body.length)
  try {
    const { columns, count } = await readThrough(table, (rows) => stageRows(kit.db, id, rows))
    if (area.worklist && !stampsOf(columns)) throw refusedFile('import.back.not_stamped')
    const settings = firstSettings(suggest(kit, area, importFields(kit, me, area), columns), columns)
    return await kit.db.transaction(async (tx) => {
      await tx.query(
        `update imports set columns = $2::jsonb, row_count = $3, settings = $4::jsonb, status = 'mapping' where id = $1`,
        [id, JSON.stringify(columns), count, JSON.stringify(settings)],
      )
      const answer = { status: 201, body: await importAnswer(kit, request, await readImport(tx, me, id), tx) }
      if (keyed) await keepAnswer(tx, keyed, answer)
      return answer
    })
  } catch (error) {
    await kit.db.query('delete from imports where id = $1', [id]).catch(() => {})
    // A concurrent request with the same key may have been faster; then its import is the answer.
    const concurrentAnswer = keyed && (await findAnswer(kit.db, keyed))
    if (concurrentAnswer) return concurrentAnswer
    throw explainFileError(error)
  }
}

/** Inserts the import of an uploaded table if the caller's quota allows it; returns its id. */
const insertImport = (kit: Kit, area: Area, request: FastifyRequest, table: UploadedTable, size: number) =>
  kit.db.transaction(async (tx) => {
    const { me } = request
    // Uploads of one account run one after the other, so that they cannot exceed its quota together.
    await tx.query('select 1 from users where id = $1 for no key update', [me.id], 'import_owner_lock')
    await requireRoom(tx, me, size)
    const [row] = await tx.query<{ id: number }>(
      `insert into imports
         (area, owner_id, file_name, encoding, delimiter, sheets, sheet, columns, settings, status, size)
       values ($1, $2, $3, $4, $5, $6::jsonb, $7, '[]', '{}', 'reading', $8) returning id`,
      [
        ...[listName(area), me.id, fileName(request), table.encoding, table.delimiter],
        ...[JSON.stringify(table.sheets), table.sheet, size],
      ],
    )
    return row?.id ?? 0
  })

const refusedFile = (key: string) => invalid({ file: [textOf(key)] }, textOf(key))

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

/** The sheet and the text encoding, if the person has selected them. */
const choicesOf = (request: FastifyRequest): ImportPlanRequest => {
  const { sheet, encoding } = request.query as { sheet?: unknown; encoding?: unknown }
  if (encoding !== undefined && !encodings.some((name) => name === encoding))
    throw malformed('encoding', textOf('import.unknown_encoding', { name: String(encoding).slice(0, 80) }))
  return { sheet: typeof sheet === 'string' ? sheet : undefined, encoding: encoding as Encoding | undefined }
}

/** The idempotency key of an upload; the payload is represented by its hash, since it is too large for JSON. */
const fileKey = ({ headers, method, url, me }: FastifyRequest, body: Buffer): KeyedRequest | null =>
  keyOf({ headers, method, url, me, body: createHash('sha256').update(body).digest('base64url') })

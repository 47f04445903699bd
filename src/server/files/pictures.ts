import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { parseBody } from '#server/kit/api/body.ts'
import type { AnswerSpec } from '#server/kit/api/operation.ts'
import { existingIdParam, idsParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, forbidden, invalid } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { writeRecords } from '#server/kit/write/store.ts'
import { payloadOf } from '#server/plugins/idempotency.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { textOf } from '#shared/kit/text.ts'
import { smallLimits } from '#shared/trade/pictures.ts'
import { recordSeen } from './access'
import type { Files, StoragePlace, Upload } from './files'
import { type Form, type FormRules, formRoutes, withForm, writeForm } from './form'

export const fileTags = ['Files'] as const
export const recordParams = z.object({ id: existingIdParam })
export const uploadRefusals = [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503]

/** A picture with its thumbnail. */
export interface PicturePair {
  picture: Upload
  thumb: Upload
}

/** The form of an upload, with its description for the API. */
interface UploadSpec<S extends z.ZodObject> {
  /** Appended to the record's address. */
  path: string
  operationId: string
  summary: string
  /** Pictures per request, each followed by its thumbnail, and the maximum size in bytes. */
  count: number
  size: number
  /** Form fields next to the files. */
  fields: S
  answer: AnswerSpec
}

/**
 * Routes for areas with pictures: readers of a record see its pictures, editors add and remove them. Only raster formats
 * are accepted, because vector graphics may contain scripts.
 */
export const pictureRoutes = (app: FastifyInstance, { kit, files }: { kit: Kit; files: Files }, area: Area) => {
  const statements = memo<Statement>(10)
  const base = `/api/${area.name}`

  return { covers, answer, upload, write, addressFor }

  /** Answers the thumbnails of many records, for lists. `coverSql` selects `record_id` and `file_id`. */
  function covers(coverSql: RawBuilder<unknown>, summary: string) {
    route(
      app,
      {
        method: 'GET',
        url: `${base}/covers`,
        tags: fileTags,
        summary,
        query: z.strictObject({ ids: idsParam() }),
        answer: {
          description: 'Those that the caller sees and that have one.',
          schema: z.record(z.string(), z.string()),
        },
        refusals: [400, 401],
      },
      async ({ me }, { query: { ids } }) => {
        const statement = statements(readScopeOf(me), () =>
          compile(sql`
            select c.record_id, c.file_id from (${coverSql}) as c join ${id(tableOf(area))} as t on t.id = c.record_id
            where t.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(area, readScopeOf(me), 't')}`),
        )
        const rows = await run<{ record_id: number; file_id: number }>(kit.db, statement, { ids, ...callerValues(me) })
        return Object.fromEntries(rows.map(({ record_id, file_id }) => [record_id, addressFor(me, file_id)]))
      },
    )
  }

  /** Answers the pictures of one record at `GET …/:id/<path>`; 404 if the record is out of the caller's scope. */
  function answer(
    { path, ...described }: Pick<UploadSpec<z.ZodObject>, 'path' | 'summary' | 'answer'>,
    read: (me: Principal, record: number) => Promise<unknown>,
  ) {
    route(
      app,
      {
        method: 'GET',
        url: `${base}/:id/${path}`,
        tags: fileTags,
        ...described,
        params: recordParams,
        refusals: [401, 404],
      },
      async ({ me }, { params: { id: record_id } }) => {
        await recordSeen(kit, kit.db, me, { area: area.name, record_id })
        return read(me, record_id)
      },
    )
  }

  /** Accepts pictures at `POST …/:id/<path>`, once per idempotency key, and answers with the result of `keep`. */
  function upload<S extends z.ZodObject>(
    { path, count, size, fields, answer: answerSpec, ...described }: UploadSpec<S>,
    keep: (work: Work, record: number, pairs: PicturePair[], values: z.output<S>) => Promise<unknown>,
  ) {
    const rules: FormRules = { field: 'files', count: 2 * count, max: size, kinds: ['jpeg', 'png', 'webp'] }
    formRoutes(app, (scope) =>
      route(
        scope,
        {
          method: 'POST',
          url: `${base}/:id/${path}`,
          tags: fileTags,
          ...described,
          params: recordParams,
          form: { fields, files: rules.field, count: rules.count },
          keyed: true,
          answer: { ...answerSpec, status: 201 },
          refusals: uploadRefusals,
        },
        async (request, { params }, reply) => {
          await requireWritable(kit.db, request.me, params.id)
          const keepForm = (form: Form) => {
            const values = parseBody(fields, form.fields)
            return writeForm(kit, request, 'attach', form, async (work) => {
              const pairs = pairsOf(form.uploads)
              await requireWritable(work.tx, request.me, params.id)
              return { status: 201, body: await keep(work, params.id, pairs, values) }
            })
          }
          return reply.code(201).send(await withForm(request, files, rules, keepForm))
        },
      ),
    )
  }

  /** Changes the pictures of a record once per idempotency key, and returns the result of `change`. */
  async function write(request: FastifyRequest, record: number, change: (work: Work) => Promise<unknown>) {
    const done = await keyedWrite(kit, request, 'attach', async (work) => {
      await requireWritable(work.tx, request.me, record)
      return { status: 200, body: await change(work) }
    })
    return payloadOf(done)
  }

  /** Locks the record; throws 403, 404 or 409 if the caller may not change it. */
  async function requireWritable(tx: Queryable, me: Principal, record_id: number) {
    const { archived_at } = await recordSeen(kit, tx, me, { area: area.name, record_id })
    if (!kit.can(me.role, area.name, 'edit')) throw forbidden()
    if (archived_at) throw conflict('archived', textOf('messages.record_archived'))
    const table = tableOf(area)
    await tx.query(`select 1 from ${table} where id = $1 for update`, [record_id], `pictures_lock_${table}`)
  }

  function addressFor(me: Principal, file: number) {
    return files.address(file, quarterOfAnHour, me.id)
  }
}

/** The slots of a picture and its thumbnail. */
export interface PictureSlots {
  picture: string
  thumb: string
}

/** Stores a picture and its thumbnail for a record, and returns their ids. */
export const keepPair = async (
  files: Pick<Files, 'keep'>,
  tx: Queryable,
  { slots, ...record }: Omit<StoragePlace, 'slot'> & { slots: PictureSlots },
  { picture, thumb }: PicturePair,
  me: Pick<Principal, 'id'>,
) => ({
  file_id: await files.keep(tx, picture, { ...record, slot: slots.picture }, me),
  thumb_id: await files.keep(tx, thumb, { ...record, slot: slots.thumb }, me),
})

/** Adds an entry to the record's history. */
export const notePicture = (
  work: Work,
  action: 'file_added' | 'file_removed',
  { area, record_id }: Omit<StoragePlace, 'slot'>,
  name: string,
) =>
  writeRecords(
    work,
    [],
    [
      {
        area,
        record_id,
        document_area: area,
        document_id: record_id,
        action,
        from_status: null,
        to_status: null,
        comment: null,
        changes: [{ field: 'file', old: null, new: name, seen: { visibility: 'shared', supplier_id: null } }],
      },
    ],
  )

const pairsOf = (uploads: readonly Upload[]): PicturePair[] => {
  if (uploads.length === 0) throw invalid({ files: [textOf('validation.required')] })
  return uploads.flatMap((picture, index) => {
    if (index % 2) return []
    const thumb = uploads[index + 1]
    if (!thumb || thumb.size > smallLimits.size) throw invalid({ files: [textOf('files.no_thumb')] })
    return [{ picture, thumb }]
  })
}

const quarterOfAnHour = 900

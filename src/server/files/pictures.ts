import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { parseBody } from '#server/kit/api/body.ts'
import { idsOf, isNumeral, parseQuery } from '#server/kit/api/query-params.ts'
import { conflict, forbidden, invalid, notFound } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { writeRecords } from '#server/kit/write/store.ts'
import { findAnswer, type KeyedRequest, keyOf, sentOf } from '#server/plugins/idempotency.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { textOf } from '#shared/kit/text.ts'
import { smallLimits } from '#shared/trade/pictures.ts'
import { recordSeen } from './access'
import { type Form, type FormRules, formRoutes, withForm } from './form'
import type { Files, StoragePlace, Upload } from './store'

/** A picture with the small copy of it that lists draw. */
export interface PicturePair {
  picture: Upload
  thumb: Upload
}

/** What a request may bring. */
interface Intake<S extends z.ZodObject> {
  /** Pictures in one request, each followed by its small copy, and bytes of one. */
  count: number
  size: number
  /** What else the form says. */
  body: S
}

/**
 * What pictures of an area's records have in common: whoever may see the record sees them, whoever may change it sets
 * and removes them. Only formats of pixels are taken: a drawing may carry scripts.
 */
export const pictureRoutes = (app: FastifyInstance, { kit, files }: { kit: Kit; files: Files }, area: Area) => {
  const statements = memo<Statement>(10)
  const base = `/api/${area.name}`

  return { covers, upload, seen, writing, addressFor }

  /** The small pictures of many records, by record: for lists and choices. `shown` says `record_id` and `file_id`. */
  function covers(shown: RawBuilder<unknown>) {
    app.get(`${base}/covers`, async ({ me, query }) => {
      const ids = idsOf(parseQuery(query, ['ids']), 'ids')
      const statement = statements(readScopeOf(me), () =>
        compile(sql`
          select c.record_id, c.file_id from (${shown}) as c join ${id(tableOf(area))} as t on t.id = c.record_id
          where t.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(area, readScopeOf(me), 't')}`),
      )
      const rows = await run<{ record_id: number; file_id: number }>(kit.db, statement, { ids, ...callerValues(me) })
      return Object.fromEntries(rows.map(({ record_id, file_id }) => [record_id, addressFor(me, file_id)]))
    })
  }

  /** Takes pictures in at `POST …/:id/<path>`, once for each key, and answers what `keep` makes of them. */
  function upload<S extends z.ZodObject>(
    path: string,
    { count, size, body }: Intake<S>,
    keep: (work: Work, record: number, pairs: PicturePair[], said: z.output<S>) => Promise<unknown>,
  ) {
    const rules: FormRules = { field: 'files', count: 2 * count, max: size, kinds: ['jpeg', 'png', 'webp'] }
    formRoutes(app, (scope) =>
      scope.post(`${base}/:id/${path}`, async (request, reply) => {
        await writable(kit.db, request.me, idIn(request.params, 'id'))
        return reply.code(201).send(await withForm(request, files, rules, (form) => takeIn(request, form)))
      }),
    )

    async function takeIn(request: FastifyRequest, { fields, uploads }: Form) {
      const { headers, method, url, me } = request
      const said = parseBody(body, fields)
      const keyed = keyOf({ headers, method, url, me, body: { said, files: uploads.map(({ sha256 }) => sha256) } })
      const before = keyed && (await findAnswer(kit.db, keyed))
      if (before) return before.body
      const pairs = pairsOf(uploads)
      return writing(request, (work, record) => keep(work, record, pairs, said), { keyed, status: 201 })
    }
  }

  /** The number of the record, if the caller sees it; else 404. */
  async function seen({ me, params }: FastifyRequest): Promise<number> {
    const record_id = idIn(params, 'id')
    await recordSeen(kit, kit.db, me, { area: area.name, record_id })
    return record_id
  }

  /** Changes the pictures of a record that the caller may change, once for each key, and answers what `change` does. */
  async function writing(
    request: FastifyRequest,
    change: (work: Work, record: number) => Promise<unknown>,
    { keyed = keyOf(request), status = 200 }: { keyed?: KeyedRequest | null; status?: number } = {},
  ) {
    const record = idIn(request.params, 'id')
    const write = async (work: Work) => {
      await writable(work.tx, request.me, record)
      return { status, body: await change(work, record) }
    }
    return sentOf(await keyedWrite(kit, request, 'attach', write, keyed))
  }

  /** Refuses who may not change the record, and holds it for the others. */
  async function writable(tx: Queryable, me: Principal, record_id: number) {
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

/** What the files of a picture are called in their place: the picture, and its small copy. */
export interface PictureSlots {
  picture: string
  thumb: string
}

/** Keeps a picture and its small copy as a record's, and answers their numbers. */
export const keepPair = async (
  files: Pick<Files, 'keep'>,
  tx: Queryable,
  { slots, ...place }: Omit<StoragePlace, 'slot'> & { slots: PictureSlots },
  { picture, thumb }: PicturePair,
  me: Pick<Principal, 'id'>,
) => ({
  file_id: await files.keep(tx, picture, { ...place, slot: slots.picture }, me),
  thumb_id: await files.keep(tx, thumb, { ...place, slot: slots.thumb }, me),
})

/** Tells it in the record's history. */
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

/** The id in an address; 404 where it is none. */
export const idIn = (params: unknown, name: string): number => {
  const value = (params as Record<string, string | undefined>)[name] ?? ''
  if (!isNumeral(value)) throw notFound()
  return Number(value)
}

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

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { existingIdParam, idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, forbidden, invalid, malformed, notFound } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { payloadOf } from '#server/plugins/idempotency.ts'
import { tableOf } from '#shared/kit/area.ts'
import { picturedTypes } from '#shared/kit/attachments.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { Pin, PinComment } from '#shared/kit/wire/pin.ts'
import { isOffice, recordSeen, seesFile } from './access'
import { type AttachmentRow, attachmentRow, noteAttachment } from './attachment-rows'
import type { FileNotes, StoragePlace } from './store'

/**
 * Comments pinned to points of attached pictures: seen, answered and resolved by those who see the file, edited and
 * removed by who wrote them.
 */
export const pinRoutes = (app: FastifyInstance, kit: Kit) => {
  route(
    app,
    {
      method: 'GET',
      url: '/api/files/pins',
      tags,
      operationId: 'listFilePins',
      summary: 'Comments pinned to the files of a record',
      query: z.strictObject({ area: z.string(), record: idParam }),
      answer: pinsAnswer,
      refusals: [400, 401, 404],
    },
    async ({ me }, { query: { area, record: record_id } }) => {
      if (!kit.register.find(area))
        throw malformed('area', textOf('messages.bad_filter_value', { value: area.slice(0, 40) }))
      await recordSeen(kit, kit.db, me, { area, record_id })
      return listPins(kit, kit.db, me, 'record', [area, record_id])
    },
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/files/:id/pins',
      tags,
      summary: 'Comments pinned to a file',
      params: fileParams,
      answer: pinsAnswer,
      refusals: [401, 404],
    },
    async ({ me }, { params: { id } }) => {
      await fileSeen(kit, kit.db, me, id)
      return listPins(kit, kit.db, me, 'file', [id])
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/files/:id/pins',
      tags,
      summary: 'Pin a comment to a point of a picture',
      params: fileParams,
      body: newPin,
      keyed: true,
      answer: { ...pinsAnswer, status: 201 },
      refusals: [401, 403, 404, 409, 422],
    },
    async (request, { params: { id }, body }, reply) =>
      reply.code(201).send(await write(kit, request, id, 201, (work, file) => addPin(work, file, body))),
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/files/:id/pins/:pin/answers',
      tags,
      summary: 'Answer a pinned comment',
      params: pinParams,
      body: newAnswer,
      keyed: true,
      answer: { ...pinsAnswer, status: 201 },
      refusals: [401, 403, 404, 409, 422],
    },
    async (request, { params: { id, pin: pinId }, body }, reply) =>
      reply.code(201).send(
        await write(kit, request, id, 201, async (work, file) => {
          const pin = await lockPin(work, file, pinId)
          await addComment(work, pin, body.body)
          await notePin(work, 'pin_answered', file, pin, { supplier_id: supplierOf(request.me) })
        }),
      ),
  )

  route(
    app,
    {
      method: 'PATCH',
      url: '/api/files/:id/pins/:pin/comments/:comment',
      tags,
      summary: 'Edit a pinned comment or an answer to it',
      params: commentParams,
      body: editedComment,
      keyed: true,
      answer: pinsAnswer,
      refusals: [401, 403, 404, 409, 422],
    },
    async (request, { params: { id, pin, comment }, body }) =>
      write(kit, request, id, 200, async (work, file) =>
        editComment(work, file, await lockPin(work, file, pin), comment, body),
      ),
  )

  route(
    app,
    {
      method: 'DELETE',
      url: '/api/files/:id/pins/:pin/comments/:comment',
      tags,
      summary: 'Remove an answer, or with its first comment the pin',
      params: commentParams,
      body: removedComment,
      keyed: true,
      answer: pinsAnswer,
      refusals: [401, 403, 404, 409, 422],
    },
    async (request, { params: { id, pin, comment }, body }) =>
      write(kit, request, id, 200, async (work, file) =>
        removeComment(work, file, await lockPin(work, file, pin), comment, body.version),
      ),
  )

  for (const step of ['resolve', 'reopen'] as const)
    route(
      app,
      {
        method: 'POST',
        url: `/api/files/:id/pins/:pin/${step}`,
        tags,
        summary: step === 'resolve' ? 'Mark a pinned comment as resolved' : 'Open a resolved comment again',
        params: pinParams,
        body: z.strictObject({}),
        keyed: true,
        answer: pinsAnswer,
        refusals: [401, 403, 404, 409, 422],
      },
      async (request, { params: { id, pin } }) =>
        write(kit, request, id, 200, async (work, file) => settlePin(work, file, await lockPin(work, file, pin), step)),
    )
}

/** Writes to the pins of a file that the caller may comment on, and answers all of them. */
const write = async (
  kit: Kit,
  request: FastifyRequest,
  id: number,
  status: number,
  change: (work: Work, file: AttachmentRow) => Promise<void>,
) => {
  const done = await keyedWrite(kit, request, 'attach', async (work) => {
    // One after the other, so that numbers and limits hold.
    await work.tx.query('select 1 from files where id = $1 for update', [id], 'file_lock')
    const file = await fileSeen(kit, work.tx, request.me, id)
    if (!kit.can(request.me.role, file.area, 'attach')) throw forbidden(textOf('compare.pins.refused'))
    await change(work, file)
    return { status, body: await listPins(kit, work.tx, request.me, 'file', [id]) }
  })
  return payloadOf(done)
}

const tags = ['Files'] as const
const fileParams = z.object({ id: existingIdParam })
const pinParams = z.object({ id: existingIdParam, pin: existingIdParam })
const commentParams = z.object({ ...pinParams.shape, comment: existingIdParam })

/** Pins of a file, and comments of a pin: more than a person reads. */
const most = { pins: 300, comments: 200 } as const

const body = z.string().trim().min(1, 'required').max(2000)
const share = z.number().min(0).max(1)
const newPin = z.strictObject({
  page: z.int().min(1).max(1000).default(1),
  x: share,
  y: share,
  body,
  visibility: z.enum(['internal', 'shared']).optional(),
})
const newAnswer = z.strictObject({ body })
const version = z.int().min(1).describe('The version of the comment that was read.')
const editedComment = z.strictObject({ body, version })
const removedComment = z.strictObject({ version })

const author = z.object({ id: z.int(), title: z.string() }).nullable()
const pin = z
  .object({
    id: z.int(),
    file_id: z.int(),
    seq: z.int().describe('Counted from 1 for each file; never given again.'),
    page: z.int(),
    x: z.number().describe('Share of the width, from 0 to 1.'),
    y: z.number().describe('Share of the height, from 0 to 1.'),
    visibility: z.enum(['internal', 'shared']),
    created_at: z.iso.datetime(),
    created_by: author,
    resolved_at: z.iso.datetime().nullable(),
    resolved_by: author,
    comments: z
      .array(
        z.object({
          id: z.int(),
          version: z.int(),
          body: z.string(),
          created_at: z.iso.datetime(),
          created_by: author,
          edited_at: z.iso.datetime().nullable(),
          may: z.object({ edit: z.boolean(), remove: z.boolean() }),
        }),
      )
      .describe('The comment itself, then its answers.'),
    may: z.object({ answer: z.boolean(), resolve: z.boolean() }),
  })
  .meta({ id: 'Pin' })

const pinsAnswer = { description: 'The pins that the caller sees, in their order.', schema: z.array(pin) }

type Audience = Pick<FileNotes, 'visibility' | 'supplier_id'>
type PinRow = Omit<Pin, 'may' | 'comments'> & { comments: StoredComment[] } & Pick<FileNotes, 'supplier_id'> &
  Pick<StoragePlace, 'area' | 'record_id'> & { file_visibility: string; file_supplier_id: number | null }

/** A comment with the company of its author; null: the retailer. */
type StoredComment = Omit<PinComment, 'may'> & Pick<FileNotes, 'supplier_id'>

/** The company that a person writes for; null: the retailer. */
const supplierOf = (me: Principal) => (isOffice(me) ? null : me.supplier_id)

/** Where several suppliers see a pin, what one of them writes is read by the office and that one alone. */
const seesComment = (me: Principal, { supplier_id }: Pick<FileNotes, 'supplier_id'>) =>
  seesFile(me, { visibility: 'shared', supplier_id })

/** Pins that the person sees: those of files and audiences that they belong to. */
const listPins = async (kit: Kit, on: Queryable, me: Principal, by: 'file' | 'record', values: unknown[]) => {
  const rows = await on.query<PinRow>(
    `select p.id, p.file_id, p.seq, p.page, p.x::float8 as x, p.y::float8 as y, p.visibility, p.supplier_id, f.area, f.record_id,
       f.visibility as file_visibility, f.supplier_id as file_supplier_id, p.created_at, p.resolved_at,
       ${person('p.created_by')} as created_by, ${person('p.resolved_by')} as resolved_by,
       (select json_agg(json_build_object('id', c.id, 'version', c.version, 'body', c.body, 'supplier_id', c.supplier_id,
            'created_at', ${instant('c.created_at')}, 'edited_at', ${instant('c.edited_at')},
            'created_by', ${person('c.created_by')}) order by c.id)
        from file_pin_comments c where c.pin_id = p.id) as comments
     from file_pins p join files f on f.id = p.file_id
     where f.slot = 'attachment' and ${by === 'file' ? 'f.id = $1' : 'f.area = $1 and f.record_id = $2'}
     order by p.file_id, p.seq limit 5000`,
    values,
    `pins_by_${by}`,
  )
  const [first] = rows
  const isJudged = first !== undefined && (await isOver(kit, on, first))
  return rows
    .filter((row) => seesFile(me, row) && seesFile(me, fileAudience(row)))
    .map(
      ({ area, record_id: _record, supplier_id, file_visibility: _file, file_supplier_id: _supplier, ...row }): Pin => {
        const mayPin = kit.can(me.role, area, 'attach')
        const thread = { comments: row.comments, isClosed: isJudged || row.resolved_at !== null }
        const comments = row.comments
          .filter((comment) => seesComment(me, comment))
          .map(({ supplier_id: _author, ...comment }) => ({
            ...comment,
            may: commentRights(me, thread, comment, mayPin),
          }))
        return { ...row, comments, may: { answer: mayPin, resolve: mayPin && mayResolve(me, { supplier_id }) } }
      },
    )
}

const fileAudience = ({ file_visibility, file_supplier_id }: PinRow): Audience => ({
  visibility: file_visibility as Audience['visibility'],
  supplier_id: file_supplier_id,
})

/** As JSON writes a time. */
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const person = (column: string) =>
  `(select json_build_object('id', u.id, 'title', u.full_name) from users u where u.id = ${column})`

/** The side that asked says that it is answered; the house may close everything. */
const mayResolve = (me: Principal, { supplier_id }: Pick<FileNotes, 'supplier_id'>) =>
  isOffice(me) || (supplier_id !== null && supplier_id === me.supplier_id)

type Written = Pick<PinComment, 'id' | 'created_by'>

/** Whether the record has come to its end, a state that no move leaves, such as a round of proofs that is answered. */
const isOver = async (
  { register }: Kit,
  on: Queryable,
  { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>,
  lock = '',
): Promise<boolean> => {
  const { lifecycle } = register.get(area)
  if (!lifecycle) return false
  const table = tableOf(area)
  const [record] = await on.query<{ status: string }>(
    `select status from ${table} where id = $1 ${lock}`,
    [record_id],
    `pins_state_${table}${lock && '_lock'}`,
  )
  return record !== undefined && !Object.values(lifecycle.moves).some(({ from }) => from.includes(record.status))
}

/**
 * What the person may do with a comment: edit and remove his own, this as long as nobody else has answered it. In a closed
 * thread, resolved or of a record that is over, comments stay as they were read, but administrators remove any.
 */
const commentRights = (
  me: Principal,
  { comments, isClosed }: { comments: readonly Written[]; isClosed: boolean },
  { id, created_by }: Written,
  mayPin: boolean,
): PinComment['may'] => {
  const edit = mayPin && !isClosed && created_by?.id === me.id
  const isAnswered = comments.some((later) => later.id > id && later.created_by?.id !== me.id)
  return { edit, remove: mayPin && (me.role === 'admin' || (edit && !isAnswered)) }
}

/** The file, for those who see it and its record. */
const fileSeen = async (kit: Kit, on: Queryable, me: Principal, id: number): Promise<AttachmentRow> => {
  const file = await attachmentRow(on, id)
  if (!file || !seesFile(me, file)) throw notFound()
  await recordSeen(kit, on, me, file)
  return file
}

interface LockedPin extends Audience {
  id: number
  seq: number
  is_resolved: boolean
}

const lockPin = async ({ tx, me }: Work, file: AttachmentRow, id: number): Promise<LockedPin> => {
  const [row] = await tx.query<LockedPin>(
    `select id, seq, visibility, supplier_id, resolved_at is not null as is_resolved
     from file_pins where id = $1 and file_id = $2 for update`,
    [id, file.id],
    'pin_lock',
  )
  if (!row || !seesFile(me, row)) throw notFound()
  return row
}

const addPin = async (work: Work, file: AttachmentRow, values: z.output<typeof newPin>) => {
  const { tx, me } = work
  if (!picturedTypes.includes(file.type)) throw invalid({ id: [textOf('compare.pins.no_picture')] })
  if (values.page > (file.pages ?? 1))
    throw invalid({ page: [textOf('compare.pins.no_page', { pages: file.pages ?? 1 })] })
  if (values.visibility === 'internal' && !isOffice(me)) throw forbidden()
  const audience: Audience = {
    visibility: isOffice(me) ? (values.visibility ?? 'internal') : 'shared',
    supplier_id: supplierOf(me),
  }
  const [kept] = await tx.query<{ count: number }>(
    'select count(*)::int as count from file_pins where file_id = $1',
    [file.id],
    'pin_count',
  )
  if (Number(kept?.count) >= most.pins)
    throw conflict('too_many', textOf('compare.pins.too_many', { count: most.pins }))
  const [counted] = await tx.query<{ seq: number }>(
    'update files set last_pin_seq = last_pin_seq + 1 where id = $1 returning last_pin_seq as seq',
    [file.id],
    'pin_next',
  )
  const seq = Number(counted?.seq)
  const [made] = await tx.query<{ id: number }>(
    `insert into file_pins (file_id, seq, page, x, y, visibility, supplier_id, created_by, created_at)
     values ($1, $2, $3, round($4::numeric, 5), round($5::numeric, 5), $6, $7, $8, $9) returning id`,
    [file.id, seq, values.page, values.x, values.y, audience.visibility, audience.supplier_id, me.id, work.now],
    'pin_insert',
  )
  const pin = { id: Number(made?.id), seq, is_resolved: false, ...audience }
  await addComment(work, pin, values.body)
  await notePin(work, 'pin_added', file, pin)
}

const addComment = async ({ tx, me, now }: Work, { id }: Pick<LockedPin, 'id'>, text: string) => {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from file_pin_comments where pin_id = $1',
    [id],
    'pin_comments_count',
  )
  if (Number(row?.count) >= most.comments)
    throw conflict('too_many', textOf('compare.pins.too_many_answers', { count: most.comments }))
  await tx.query(
    'insert into file_pin_comments (pin_id, body, created_by, created_at, supplier_id) values ($1, $2, $3, $4, $5)',
    [id, text, me.id, now, supplierOf(me)],
    'pin_comment_insert',
  )
}

const settlePin = async (work: Work, file: AttachmentRow, pin: LockedPin, step: 'resolve' | 'reopen') => {
  if (!mayResolve(work.me, pin)) throw forbidden(textOf('compare.pins.resolve_refused'))
  const isResolved = step === 'resolve'
  if (pin.is_resolved === isResolved) throw conflict('illegal_move', textOf('messages.already_so'))
  await work.tx.query(
    'update file_pins set resolved_at = $2, resolved_by = $3 where id = $1',
    [pin.id, isResolved ? work.now : null, isResolved ? work.me.id : null],
    'pin_settle',
  )
  await notePin(work, isResolved ? 'pin_resolved' : 'pin_reopened', file, pin)
}

/** The comment with what the person may do with it; the lock of its file holds all of them. */
const commentOf = async ({ kit, tx, me }: Work, file: AttachmentRow, pin: LockedPin, id: number) => {
  const rows = await tx.query<
    Pick<StoredComment, 'id' | 'version' | 'body' | 'supplier_id'> & { created_by: number | null }
  >(
    'select id, version, body, created_by, supplier_id from file_pin_comments where pin_id = $1 order by id',
    [pin.id],
    'pin_comments',
  )
  const comments = rows.map((row) => ({
    ...row,
    created_by: row.created_by === null ? null : { id: row.created_by, title: '' },
  }))
  const comment = comments.find((row) => row.id === id)
  if (!comment || !seesComment(me, comment)) throw notFound()
  const isJudged = await isOver(kit, tx, file, 'for share')
  const thread = { comments, isClosed: isJudged || pin.is_resolved }
  return { ...comment, isJudged, isFirst: comments[0] === comment, may: commentRights(me, thread, comment, true) }
}

const closedBecause = ({ is_resolved }: LockedPin, { isJudged }: { isJudged: boolean }): Text | null => {
  if (isJudged) return textOf('compare.pins.edit_judged')
  return is_resolved ? textOf('compare.pins.edit_resolved') : null
}

const editComment = async (
  work: Work,
  file: AttachmentRow,
  pin: LockedPin,
  id: number,
  { body, version }: z.output<typeof editedComment>,
) => {
  const comment = await commentOf(work, file, pin, id)
  if (!comment.may.edit) throw forbidden(closedBecause(pin, comment) ?? textOf('compare.pins.edit_refused'))
  if (comment.version !== version) throw conflict('stale', textOf('messages.stale'))
  if (comment.body === body) return
  await work.tx.query(
    'update file_pin_comments set body = $2, version = version + 1, edited_at = $3 where id = $1',
    [id, body, work.now],
    'pin_comment_edit',
  )
  const { body: before, supplier_id } = comment
  await notePin(work, 'pin_edited', file, pin, { before, after: body, supplier_id })
}

const removeComment = async (work: Work, file: AttachmentRow, pin: LockedPin, id: number, version: number) => {
  const comment = await commentOf(work, file, pin, id)
  if (!comment.may.remove) throw forbidden(closedBecause(pin, comment) ?? textOf('compare.pins.remove_refused'))
  // What was read is what goes: nobody removes words that he has not seen.
  if (comment.version !== version) throw conflict('stale', textOf('messages.stale'))
  if (comment.isFirst) await work.tx.query('delete from file_pins where id = $1', [pin.id], 'pin_remove')
  else await work.tx.query('delete from file_pin_comments where id = $1', [id], 'pin_comment_remove')
  const { body: before, supplier_id } = comment
  await notePin(work, comment.isFirst ? 'pin_removed' : 'pin_answer_removed', file, pin, { before, supplier_id })
}

/** In the history for those who see the pin, which are no more than see its file; with the words that are gone. */
const notePin = (
  work: Work,
  action: string,
  file: AttachmentRow,
  pin: LockedPin,
  {
    before,
    after,
    supplier_id = null,
  }: { before?: string; after?: string } & Partial<Pick<FileNotes, 'supplier_id'>> = {},
) => {
  const name = `${file.name} · ${pin.seq}`
  const wordsOf = (words: string) => `${name}: ${words}`
  return noteAttachment(
    work,
    action,
    {
      ...file,
      name: after !== undefined ? wordsOf(after) : before !== undefined ? wordsOf(before) : name,
      visibility: file.visibility === 'internal' ? 'internal' : pin.visibility,
      supplier_id: file.supplier_id ?? pin.supplier_id ?? supplier_id,
    },
    after !== undefined && before !== undefined ? wordsOf(before) : null,
  )
}

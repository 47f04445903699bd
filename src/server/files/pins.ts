import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { existingIdParam, idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { forbidden, malformed } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { keyedWrite } from '#server/kit/write/keyed-write.ts'
import { payloadOf } from '#server/plugins/idempotency.ts'
import { textOf } from '#shared/kit/text.ts'
import { recordSeen } from './access'
import type { AttachmentRow } from './attachment-rows'
import { addPin, answerPin, editComment, lockPin, removeComment, settlePin } from './pin-changes'
import { editedComment, newAnswer, newPin, removedComment } from './pin-input'
import { listPins, readVisibleFile } from './pin-list'

/**
 * Comments pinned to points of attached pictures. Readers of the file see, answer and resolve them; authors edit and
 * remove their own.
 */
export const pinRoutes = (app: FastifyInstance, kit: Kit) => {
  readRoutes(app, kit)
  addRoutes(app, kit)
  commentRoutes(app, kit)
  resolveRoutes(app, kit)
}

const readRoutes = (app: FastifyInstance, kit: Kit) => {
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
      await readVisibleFile(kit, kit.db, me, id)
      return listPins(kit, kit.db, me, 'file', [id])
    },
  )
}

const addRoutes = (app: FastifyInstance, kit: Kit) => {
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
      reply
        .code(201)
        .send(
          await write(kit, request, id, 201, async (work, file) =>
            answerPin(work, file, await lockPin(work, file, pinId), body.body),
          ),
        ),
  )
}

/** Routes to edit and to remove a comment. */
const commentRoutes = (app: FastifyInstance, kit: Kit) => {
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
}

const resolveRoutes = (app: FastifyInstance, kit: Kit) => {
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

/** Changes the pins of a file that the caller may comment on, and returns all pins of the file. */
const write = async (
  kit: Kit,
  request: FastifyRequest,
  id: number,
  status: number,
  change: (work: Work, file: AttachmentRow) => Promise<void>,
) => {
  const done = await keyedWrite(kit, request, 'attach', async (work) => {
    // Lock the file, so that concurrent writes neither exceed the limits nor use a number twice.
    await work.tx.query('select 1 from files where id = $1 for update', [id], 'file_lock')
    const file = await readVisibleFile(kit, work.tx, request.me, id)
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

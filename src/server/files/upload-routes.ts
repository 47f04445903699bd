import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { number, text } from '#server/kit/api/description.ts'
import { route } from '#server/kit/api/route.ts'
import { forbidden, invalid, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { attachmentLimits, mostAttachmentLimits } from '#shared/kit/attachments.ts'
import { textOf } from '#shared/kit/text.ts'
import { recordSeen } from './access'
import type { Files } from './files'
import { endingOf, plainName } from './types'
import type { PartialUpload, Uploads } from './uploads'

/**
 * Resumable uploads of large files by tus 1.0 (https://tus.io, extensions creation, expiration and termination). A
 * complete upload becomes an attachment by `POST /api/files` with its id as `upload`.
 *
 * The protocol is implemented here instead of by a library, because its state is a row of the database: processes need no
 * lock between them, callers are checked as everywhere, and refusals are in the caller's language.
 */
export const uploadRoutes = (app: FastifyInstance, parts: { kit: Kit; files: Files }) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(partType, (_request, body, done) => done(null, body))
    scope.addHook('onRoute', (declared) => {
      declared.config = { ...declared.config, upload: true }
    })
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('tus-resumable', version)
      const isTus = request.method !== 'GET' && request.method !== 'OPTIONS'
      if (!isTus || request.headers['tus-resumable'] === version) return
      reply.header('tus-version', version)
      throw new Refusal(412, 'tus_version', textOf('files.tus_version', { version }))
    })
    discoveryRoute(scope)
    creationRoute(scope, parts)
    transferRoutes(scope, parts.files.uploads)
  })
}

const version = '1.0.0'
const partType = 'application/offset+octet-stream'
const tags = ['Files'] as const
const url = '/api/uploads'
const params = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'messages.not_found') })

const header = (name: string, schema: object, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema,
  description,
})
const tusHeader = header('Tus-Resumable', text, '`1.0.0`')

const discoveryRoute = (scope: FastifyInstance) =>
  route(
    scope,
    {
      method: 'OPTIONS',
      url,
      tags,
      summary: 'What uploads in parts can do',
      responses: { 204: { description: 'The headers of tus.', content: {} } },
      open: true,
    },
    (_request, _input, reply) =>
      reply
        .header('tus-version', version)
        .header('tus-extension', 'creation,expiration,termination')
        .header('tus-max-size', mostAttachmentLimits.size)
        .code(204)
        .send(),
  )

const creationRoute = (scope: FastifyInstance, { kit, files }: { kit: Kit; files: Files }) =>
  route(
    scope,
    {
      method: 'POST',
      url,
      tags,
      summary: 'Start the upload of a large file in parts',
      parameters: [
        tusHeader,
        header('Upload-Length', number, 'The bytes of the file.'),
        header('Upload-Metadata', text, 'In Base64: `filename`, `area` and `record` that the file is for.'),
      ],
      responses: { 201: { description: 'Its address is in `Location`.', content: {} } },
      refusals: [401, 403, 404, 412, 413, 415, 422, 429],
    },
    async (request, _input, reply) => {
      const file = fileOf(request)
      const { me } = request
      const target = { area: file.area, record_id: file.record_id }
      await recordSeen(kit, kit.db, me, target)
      if (!kit.can(me.role, file.area, 'attach')) throw forbidden(textOf('files.attach_refused'))
      const limits = attachmentLimits(kit.register.get(file.area))
      if (!limits.endings.includes(endingOf(file.name)))
        throw new Refusal(
          415,
          'file_type',
          textOf('messages.file_type', { name: file.name, types: limits.endings.join(', ') }),
        )
      if (file.size > limits.size) {
        const max = Math.floor(limits.size / 1024 / 1024)
        throw new Refusal(413, 'too_large', textOf('messages.file_too_large', { name: file.name, max }))
      }
      await files.admit(me, file.size)
      const upload = await files.uploads.create(me, file)
      return withProgress(reply.code(201).header('location', `${url}/${upload.id}`), upload).send()
    },
  )

/** Routes over one upload: its progress, its next part and its end. */
const transferRoutes = (scope: FastifyInstance, uploads: Uploads) => {
  route(
    scope,
    {
      method: 'GET',
      url: `${url}/:id`,
      tags,
      summary: 'How much of an upload is here; HEAD answers the headers alone',
      params,
      answer: { description: 'The upload.', schema: uploadSchema },
      refusals: [401, 404, 412],
    },
    async ({ me }, { params: { id } }, reply) => {
      const upload = await uploads.find(me, id)
      const { name, size, received, expires_at } = upload
      return withProgress(reply.header('upload-length', size), upload).send({ id, name, size, received, expires_at })
    },
  )

  route(
    scope,
    {
      method: 'PATCH',
      url: `${url}/:id`,
      tags,
      summary: 'Send the next part of an upload',
      params,
      parameters: [tusHeader, header('Upload-Offset', number, 'Where the part begins.')],
      responses: { 204: { description: 'The new `Upload-Offset`.', content: {} } },
      refusals: [400, 401, 404, 408, 409, 412, 413, 415, 503],
    },
    async (request, { params: { id } }, reply) => {
      const offset = wholeNumber(request.headers['upload-offset'])
      if (offset === null) throw new Refusal(400, 'malformed', textOf('files.bad_upload'))
      if (request.headers['content-type'] !== partType)
        throw new Refusal(415, 'unsupported_media_type', textOf('files.bad_part', { type: partType }))
      const upload = await uploads.append(request.me, id, offset, request.body as Readable)
      return withProgress(reply.code(204), upload).send()
    },
  )

  route(
    scope,
    {
      method: 'DELETE',
      url: `${url}/:id`,
      tags,
      summary: 'Give an upload up',
      params,
      parameters: [tusHeader],
      responses: { 204: { description: 'It is gone.', content: {} } },
      refusals: [401, 404, 412],
    },
    async ({ me }, { params: { id } }, reply) => {
      await uploads.remove(me, id)
      return reply.code(204).send()
    },
  )
}

const uploadSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    size: z.int(),
    received: z.int(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'PartialUpload' })

/** Adds the tus headers with the progress of the upload. */
const withProgress = (reply: FastifyReply, { received, expires_at }: PartialUpload) =>
  reply.header('upload-offset', received).header('upload-expires', new Date(expires_at).toUTCString())

const wholeNumber = (value: string | string[] | undefined) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null

const metadata = z.object({
  filename: z.string().min(1).max(1000),
  area: z.string().min(1).max(60),
  record: z.string().regex(/^[1-9]\d{0,14}$/),
})

/** The file of a new upload, from the headers of its creation. Throws 422 for missing or malformed headers. */
const fileOf = ({ headers }: FastifyRequest) => {
  const size = wholeNumber(headers['upload-length'])
  const parsed = metadata.safeParse(metadataOf(String(headers['upload-metadata'] ?? '')))
  if (!size || !parsed.success) throw invalid({}, textOf('files.bad_upload'))
  const { filename, area, record } = parsed.data
  return { name: plainName(filename), area, record_id: Number(record), size }
}

/** Parses `Upload-Metadata`: pairs of a key and a Base64 value, separated by commas. */
const metadataOf = (header: string): Record<string, string> =>
  Object.fromEntries(
    header
      .slice(0, 4000)
      .split(',')
      .map((pair) => pair.trim().split(' '))
      .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  )

import type { ZodType } from 'zod'
import { changes as imageChanges, formBody as imageForm } from '#server/article-images.ts'
import { formBody as attachmentForm, changes } from '#server/files/attachments.ts'
import { formBody as reportForm } from '#server/help-support.ts'
import { formBody as logoForm } from '#server/house-brand-logos.ts'
import {
  body,
  flag,
  idempotencyKey,
  idParameter,
  input,
  type Json,
  jsonSchema,
  list,
  maybeNumber,
  maybeText,
  moment,
  number,
  object,
  ok,
  orNull,
  query,
  refusals,
  text,
  valuesOf,
} from '#server/kit/api/description.ts'
import { attachmentKinds, attachmentLimits } from '#shared/kit/attachments.ts'
import { articleImageLimits } from '#shared/trade/pictures.ts'

const open = { security: [] }

/** Fields of a form with files, which come under the name that `files` says. */
const form = (schema: ZodType, files: string, count: number) => {
  const { properties, ...said } = jsonSchema(schema) as { properties: Json }
  const sent = { type: 'array', maxItems: count, items: { type: 'string', format: 'binary' } }
  return {
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: { ...said, properties: { ...properties, [files]: sent } } } },
    },
  }
}

const attachment = object({
  id: number,
  name: text,
  type: text,
  size: number,
  created_at: moment,
  created_by: orNull(object({ id: number, title: text })),
  visibility: { enum: ['internal', 'shared'] },
  kind: { enum: [...attachmentKinds, null] },
  description: maybeText,
  version_no: number,
  series: { ...number, description: 'The same for all versions of one file.' },
  may: object({ change: flag, share: flag, replace: flag, remove: flag }),
  url: { ...text, description: 'Good for this caller and for a quarter of an hour.' },
})
const attachments = (description: string) => ok(description, list(attachment))
const all = 'All files of the record that the caller sees, the newest version of each first.'

const files = { tags: ['Files'] }
const filePaths: Json = {
  '/api/files': {
    get: {
      ...files,
      summary: 'Files of a record',
      parameters: [query('area', text, { required: true }), query('record', number, { required: true })],
      responses: { ...attachments(all), ...refusals(400, 401, 404) },
    },
    post: {
      ...files,
      operationId: 'attachFiles',
      summary: 'Attach files to a record, or a newer version of one',
      parameters: [idempotencyKey],
      ...form(attachmentForm, 'files', attachmentLimits.files),
      responses: {
        201: attachments(all)[200],
        ...refusals(400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503),
      },
    },
  },
  '/api/files/{id}': {
    parameters: [idParameter],
    get: {
      ...files,
      ...open,
      summary: 'The file itself, by its signed address',
      parameters: [
        query('expires', number, { required: true }),
        query('signature', text, { required: true }),
        query('reader', number, { description: 'The account that the address was made for.' }),
        query('view', text, { description: 'Draws a PDF in the page instead of saving it.' }),
        { name: 'Range', in: 'header', schema: text, description: 'One range of bytes.' },
      ],
      responses: {
        200: { description: 'The bytes.', content: binary() },
        206: { description: 'The part that was asked for.', content: binary() },
        304: { description: 'The browser has it.' },
        ...refusals(403, 404, 416, 503),
      },
    },
    patch: {
      ...files,
      summary: 'Rename, describe, share or hide a file',
      ...input(changes),
      responses: { ...attachments(all), ...refusals(401, 403, 404, 422) },
    },
    delete: { ...files, summary: 'Remove a file', responses: { ...attachments(all), ...refusals(401, 403, 404) } },
  },
}

const wantedIds = query('ids', text, { required: true, description: 'Up to 100 ids, with commas between them.' })
const covers = (summary: string): Json => ({
  get: {
    ...files,
    summary,
    parameters: [wantedIds],
    responses: {
      ...ok('Those that the caller sees and that have one.', valuesOf(text)),
      ...refusals(400, 401),
    },
  },
})

const image = object({
  id: number,
  colourway_id: maybeNumber,
  is_cover: flag,
  name: text,
  type: text,
  size: number,
  url: text,
  thumb: text,
})
const images = ok('All pictures of the article, its cover first.', list(image))
const imageParameter = { name: 'image', in: 'path', required: true, schema: number }
const imagePaths: Json = {
  '/api/articles/covers': covers('Addresses of the small covers of articles, by article'),
  '/api/articles/last-prices': {
    get: {
      tags: ['Articles'],
      summary: 'What articles cost in the last order that went out, by article; for the office',
      parameters: [wantedIds],
      responses: {
        ...ok('Those that were ordered already.', {
          type: 'object',
          additionalProperties: object({
            price: text,
            currency: text,
            date: text,
            order: object({ id: number, title: text }),
            supplier: object({ id: number, title: text }),
          }),
        }),
        ...refusals(400, 401, 403),
      },
    },
  },
  '/api/articles/{id}/images': {
    parameters: [idParameter],
    get: { ...files, summary: 'Pictures of an article', responses: { ...images, ...refusals(401, 404) } },
    post: {
      ...files,
      operationId: 'addArticleImages',
      summary: 'Add pictures to an article, each followed by a small copy of itself',
      parameters: [idempotencyKey],
      ...form(imageForm, 'files', 2 * articleImageLimits.atOnce),
      responses: { 201: images[200], ...refusals(400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503) },
    },
  },
  '/api/articles/{id}/images/{image}': {
    parameters: [idParameter, imageParameter],
    patch: {
      ...files,
      summary: 'Make a picture the cover, or say which colour it shows',
      ...input(imageChanges),
      responses: { ...images, ...refusals(401, 403, 404, 409, 422) },
    },
    delete: {
      ...files,
      summary: 'Remove a picture',
      responses: { ...images, ...refusals(401, 403, 404, 409) },
    },
  },
}

const logo = (status: 200 | 201, description = 'The logo; null where there is none.') => ({
  [status]: {
    description,
    content: body(object({ logo: { oneOf: [object({ name: text, url: text, thumb: text }), { type: 'null' }] } })),
  },
})

const logoPaths: Json = {
  '/api/house-brands/covers': covers('Addresses of the small logos of house brands, by brand'),
  '/api/house-brands/{id}/logo': {
    parameters: [idParameter],
    get: { ...files, summary: 'The logo of a house brand', responses: { ...logo(200), ...refusals(401, 404) } },
    post: {
      ...files,
      operationId: 'setHouseBrandLogo',
      summary: 'Set the logo of a house brand: the picture, followed by a small copy of itself',
      parameters: [idempotencyKey],
      ...form(logoForm, 'files', 2),
      responses: {
        ...logo(201, 'The logo as it is now.'),
        ...refusals(400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503),
      },
    },
    delete: {
      ...files,
      summary: 'Remove the logo of a house brand',
      responses: { ...logo(200), ...refusals(401, 403, 404, 409) },
    },
  },
}

function binary() {
  return { '*/*': { schema: { type: 'string', format: 'binary' } } }
}

const portal = { tags: ['Portal'] }
const portalPaths: Json = {
  '/api/help-support': {
    post: {
      ...portal,
      operationId: 'reportProblem',
      summary: 'Report what is wrong, with pictures and papers',
      parameters: [idempotencyKey],
      ...form(reportForm, 'files', 5),
      responses: {
        ...ok('The ticket.', object({ message: text, data: object({ id: number, ticket_no: text }) })),
        ...refusals(400, 401, 408, 409, 413, 415, 422, 429, 503),
      },
    },
  },
}

/** Every path of the API beside those of areas, for its description. */
export const describedSchemas = { Attachment: attachment } satisfies Record<string, Json>

export const describedPaths: Json = {
  ...filePaths,
  ...imagePaths,
  ...logoPaths,
  ...portalPaths,
}

import type { ZodType } from 'zod'
import { changes as imageChanges, formBody as imageForm } from '#server/article-images.ts'
import { grains } from '#server/dashboard/statements.ts'
import { formBody as attachmentForm, changes } from '#server/files/attachments.ts'
import { formBody as reportForm } from '#server/help-support.ts'
import { formBody as logoForm } from '#server/house-brand-logos.ts'
import {
  body,
  day,
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
  versionBody,
} from '#server/kit/api/description.ts'
import { attachmentKinds, attachmentLimits } from '#shared/kit/attachments.ts'
import { roles } from '#shared/kit/roles.ts'
import { audiences } from '#shared/kit/saved-view.ts'
import { articleImageLimits } from '#shared/trade/pictures.ts'
import { changedView, newView } from './views'

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

const view = object({
  id: number,
  version: number,
  area: text,
  name: text,
  owner: object({ id: number, title: maybeText }),
  shared_with: { enum: audiences },
  role: { enum: [...roles, null] },
  is_default: flag,
  state: object({
    q: text,
    filters: list(object({ field: text, op: text, values: list(text) })),
    sort: list(object({ field: text, desc: flag })),
    columns: { type: ['array', 'null'], items: text },
    density: maybeText,
    size: maybeNumber,
  }),
  may_change: flag,
})

const views = { tags: ['Saved views'] }
const viewPaths: Json = {
  '/api/views': {
    get: {
      ...views,
      summary: 'Views of a list: own ones, those of the role, those for everybody',
      parameters: [query('area', text, { required: true })],
      responses: { ...ok('By name.', list(view)), ...refusals(400, 401, 403) },
    },
    post: {
      ...views,
      summary: 'Save a view',
      parameters: [idempotencyKey],
      ...input(newView),
      responses: { 201: ok('The view.', view)[200], ...refusals(400, 401, 403, 409, 422) },
    },
  },
  '/api/views/{id}': {
    parameters: [idParameter],
    patch: {
      ...views,
      summary: 'Change a view',
      ...input(changedView),
      responses: { ...ok('The view.', view), ...refusals(401, 403, 404, 409, 422) },
    },
    delete: {
      ...views,
      summary: 'Delete a view',
      requestBody: { required: true, content: body(versionBody) },
      responses: { ...ok('Deleted.', object({ id: number })), ...refusals(401, 403, 404, 409) },
    },
  },
}

const found = object(
  {
    area: text,
    id: number,
    title: text,
    subtitle: { ...text, description: 'What tells it from others of its kind.' },
    status: text,
    path: { ...text, description: 'Address of its page.' },
  },
  ['subtitle', 'status'],
)

const portal = { tags: ['Portal'] }
const portalPaths: Json = {
  '/api/search': {
    get: {
      ...portal,
      operationId: 'search',
      summary: 'Records of every area that the caller may read, by their words',
      parameters: [
        query('q', { type: 'string', maxLength: 200 }),
        query('areas', text, { description: 'Records of these only, parted by commas.' }),
        query('each', { type: 'integer', default: 5 }, { description: 'How many of every area.' }),
        query('_start', number, { description: 'A page of all, instead of some of each.' }),
        query('_end', number),
      ],
      responses: {
        ...ok(
          'What was found, by area.',
          object({ results: list(found), counts: list(object({ area: text, count: number })) }),
        ),
        ...refusals(400, 401),
      },
    },
  },
  '/api/dashboard/graph': {
    get: {
      ...portal,
      summary: 'Ordered units and purchase orders by the day that they ship',
      description:
        'Of all suppliers, or of one; a supplier’s people get their own whatever they ask for. Days without an order are left out.',
      parameters: [
        query('supplier_id', number),
        query(
          'by',
          { enum: grains, default: 'day' },
          { description: 'A week (from Monday) or month is named by its first day.' },
        ),
        query('from', day),
        query('to', day),
      ],
      responses: {
        ...ok(
          'By ship date.',
          object({ info: list(object({ ship_date: day, stock_ordered_units: number, total_po_count: number })) }),
        ),
        ...refusals(400, 401, 403, 404),
      },
    },
  },
  '/api/dashboard/tiles': {
    get: {
      ...portal,
      summary: 'Figures of the dashboard, each with the conditions of the list whose records it counts',
      responses: {
        ...ok(
          'Those that the caller may see, in the caller’s scope.',
          object({
            tiles: list(
              object(
                {
                  name: text,
                  area: text,
                  path: { ...text, description: 'The page of the list.' },
                  query: { ...text, description: 'Of `GET /api/<area>`, and of the page of that list.' },
                  count: number,
                  before: { ...number, description: 'How many there were in the period before.' },
                  facts: { type: 'object', additionalProperties: { type: ['number', 'null'] } },
                  sums: list({ type: 'object', additionalProperties: true }),
                  parts: list(object({ name: text, query: text, count: number })),
                },
                ['before', 'facts', 'sums', 'parts'],
              ),
            ),
          }),
        ),
        ...refusals(401, 403),
      },
    },
  },
  '/api/supplier/get-supplier': {
    get: {
      ...portal,
      operationId: 'listSupplierChoices',
      summary: 'Suppliers to choose from; a supplier’s people get the own one',
      responses: {
        ...ok('By name.', object({ supplier: list(object({ id: number, supplier_name: text })) })),
        ...refusals(401, 403),
      },
    },
  },
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
  '/api/health': {
    get: {
      ...portal,
      ...open,
      operationId: 'getHealth',
      summary: 'Whether the portal works',
      parameters: [query('deep', { enum: ['1'] }, { description: 'Asks the database itself.' })],
      responses: {
        ...ok('It does.', health()),
        503: { description: 'The database cannot be reached.', content: body(health()) },
      },
    },
  },
}

function health() {
  return object({ status: text, version: text, checked_at: maybeText, demo: flag }, ['demo'])
}

/** Every path of the API beside those of areas, for its description. */
export const describedSchemas = { Attachment: attachment } satisfies Record<string, Json>

export const describedPaths: Json = {
  ...filePaths,
  ...imagePaths,
  ...logoPaths,
  ...viewPaths,
  ...portalPaths,
}

import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type Area, allFields, titleKey } from '../../shared/area'
import { type Field, isDecimal } from '../../shared/fields'
import { operatorsOf } from '../../shared/list-query'
import { createSchema, editSchema, moveSchema } from '../../shared/schema'
import { say } from '../../shared/text'
import { render } from '../texts'
import { filePaths } from './import/describe'
import type { Kit } from './kit'

/** Serves the API's description, made from the same declarations and schemas as the API, and a page to read it. */
export const openapi = (app: FastifyInstance, { kit, version }: { kit: Kit; version: string }) => {
  let document: Json | undefined
  const described = () => {
    document ??= describe(kit, version)
    return document
  }
  app.get('/api/openapi.json', { config: { open: true } }, async () => described())
  app.get('/api/docs', { config: { open: true } }, async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page(described())),
  )
}

/** The description as a plain page: no script, so that it reads the same everywhere. */
const page = (document: Json): string => {
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API</title><style>${style}</style><h1>Supplier and purchase-order portal: API</h1>
<p>Version ${escaped(String((document.info as Json).version))}. The same as data: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
Every request carries <code>Authorization: Bearer …</code>; sign in with <code>POST /api/auth/login</code>.</p>
<nav>${tags.map((tag) => `<a href="#${anchor(tag)}">${escaped(tag)}</a>`).join(' · ')}</nav>
${tags
  .map(
    (tag) =>
      `<h2 id="${anchor(tag)}">${escaped(tag)}</h2>${operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(operationHtml)
        .join('')}`,
  )
  .join('')}</html>`
}

const operationHtml = ({ path, method, operation }: { path: string; method: string; operation: Operation }) => {
  const input = operation.requestBody?.content['application/json']?.schema
  const parameters = (operation.parameters ?? []).map(({ name }) => `<code>${escaped(String(name))}</code>`)
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${escaped(operation.summary)}</summary>
${parameters.length ? `<p>Parameters: ${parameters.join(' ')}</p>` : ''}
${input ? `<pre>${escaped(JSON.stringify(input, null, 2))}</pre>` : ''}
<ul>${Object.entries(operation.responses)
    .map(([status, { description }]) => `<li>${status}: ${escaped(description)}</li>`)
    .join('')}</ul></details>`
}

interface Operation {
  tags: string[]
  summary: string
  parameters?: Json[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string }>
}
const anchor = (tag: string) => tag.toLowerCase().replace(/\W+/g, '-')
const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
const style = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:960px;margin:24px auto;padding:0 16px}
details{border-top:1px solid #8884;padding:6px 0}summary{cursor:pointer}pre{overflow:auto;background:#8881;padding:8px;border-radius:8px}
b{display:inline-block;min-width:56px}`

type Json = Record<string, unknown>

const describe = (kit: Kit, version: string): Json => ({
  openapi: '3.1.0',
  info: { title: 'Supplier and purchase-order portal', version },
  security: [{ bearer: [] }],
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: {
      error,
      ...Object.fromEntries(kit.register.areas.map((area) => [area.name, recordSchema(area)])),
    },
  },
  paths: {
    ...accountPaths,
    '/api/search': searchPath,
    ...Object.assign({}, ...kit.register.areas.map((area) => areaPaths(kit, area))),
  },
})

const areaPaths = (kit: Kit, area: Area): Json => {
  const name = render(say(`areas.${area.name}.name`), 'en')
  const one = { $ref: `#/components/schemas/${area.name}` }
  const base = `/api/${area.name}`
  const tags = [name]
  const writable = !area.partOf && !area.single
  const lists = [...pageParameters, ...filterParameters(area)]
  return {
    [base]: {
      get: {
        tags,
        summary: `List: ${name}`,
        parameters: lists,
        responses: {
          200: {
            description: 'A page of records; the number of all in X-Total-Count.',
            headers: { 'X-Total-Count': { schema: { type: 'integer' } } },
            content: body({ type: 'array', items: one }),
          },
          ...refusals(400, 401, 403),
        },
      },
      ...(writable && {
        post: {
          tags,
          summary: `Create: ${name}`,
          parameters: [idempotencyKey],
          requestBody: { required: true, content: body(jsonSchema(createSchema(area, kit.register))) },
          responses: { 201: { description: 'The new record.', content: body(one) }, ...refusals(401, 403, 422) },
        },
      }),
    },
    [`${base}/totals`]: {
      get: {
        tags,
        summary: `Sums of the filtered list: ${name}`,
        parameters: lists.filter(({ name: parameter }) => !String(parameter).startsWith('_')),
        responses: { 200: { description: 'Count and sums per currency.' }, ...refusals(400, 401, 403) },
      },
    },
    [`${base}/{id}`]: {
      parameters: [idParameter],
      get: {
        tags,
        summary: `Read: ${name}`,
        responses: {
          200: { description: 'The record with its rows, moves and editable fields.', content: body(one) },
          ...refusals(401, 403, 404),
        },
      },
      patch: {
        tags,
        summary: `Edit: ${name}`,
        requestBody: { required: true, content: body(jsonSchema(editSchema(area, kit.register))) },
        responses: { 200: { description: 'The record.', content: body(one) }, ...refusals(401, 403, 404, 409, 422) },
      },
      ...(writable && {
        delete: {
          tags,
          summary: `Delete: ${name}`,
          requestBody: { required: true, content: body(versionBody) },
          responses: { 200: { description: 'Deleted.' }, ...refusals(401, 403, 404, 409) },
        },
      }),
    },
    ...filePaths(
      area,
      lists.filter(({ name: parameter }) => !String(parameter).startsWith('_')),
    ),
    ...(kit.server(area.name).paper && {
      [`${base}/{id}/pdf`]: {
        get: {
          tags,
          summary: `On paper, as a PDF: ${name}`,
          parameters: [idParameter, { name: 'language', in: 'query', schema: { enum: ['en', 'zh', 'both'] } }],
          responses: {
            200: {
              description: 'The record as the caller may read it.',
              content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
            },
            ...refusals(400, 401, 403, 404),
          },
        },
      },
    }),
    [`${base}/{id}/history`]: {
      get: {
        tags,
        summary: `History: ${name}`,
        parameters: [idParameter],
        responses: { 200: { description: 'Who changed what, newest first.' }, ...refusals(401, 403, 404) },
      },
    },
    ...Object.fromEntries(
      [
        ...Object.entries(area.lifecycle?.moves ?? {}).map(
          ([move, { asks }]) => [move, jsonSchema(moveSchema(asks, kit.register))] as const,
        ),
        ...(writable
          ? ([
              ['archive', versionBody],
              ['restore', versionBody],
            ] as const)
          : []),
      ].map(([move, schema]) => [
        `${base}/{id}/moves/${move}`,
        {
          post: {
            tags,
            summary: `${move}: ${name}`,
            parameters: [idParameter, idempotencyKey],
            requestBody: { required: true, content: body(schema) },
            responses: {
              200: { description: 'The record.', content: body(one) },
              ...refusals(401, 403, 404, 409, 422),
            },
          },
        },
      ]),
    ),
  }
}

const recordSchema = (area: Area): Json => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Object.entries(allFields(area)).flatMap(([name, field]) => [
        [name, field.kind === 'rows' ? rowsSchema(field) : valueSchema(field)],
        ...(field.kind === 'reference' ? [[titleKey(name), titleSchema]] : []),
      ]),
    ),
  },
})

const rowsSchema = (field: Field): Json => ({
  type: 'array',
  items: { $ref: `#/components/schemas/${field.options.to}` },
})

const valueSchema = (field: Field): Json => {
  const type = (base: string) => (field.required ? base : [base, 'null'])
  if (isDecimal(field)) return { type: type('string'), format: 'decimal' }
  switch (field.kind) {
    case 'integer':
    case 'reference':
      return { type: type('integer') }
    case 'flag':
      return { type: 'boolean' }
    case 'choices':
      return { type: 'array', items: { enum: field.options.values } }
    case 'choice':
      return field.required ? { enum: field.options.values } : { enum: [...(field.options.values ?? []), null] }
    case 'date':
      return { type: type('string'), format: 'date' }
    case 'moment':
      return { type: type('string'), format: 'date-time' }
    default:
      return { type: type('string') }
  }
}

const filterParameters = (area: Area): Json[] =>
  Object.entries(allFields(area)).flatMap(([name, field]) =>
    operatorsOf(field).map((operator) => ({ name: name + operator, in: 'query', schema: { type: 'string' } })),
  )

const jsonSchema = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
const body = (schema: unknown) => ({ 'application/json': { schema } })
const refusals = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: reasons[status], content: body({ $ref: '#/components/schemas/error' }) },
    ]),
  )
const reasons: Record<number, string> = {
  400: 'Not readable, or an unknown filter or sort.',
  401: 'Not signed in.',
  403: 'Not permitted.',
  404: 'Absent or out of scope.',
  409: 'Stale version, illegal move or in use.',
  422: 'Not valid; the errors say which fields.',
}

const error: Json = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
}
const titleSchema: Json = {
  type: ['object', 'null'],
  properties: { id: { type: 'integer' }, title: { type: 'string' }, title_zh: { type: ['string', 'null'] } },
}
const versionBody: Json = {
  type: 'object',
  required: ['version'],
  additionalProperties: false,
  properties: { version: { type: 'integer' } },
}
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const idempotencyKey = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }
const pageParameters: Json[] = [
  { name: '_start', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: '_end', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: '_sort', in: 'query', schema: { type: 'string' } },
  { name: '_order', in: 'query', schema: { type: 'string' } },
  { name: 'q', in: 'query', schema: { type: 'string' } },
]

const found = {
  type: 'object',
  required: ['area', 'id', 'title', 'path'],
  properties: {
    area: { type: 'string' },
    id: { type: 'integer' },
    title: { type: 'string' },
    subtitle: { type: 'string', description: 'What tells it from others of its kind.' },
    status: { type: 'string' },
    path: { type: 'string', description: 'Address of its page.' },
  },
}

const searchPath: Json = {
  get: {
    tags: ['Search'],
    summary: 'Records of every area that the caller may read, by their words',
    parameters: [
      { name: 'q', in: 'query', required: true, schema: { type: 'string', maxLength: 200 } },
      {
        name: 'areas',
        in: 'query',
        description: 'Records of these only, parted by commas.',
        schema: { type: 'string' },
      },
      { name: 'each', in: 'query', description: 'How many of every area.', schema: { type: 'integer', default: 5 } },
      {
        name: '_start',
        in: 'query',
        description: 'A page of all, instead of some of each.',
        schema: { type: 'integer' },
      },
      { name: '_end', in: 'query', schema: { type: 'integer' } },
    ],
    responses: {
      200: {
        description: 'What was found, by area.',
        content: body({
          type: 'object',
          required: ['results', 'counts'],
          properties: {
            results: { type: 'array', items: found },
            counts: {
              type: 'array',
              items: { type: 'object', properties: { area: { type: 'string' }, count: { type: 'integer' } } },
            },
          },
        }),
      },
      ...refusals(400, 401),
    },
  },
}

const accountPaths: Json = {
  '/api/auth/login': {
    post: {
      tags: ['Account'],
      summary: 'Sign in',
      security: [],
      requestBody: {
        content: body({
          type: 'object',
          required: ['email', 'password'],
          properties: { email: { type: 'string' }, password: { type: 'string' }, remember: { type: 'boolean' } },
        }),
      },
      responses: { 200: { description: 'Token and user.' }, ...refusals(422) },
    },
  },
  '/api/auth/logout': {
    post: { tags: ['Account'], summary: 'Sign out', responses: { 200: { description: 'Done.' } } },
  },
  '/api/auth/access-token': {
    get: {
      tags: ['Account'],
      summary: 'Renew the token',
      responses: { 200: { description: 'Token and user.' }, ...refusals(401) },
    },
  },
}

import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type Area, allFields, titleKey } from '../../shared/area'
import { type Field, isDecimal } from '../../shared/fields'
import { operatorsOf } from '../../shared/list-query'
import { createSchema, editSchema, moveSchema } from '../../shared/schema'
import { say } from '../../shared/text'
import { render } from '../texts'
import type { Kit } from './kit'

/** Serves the API's description, made from the same declarations and schemas as the API, and a page to read it. */
export const openapi = (app: FastifyInstance, { kit, version }: { kit: Kit; version: string }) => {
  let document: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(describe(kit, version))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}

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
          ([move, { asks }]) => [move, jsonSchema(moveSchema(asks))] as const,
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

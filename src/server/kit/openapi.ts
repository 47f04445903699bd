import type { FastifyInstance } from 'fastify'
import { worklistAreas } from '../../areas/worklists'
import { type Area, allFields, titleKey } from '../../shared/area'
import { type Field, isDecimal } from '../../shared/fields'
import { operatorsOf } from '../../shared/list-query'
import { askSchema, createSchema, editSchema, moveSchema, valuesSchema } from '../../shared/schema'
import { say } from '../../shared/text'
import { render } from '../texts'
import {
  body,
  fieldErrors,
  idempotencyKey,
  idParameter,
  type Json,
  jsonSchema,
  refusals,
  versionBody,
} from './description'
import { filePaths, worklistPaths } from './import/describe'
import type { Kit } from './kit'

/** Serves the API's description, made from the same declarations and schemas as the API, and a page to read it. */
export const openapi = (
  app: FastifyInstance,
  { kit, version, paths }: { kit: Kit; version: string; paths: Record<string, unknown> },
) => {
  let document: Json | undefined
  const described = () => {
    document ??= describe(kit, version, paths)
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
  const input = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const parameters = (operation.parameters ?? []).map(({ name }) => `<code>${escaped(String(name))}</code>`)
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${escaped(operation.summary)}</summary>
${operation.description ? `<p>${escaped(operation.description)}</p>` : ''}
${parameters.length ? `<p>Parameters: ${parameters.join(' ')}</p>` : ''}
${input ? `<pre>${escaped(JSON.stringify(input, null, 2))}</pre>` : ''}
<ul>${Object.entries(operation.responses)
    .map(([status, { description }]) => `<li>${status}: ${escaped(description)}</li>`)
    .join('')}</ul></details>`
}

interface Operation {
  tags: string[]
  summary: string
  description?: string
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

const describe = (kit: Kit, version: string, paths: Json): Json => ({
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
    ...paths,
    ...Object.assign({}, ...kit.register.areas.map((area) => kit.server(area.name).paths ?? {})),
    ...Object.assign({}, ...kit.register.areas.map((area) => areaPaths(kit, area))),
    ...Object.assign({}, ...worklistAreas.map(worklistPaths)),
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
        parameters: [
          ...lists.filter(({ name: parameter }) => !String(parameter).startsWith('_')),
          {
            name: 'by',
            in: 'query',
            schema: { type: 'string' },
            description: 'A field that is a choice: how many have each value.',
          },
        ],
        responses: {
          200: {
            description: 'Count and sums per currency; with `by` how many have each value.',
            content: body(totals),
          },
          ...refusals(400, 401, 403),
        },
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
        parameters: [idempotencyKey],
        requestBody: { required: true, content: body(jsonSchema(editSchema(area, kit.register))) },
        responses: { 200: { description: 'The record.', content: body(one) }, ...refusals(401, 403, 404, 409, 422) },
      },
      ...(writable && {
        delete: {
          tags,
          summary: `Delete: ${name}`,
          requestBody: { required: true, content: body(versionBody) },
          responses: { 200: { description: 'Deleted.', content: body(idOnly) }, ...refusals(401, 403, 404, 409) },
        },
      }),
    },
    [`${base}/bulk`]: {
      patch: {
        tags,
        summary: `Edit many: ${name}`,
        description:
          'Each record in a transaction of its own; `shift` moves dates by days from where each record has them. ' +
          'An undo sends, for each row, the version and the values before that the answer gave.',
        parameters: [idempotencyKey],
        requestBody: { required: true, content: body(bulkEditBody(jsonSchema(valuesSchema(area)))) },
        responses: {
          200: { description: 'What became of each record.', content: body(bulkResults) },
          ...refusals(401, 403, 409, 422),
        },
      },
    },
    ...Object.fromEntries(
      Object.entries(area.lifecycle?.moves ?? {}).map(([move, { asks }]) => [
        `${base}/bulk/moves/${move}`,
        {
          post: {
            tags,
            summary: `${move}, many: ${name}`,
            parameters: [idempotencyKey],
            requestBody: { required: true, content: body(bulkMoveBody(jsonSchema(askSchema(asks, kit.register)))) },
            responses: {
              200: { description: 'What became of each record.', content: body(bulkResults) },
              ...refusals(401, 403, 409, 422),
            },
          },
        },
      ]),
    ),
    ...(kit.server(area.name).paper && {
      [`${base}/{id}/pdf`]: {
        get: {
          tags,
          summary: `On paper: ${name}`,
          parameters: [
            idParameter,
            {
              name: 'language',
              in: 'query',
              schema: { enum: ['en', 'zh', 'both'] },
              description: 'Else the caller’s.',
            },
          ],
          responses: {
            200: { description: 'The paper.', content: { 'application/pdf': { schema: binary } } },
            ...refusals(400, 401, 403, 404),
          },
        },
      },
    }),
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
        responses: {
          200: { description: 'Who changed what, newest first.', content: body(history) },
          ...refusals(401, 403, 404),
        },
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
      Object.entries(allFields(area))
        .filter(([, { options }]) => !options.asked)
        .flatMap(([name, field]) => [
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

const error: Json = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    errors: fieldErrors,
  },
}
const titleSchema: Json = {
  type: ['object', 'null'],
  properties: { id: { type: 'integer' }, title: { type: 'string' }, title_zh: { type: ['string', 'null'] } },
}
const pageParameters: Json[] = [
  { name: '_start', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: '_end', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: '_sort', in: 'query', schema: { type: 'string' } },
  { name: '_order', in: 'query', schema: { type: 'string' } },
  { name: 'q', in: 'query', schema: { type: 'string' } },
]

const binary: Json = { type: 'string', format: 'binary' }

const idOnly: Json = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

const totals: Json = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    sums: {
      type: 'array',
      items: {
        type: 'object',
        description: 'By currency where the area has one; a field of its own for each sum.',
        properties: { currency: { type: ['string', 'null'] }, count: { type: 'integer' } },
        additionalProperties: { type: ['string', 'number', 'null'] },
      },
    },
    values: {
      type: 'array',
      items: { type: 'object', properties: { value: { type: ['string', 'null'] }, count: { type: 'integer' } } },
    },
  },
}

const history: Json = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'at', 'actor', 'area', 'record_id', 'action', 'changes'],
    properties: {
      id: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      actor: {
        type: 'object',
        properties: {
          id: { type: ['integer', 'null'] },
          title: { type: 'string' },
          role: { type: ['string', 'null'] },
        },
      },
      area: { type: 'string' },
      record_id: { type: 'integer' },
      action: { type: 'string', description: 'create, edit, delete, archive, restore, or the name of a move.' },
      from_status: { type: ['string', 'null'] },
      to_status: { type: ['string', 'null'] },
      comment: { type: ['string', 'null'] },
      changes: {
        type: 'array',
        items: { type: 'object', required: ['field'], properties: { field: { type: 'string' }, old: {}, new: {} } },
      },
    },
  },
}

const row: Json = {
  type: 'object',
  required: ['id', 'version'],
  additionalProperties: false,
  properties: { id: { type: 'integer' }, version: { type: 'integer' } },
}
const byFilter: Json = {
  filter: {
    type: 'string',
    maxLength: 4000,
    description: 'Instead of rows: the filter of a list, as its address has it.',
  },
  count: { type: 'integer', minimum: 1, description: 'With a filter: how many the person agreed to.' },
}
const bulkEditBody = (values: Json): Json => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    values: { ...values, description: 'What all of them get.' },
    shift: {
      type: 'object',
      description: 'Days by which a date moves, by field.',
      additionalProperties: { type: 'integer', minimum: -3650, maximum: 3650 },
    },
    rows: {
      type: 'array',
      maxItems: 1000,
      items: { ...row, properties: { ...(row.properties as Json), values } },
    },
    ...byFilter,
  },
})
const bulkMoveBody = (asked: Json): Json => ({
  ...asked,
  properties: { ...(asked.properties as Json), rows: { type: 'array', maxItems: 1000, items: row }, ...byFilter },
})
const bulkResults: Json = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'ok', 'status'],
        properties: {
          id: { type: 'integer' },
          ok: { type: 'boolean' },
          status: { type: 'integer' },
          version: { type: 'integer', description: 'Of an edit: the one it made.' },
          before: { type: 'object', description: 'Of an edit: the values before it.', additionalProperties: true },
          code: { type: 'string' },
          message: { type: 'string' },
          errors: fieldErrors,
        },
      },
    },
  },
}

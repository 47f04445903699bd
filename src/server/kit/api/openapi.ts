import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { worklistAreas } from '#areas/worklists.ts'
import {
  columnsParameter,
  exported,
  filePaths,
  format,
  importParameters,
  importResponses,
  importSchemas,
  importStepPaths,
  labels,
  worklistPaths,
} from '#server/kit/import/describe.ts'
import type { Kit } from '#server/kit/kit.ts'
import { renderText } from '#server/texts.ts'
import { namedPeriods } from '#shared/base/periods.ts'
import { type Area, allFields, titleKey } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import { operators } from '#shared/kit/filter.ts'
import { operatorsOf } from '#shared/kit/list-query.ts'
import { createSchema, editSchema, moveInputSchema, moveSchema, valuesSchema } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import { lengthUnits } from '#shared/trade/lengths.ts'
import {
  body,
  fieldErrors,
  idempotencyKey,
  idParameter,
  type Json,
  jsonSchema,
  query,
  ref,
  refusalResponses,
  refusals,
  requestBody,
  tableFile,
  text,
  versionBody,
} from './description'
import { resolved, share } from './openapi-share'
import { operationId, pascal, singular } from './operation-id'
import { route } from './route'

/**
 * Serves the API's description, generated from the same declarations and schemas as the API, and a page to read it.
 * Register it before other routes: it collects the descriptions of `route`.
 */
export const openapi = (app: FastifyInstance, { kit, version }: { kit: Kit; version: string }) => {
  const describers = collectDescribers(app)
  // Open, as the README says: it holds no data, and clients are written before accounts exist. Created, compressed and
  // hashed once, so that unauthenticated requests cause no work.
  const pages = onceMade(() => {
    const document = describe(kit, version, describedRoutes(describers))
    return { json: keptAnswer(JSON.stringify(document)), html: keptAnswer(page(document)) }
  })
  route(app, documentRoute, (request, _input, reply) =>
    sendKept(request, reply.type('application/json; charset=utf-8'), pages().json),
  )
  route(app, pageRoute, (request, _input, reply) =>
    sendKept(
      request,
      reply
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        .type('text/html; charset=utf-8'),
      pages().html,
    ),
  )
}

const documentRoute = {
  method: 'GET',
  url: '/api/openapi.json',
  tags: ['Portal'],
  operationId: 'getDescription',
  summary: 'This description',
  answer: { description: 'OpenAPI 3.1.', schema: z.looseObject({}) },
  open: true,
  compress: false,
} as const

const pageRoute = {
  method: 'GET',
  url: '/api/docs',
  tags: ['Portal'],
  operationId: 'getDescriptionPage',
  summary: 'This description as a page',
  responses: { 200: { description: 'The page.', content: { 'text/html': { schema: text } } } },
  open: true,
  compress: false,
} as const

interface Describer {
  path: string
  method: string
  describe: NonNullable<FastifyContextConfig['describe']>
}

const collectDescribers = (app: FastifyInstance): readonly Describer[] => {
  const describers: Describer[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    // The twins for HEAD, which Fastify adds to routes for GET, have their config.
    if (config?.describe && typeof method === 'string' && method !== 'HEAD')
      describers.push({
        path: url.replaceAll(/:(\w+)/g, '{$1}'),
        method: method.toLowerCase(),
        describe: config.describe,
      })
  })
  return describers
}

/** The paths of these routes, and the schemas that have a name. */
const describedRoutes = (describers: readonly Describer[]) => {
  const described = { paths: {} as Record<string, Json>, schemas: {} as Record<string, Json> }
  for (const { path, method, describe } of describers) {
    const { operation, schemas } = describe()
    described.paths[path] = { ...described.paths[path], [method]: operation }
    Object.assign(described.schemas, schemas)
  }
  return described
}

interface KeptAnswer {
  tag: string
  plain: Buffer
  gzip: Buffer
}

const onceMade = <T>(make: () => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const keptAnswer = (text: string): KeptAnswer => {
  const plain = Buffer.from(text)
  return {
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    gzip: gzipSync(plain),
  }
}

const sendKept = ({ headers }: FastifyRequest, reply: FastifyReply, { tag, plain, gzip }: KeptAnswer) => {
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  const isSmall = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  return isSmall ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(plain)
}

/** The description as a plain page: no script, so that it reads the same everywhere. */
const page = (document: Json): string => {
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ document, path, method, operation })),
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

const operationHtml = ({ document, path, method, operation }: Described) => {
  const request = resolved(document, operation.requestBody) as Body | undefined
  const input = resolved(document, Object.values(request?.content ?? {})[0]?.schema)
  const parameters = (operation.parameters ?? [])
    .flatMap((parameter) => namesOf(resolved(document, parameter) as Parameter))
    .map((name) => `<code>${escaped(name)}</code>`)
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${escaped(operation.summary)}</summary>
${operation.description ? `<p>${escaped(operation.description)}</p>` : ''}
${parameters.length ? `<p>Parameters: ${parameters.join(' ')}</p>` : ''}
${input ? `<pre>${escaped(JSON.stringify(input, null, 2))}</pre>` : ''}
<ul>${Object.entries(operation.responses)
    .map(
      ([status, response]) => `<li>${status}: ${escaped((resolved(document, response) as Response).description)}</li>`,
    )
    .join('')}</ul></details>`
}

/** The names of query parameters: for a parameter with properties, each of them. */
const namesOf = ({ name, schema }: Parameter): string[] => Object.keys(schema?.properties ?? { [name]: true })

interface Described {
  document: Json
  path: string
  method: string
  operation: Operation
}
interface Body {
  content: Record<string, { schema: unknown }>
}
interface Parameter {
  name: string
  schema?: { properties?: Json }
}
interface Response {
  description: string
}
interface Operation {
  operationId?: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Json[]
  requestBody?: Body | { $ref: string }
  responses: Record<string, Response | { $ref: string }>
}
const anchor = (tag: string) => tag.toLowerCase().replace(/\W+/g, '-')
const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
const style = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:960px;margin:24px auto;padding:0 16px}
details{border-top:1px solid #8884;padding:6px 0}summary{cursor:pointer}pre{overflow:auto;background:#8881;padding:8px;border-radius:8px}
b{display:inline-block;min-width:56px}`

const describe = (kit: Kit, version: string, routes: ReturnType<typeof describedRoutes>): Json => {
  const { areas } = kit.register
  const { paths, components } = share(
    named({
      ...routes.paths,
      ...Object.assign({}, ...areas.map((area) => areaPaths(kit, area))),
      ...Object.assign({}, ...worklistAreas.map(worklistPaths)),
      ...importStepPaths,
    }),
    {
      schemas: {
        Error: error,
        ...sharedSchemas,
        ...importSchemas,
        ...routes.schemas,
        ...Object.assign({}, ...areas.map((area) => areaSchemas(kit, area))),
      },
      parameters: {
        ...sharedParameters,
        ...importParameters,
        ...Object.fromEntries(areas.map((area) => [`${recordName(area)}Filter`, filterParameter(area)])),
      },
      requestBodies: {
        Version: requestBody(versionBody),
        ImportFile: tableFile,
        BulkTarget: requestBody(bulkTargetBody),
        ...moveBodies(kit),
      },
      responses: {
        ...refusalResponses(),
        ...sharedResponses,
        ...importResponses,
        ...Object.fromEntries(areas.map((area) => [recordName(area), recordResponse(area)])),
      },
    },
  )
  const operations = Object.values(paths as Record<string, Record<string, Operation>>).flatMap(Object.values)
  const tags = [...new Set(operations.flatMap(({ tags: labels }: Operation) => labels ?? []))]
  return {
    openapi: '3.1.0',
    info: { title: 'Supplier and purchase-order portal', version, description: about },
    servers: [{ url: '/', description: 'The portal that serves this description.' }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name })),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      ...components,
    },
    paths,
  }
}

/** The paths, each operation with a name by which programs call it. */
const named = (paths: Json): Json =>
  Object.fromEntries(
    Object.entries(paths as Record<string, Json>).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          method === 'parameters' ? operation : { operationId: operationId(method, path), ...(operation as Json) },
        ]),
      ),
    ]),
  )

const recordName = ({ name }: Area) => singular(pascal(name))

const recordResponse = (area: Area): Json => ({
  description: 'The record with its rows, moves and editable fields.',
  content: body(ref(recordName(area))),
})

/** The inputs of moves; identical ones are shared. Further inputs under the same names stay with their move. */
const moveBodies = (kit: Kit): Record<string, Json> => {
  const bodies: Record<string, Json> = {}
  for (const area of kit.register.areas)
    for (const { asks } of Object.values(area.lifecycle?.moves ?? {})) {
      const name = Object.keys(asks ?? {})
        .map(pascal)
        .join('')
      bodies[`Move${name}`] ??= requestBody(jsonSchema(moveSchema(asks, kit.register)))
      bodies[`BulkMove${name}`] ??= requestBody(bulkMoveBody(jsonSchema(moveInputSchema(asks, kit.register))))
    }
  return bodies
}

/** Schemas of an area: the record, and the bodies to create, edit and bulk-edit it; common parts are shared. */
const areaSchemas = (kit: Kit, area: Area): Record<string, Json> => {
  const name = recordName(area)
  const { additionalProperties: _closed, ...values } = jsonSchema(valuesSchema(area))
  const edit = jsonSchema(editSchema(area, kit.register))
  return {
    [name]: recordSchema(area),
    [`${name}Values`]: values,
    [`${name}Edit`]: derived(`${name}Values`, values, edit),
    ...(!area.partOf &&
      !area.single && {
        [`New${name}`]: derived(`${name}Values`, values, jsonSchema(createSchema(area, kit.register))),
      }),
    ...rowSchemas(area, edit),
  }
}

/** Describes a schema as the base plus its differences; unchanged when it lacks a part of the base. */
const derived = (name: string, base: Json, schema: Json): Json => {
  const [known, all] = [base.properties ?? {}, schema.properties ?? {}] as [Json, Json]
  if (Object.keys(known).some((field) => !Object.hasOwn(all, field))) return schema
  const { additionalProperties: _closed, ...others } = schema
  return {
    ...others,
    allOf: [ref(name)],
    properties: Object.fromEntries(
      Object.entries(all).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(known[field])),
    ),
    unevaluatedProperties: false,
  }
}

/** The rows within what is sent, and the rows of those. */
const rowSchemas = (area: Area, { properties }: Json): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(area.fields).flatMap(([name, { kind, options }]) => {
      const { items } = ((properties as Record<string, Json> | undefined)?.[name] ?? {}) as { items?: Json }
      return kind === 'rows' && items ? [[`${singular(pascal(options.to ?? ''))}Row`, items]] : []
    }),
  )

const about = [
  'Lists are filtered by field, with an operator behind the name where it is not equality: `status=draft&qty_gte=100`.',
  '`_within` takes any of several values or ranges, with commas between them and both ends included: `5,10..20,100..`; of',
  'dates also spans that move with the calendar of the portal:',
  `${namedPeriods.map((name) => `\`${name}\``).join(', ')}, \`next_14_days\` (today and 13 more) and \`last_7_days\` (today`,
  'and the 6 before).',
  'What changes many records takes each in a transaction of its own: `values` go to all of them, `shift` moves dates by',
  'days from where each record has them. An undo sends, for each row, the version and the values before that the answer',
  'gave. Which moves fit many records is answered without writing anything; up to 200 are judged as the move itself would',
  'judge them (`isExact`), more by their states alone. A write sent again with the same `Idempotency-Key` gets the first answer.',
].join(' ')

/** Data shared by the descriptions of an area's routes. */
interface AreaDescription {
  kit: Kit
  area: Area
  name: string
  base: string
  tags: string[]
  filter: Json
  /** Whether its records are created, deleted and archived on their own. */
  standsAlone: boolean
}

const areaPaths = (kit: Kit, area: Area): Json => {
  const name = renderText(textOf(`areas.${area.name}.name`), 'en')
  const description: AreaDescription = {
    kit,
    area,
    name,
    base: `/api/${area.name}`,
    tags: [name],
    filter: { $ref: `#/components/parameters/${recordName(area)}Filter` },
    standsAlone: !area.partOf && !area.single,
  }
  return {
    ...listPaths(description),
    ...recordPaths(description),
    ...bulkPaths(description),
    ...(kit.server(area.name).paper && paperPaths(description)),
    ...filePaths(area, [description.filter]),
    ...historyPaths(description),
    ...movePaths(description),
  }
}

const listPaths = ({ area, name, base, tags, filter, standsAlone }: AreaDescription): Json => ({
  [base]: {
    get: {
      tags,
      summary: `List: ${name}`,
      parameters: [pageParameter, filter],
      responses: {
        200: {
          description: 'A page; the number of all in X-Total-Count.',
          headers: { 'X-Total-Count': { schema: { type: 'integer' } } },
          content: body({ type: 'array', items: ref(recordName(area)) }),
        },
        ...refusals(400, 401, 403),
      },
    },
    ...(standsAlone && {
      post: {
        tags,
        summary: `Create: ${name}`,
        parameters: [idempotencyKey],
        requestBody: { required: true, content: body(ref(`New${recordName(area)}`)) },
        responses: { 201: recordResponse(area), ...refusals(401, 403, 409, 422) },
      },
    }),
  },
  [`${base}/totals`]: {
    get: {
      tags,
      summary: `Sums of the filtered list: ${name}`,
      parameters: [filter, byParameter],
      responses: {
        200: {
          description: 'Count and sums per currency; with `by` how many have each value.',
          content: body(totals),
        },
        ...refusals(400, 401, 403),
      },
    },
  },
})

const recordPaths = ({ area, name, base, tags, standsAlone }: AreaDescription): Json => ({
  [`${base}/{id}`]: {
    parameters: [idParameter],
    get: {
      tags,
      summary: `Read: ${name}`,
      responses: { 200: recordResponse(area), ...refusals(401, 403, 404) },
    },
    patch: {
      tags,
      summary: `Edit: ${name}`,
      parameters: [idempotencyKey],
      requestBody: { required: true, content: body(ref(`${recordName(area)}Edit`)) },
      responses: { 200: recordResponse(area), ...refusals(401, 403, 404, 409, 422) },
    },
    ...(standsAlone && {
      delete: {
        tags,
        summary: `Delete: ${name}`,
        requestBody: requestBody(versionBody),
        responses: { 200: { description: 'Deleted.', content: body(idOnly) }, ...refusals(401, 403, 404, 409) },
      },
    }),
  },
})

const bulkPaths = ({ kit, area, name, base, tags }: AreaDescription): Json => ({
  [`${base}/bulk`]: {
    patch: {
      tags,
      summary: `Edit many: ${name}`,
      parameters: [idempotencyKey],
      requestBody: {
        required: true,
        content: body(bulkEditBody({ ...ref(`${recordName(area)}Values`), unevaluatedProperties: false })),
      },
      responses: bulkResponses,
    },
  },
  ...(area.lifecycle && {
    [`${base}/bulk/moves`]: {
      post: {
        tags,
        summary: `Moves that fit many: ${name}`,
        requestBody: { required: true, content: body(bulkTargetBody) },
        responses: {
          200: { description: 'The records, and the moves that fit at least one.', content: body(fittingMoves) },
          ...refusals(401, 403, 422),
        },
      },
    },
  }),
  ...Object.fromEntries(
    Object.entries(area.lifecycle?.moves ?? {}).map(([move, { asks }]) => [
      `${base}/bulk/moves/${move}`,
      {
        post: {
          tags,
          summary: `${move}, many: ${name}`,
          parameters: [idempotencyKey],
          requestBody: requestBody(bulkMoveBody(jsonSchema(moveInputSchema(asks, kit.register)))),
          responses: bulkResponses,
        },
      },
    ]),
  ),
})

const paperPaths = ({ name, base, tags }: AreaDescription): Json => ({
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
        {
          name: 'unit',
          in: 'query',
          schema: { enum: [...lengthUnits] },
          description: 'Of lengths, where the paper has any; else the record’s own.',
        },
      ],
      responses: {
        200: { description: 'The paper.', content: { 'application/pdf': { schema: binary } } },
        ...refusals(400, 401, 403, 404),
      },
    },
  },
})

const historyPaths = ({ name, base, tags }: AreaDescription): Json => ({
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
})

const movePaths = ({ kit, area, name, base, tags, standsAlone }: AreaDescription): Json => {
  const declared = Object.entries(area.lifecycle?.moves ?? {}).map(([move, { asks }]): [string, Json] => [
    move,
    jsonSchema(moveSchema(asks, kit.register)),
  ])
  const archiving = standsAlone ? ['archive', 'restore'].map((move): [string, Json] => [move, versionBody]) : []
  return Object.fromEntries(
    [...declared, ...archiving].map(([move, schema]) => [
      `${base}/{id}/moves/${move}`,
      {
        post: {
          tags,
          summary: `${move}: ${name}`,
          parameters: [idParameter, idempotencyKey],
          requestBody: requestBody(schema),
          responses: { 200: recordResponse(area), ...refusals(401, 403, 404, 409, 422) },
        },
      },
    ]),
  )
}

const recordSchema = (area: Area): Json => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Object.entries(allFields(area))
        .filter(([, { options }]) => !options.filterOnly)
        .flatMap(([name, field]) => [
          [name, field.kind === 'rows' ? rowsSchema(field) : valueSchema(field)],
          ...(field.kind === 'reference' ? [[titleKey(name), titleSchema]] : []),
        ]),
    ),
  },
})

const rowsSchema = (field: Field): Json => ({
  type: 'array',
  items: ref(singular(pascal(field.options.to ?? ''))),
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

/** All filters of a list as one parameter whose properties are in the address: `status=draft&qty_gte=100`. */
const filterParameter = (area: Area): Json => {
  const fields = Object.entries(allFields(area)).filter(([, field]) => operatorsOf(field).length > 0)
  return {
    name: 'filter',
    in: 'query',
    style: 'form',
    explode: true,
    schema: {
      type: 'object',
      properties: { q: text, ...Object.fromEntries(fields.map(([name]) => [name, {}])) },
      patternProperties: { [`^.+(${operators.filter(Boolean).join('|')})$`]: {} },
      additionalProperties: false,
    },
  }
}

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
/** The page and order of a list; its properties are in the address. */
const pageParameter: Json = {
  name: 'page',
  in: 'query',
  style: 'form',
  explode: true,
  schema: {
    type: 'object',
    properties: {
      _start: { type: 'integer', minimum: 0 },
      _end: { type: 'integer', minimum: 0 },
      _sort: text,
      _order: text,
    },
  },
}
const byParameter = query('by', text, { description: 'A field that is a choice: how many have each value.' })

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
const shift: Json = {
  type: 'object',
  description: 'Days by which a date moves, by field.',
  additionalProperties: { type: 'integer', minimum: -3650, maximum: 3650 },
}
const recordChanges: Json = {
  type: 'array',
  maxItems: 1000,
  items: {
    ...row,
    properties: { ...(row.properties as Json), values: { type: 'object', additionalProperties: true } },
  },
}
const recordVersions: Json = { type: 'array', maxItems: 1000, items: row }
const byFilter: Record<'filter' | 'count', Json> = {
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
    values,
    shift,
    rows: recordChanges,
    ...byFilter,
  },
})
const bulkTargetBody: Json = {
  type: 'object',
  additionalProperties: false,
  properties: { rows: recordVersions, ...byFilter },
}
const fittingMoves: Json = {
  type: 'object',
  required: ['rows', 'isExact', 'moves'],
  properties: {
    rows: { type: 'array', items: row },
    isExact: { type: 'boolean' },
    moves: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'ids', 'cautions'],
        properties: {
          name: { type: 'string' },
          ids: { type: 'array', items: { type: 'integer' } },
          cautions: {
            type: ['array', 'null'],
            description: 'What to know before, and of how many; null where there are too many to look at each.',
            items: {
              type: 'object',
              required: ['text', 'count'],
              properties: { text: { type: 'string' }, count: { type: 'integer' } },
            },
          },
        },
      },
    },
  },
}
const bulkMoveBody = (inputs: Json): Json => ({
  ...inputs,
  properties: { ...(inputs.properties as Json), rows: recordVersions, ...byFilter },
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

const bulkResponses = {
  200: { description: 'What became of each record.', content: body(bulkResults) },
  ...refusals(401, 403, 409, 422),
}

/** Parts that many operations share; `share` replaces them by references. */
const sharedSchemas: Record<string, Json> = {
  Id: idOnly,
  Version: versionBody,
  RecordVersion: row,
  Shift: shift,
  RecordVersions: recordVersions,
  RecordChanges: recordChanges,
  BulkFilter: byFilter.filter,
  BulkCount: byFilter.count,
  Mention: titleSchema,
  Totals: totals,
  History: history,
  BulkResults: bulkResults,
  FieldErrors: fieldErrors,
}
const sharedResponses: Record<string, Json> = {
  BulkResults: { description: 'What became of each record.', content: body(bulkResults) },
  Deleted: { description: 'Deleted.', content: body(idOnly) },
  History: { description: 'Who changed what, newest first.', content: body(history) },
  Totals: { description: 'Count and sums per currency; with `by` how many have each value.', content: body(totals) },
  File: exported[200],
  FittingMoves: { description: 'The records, and the moves that fit at least one.', content: body(fittingMoves) },
}
const sharedParameters: Record<string, Json> = {
  Id: idParameter,
  Key: idempotencyKey,
  Page: pageParameter,
  By: byParameter,
  Format: format,
  Columns: columnsParameter,
  Headings: labels[0] as Json,
  Values: labels[1] as Json,
}

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { worklistAreas } from '#areas/worklists.ts'
import {
  importParameters,
  importResponses,
  importSchemas,
  importStepPaths,
  worklistPaths,
} from '#server/kit/import/describe.ts'
import type { Kit } from '#server/kit/kit.ts'
import { lazily } from '#server/kit/memo.ts'
import { namedPeriods } from '#shared/base/periods.ts'
import { type Json, refusalResponses, requestBody, tableFile, text, versionBody } from './description'
import { areaPaths, filterParameter, moveBodies, recordName, recordResponse } from './openapi-areas'
import { type Operation, page } from './openapi-page'
import { areaSchemas } from './openapi-records'
import { bulkTargetBody, error, sharedParameters, sharedResponses, sharedSchemas } from './openapi-schemas'
import { share } from './openapi-share'
import { operationId } from './operation-id'
import { route } from './route'

/**
 * Serves the API's description, generated from the same declarations and schemas as the API, and a page to read it.
 * Register it before other routes: it collects the descriptions of `route`.
 */
export const openapi = (app: FastifyInstance, { kit, version }: { kit: Kit; version: string }) => {
  const describers = collectDescribers(app)
  // Public, since it holds no data and clients are written before they have accounts. Built, compressed and hashed once,
  // so that unauthenticated requests cause no work.
  const pages = lazily(() => {
    const document = describe(kit, version, describedRoutes(describers))
    return { json: preparedAnswer(JSON.stringify(document)), html: preparedAnswer(page(document)) }
  })
  route(app, documentRoute, (request, _input, reply) =>
    sendPrepared(request, reply.type('application/json; charset=utf-8'), pages().json),
  )
  route(app, pageRoute, (request, _input, reply) =>
    sendPrepared(
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
    // Fastify adds a HEAD route with the same config to each GET route.
    if (config?.describe && typeof method === 'string' && method !== 'HEAD')
      describers.push({
        path: url.replaceAll(/:(\w+)/g, '{$1}'),
        method: method.toLowerCase(),
        describe: config.describe,
      })
  })
  return describers
}

/** The paths of these routes, and the named schemas that they refer to. */
const describedRoutes = (describers: readonly Describer[]) => {
  const described = { paths: {} as Record<string, Json>, schemas: {} as Record<string, Json> }
  for (const { path, method, describe } of describers) {
    const { operation, schemas } = describe()
    described.paths[path] = { ...described.paths[path], [method]: operation }
    Object.assign(described.schemas, schemas)
  }
  return described
}

/** An answer with its entity tag, plain and compressed. */
interface PreparedAnswer {
  tag: string
  plain: Buffer
  gzip: Buffer
}

const preparedAnswer = (text: string): PreparedAnswer => {
  const plain = Buffer.from(text)
  return {
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    gzip: gzipSync(plain),
  }
}

const sendPrepared = ({ headers }: FastifyRequest, reply: FastifyReply, { tag, plain, gzip }: PreparedAnswer) => {
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  const acceptsGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  return acceptsGzip ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(plain)
}

const describe = (kit: Kit, version: string, routes: ReturnType<typeof describedRoutes>): Json => {
  const { areas } = kit.register
  const { paths, components } = share(
    withOperationIds({
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

/** Adds an `operationId` to each operation that has none; client generators name functions after it. */
const withOperationIds = (paths: Json): Json =>
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

const about = [
  'Lists are filtered by field; an operator other than equality follows the name: `status=draft&qty_gte=100`.',
  '`_within` takes comma-separated values or ranges, which include both ends: `5,10..20,100..`; for dates also spans',
  'relative to today in the time zone of the portal:',
  `${namedPeriods.map((name) => `\`${name}\``).join(', ')}, \`next_14_days\` (today and 13 more) and \`last_7_days\` (today`,
  'and the 6 before).',
  'A bulk request changes each record in a transaction of its own: all of them get `values`, and `shift` moves their dates',
  'by a number of days. To undo a bulk edit, send for each row the new version and the values `before` from its answer.',
  '`bulk/moves` answers which moves are possible, without writing; up to 200 records are checked as the move itself checks',
  'them (`isExact`), more by their states only. A write repeated with the same `Idempotency-Key` gets the first answer.',
].join(' ')

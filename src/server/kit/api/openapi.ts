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

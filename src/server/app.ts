import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { register } from '#areas/index.ts'
import { flatNavigation, navigation } from '#areas/navigation.ts'
import { pages } from '#areas/pages.ts'
import { worklists } from '#areas/worklists.ts'
import { tableOf } from '#shared/kit/area.ts'
import { createPermission } from '#shared/kit/permission.ts'
import { policyLines } from '#shared/kit/policy.ts'
import { areaRules, areaServers } from './areas'
import type { PhotoAddress } from './auth/accounts'
import { ownSessionRoutes } from './auth/own-sessions'
import { photoRoutes } from './auth/photo'
import { profileChanged } from './auth/profile'
import { registrationRoutes } from './auth/registration'
import { resetRoutes } from './auth/reset'
import { authRoutes } from './auth/routes'
import { createSessions } from './auth/sessions'
import type { ScanCommand } from './config'
import { dashboardRoutes } from './dashboard/routes'
import type { Db } from './db/types'
import { runForRequest } from './db/watchdog'
import { dossierRoutes } from './dossier/routes'
import { requireDossierReader } from './dossier/rows'
import { electronicInvoiceReading } from './e-invoice/read-routes'
import { electronicInvoiceRoutes } from './e-invoice/write-routes'
import { fileRoutes } from './files/routes'
import type { Storage } from './files/storage'
import { type Files, openFiles } from './files/store'
import { financeRoutes } from './finance/routes'
import { aqlPlanRoutes } from './http/aql-plan'
import { searchRoutes } from './http/search'
import { viewRoutes } from './http/views'
import { openapi } from './kit/api/openapi'
import { areaRoutes } from './kit/api/routes'
import { createKit } from './kit/create-kit'
import { importRoutes } from './kit/import/routes'
import type { Kit } from './kit/kit'
import { exportRoutes } from './kit/read/export'
import { createLists } from './kit/read/lists'
import { createChanges } from './kit/write/changes'
import { bookingLabelRoutes } from './labels/booking-routes'
import { markRoutes } from './labels/mark-routes'
import { labelRoutes } from './labels/routes'
import { sampleLabelRoutes } from './labels/sample-routes'
import { furtherPaperRoutes } from './paper/further-routes'
import { paperRoutes } from './paper/routes'
import { type BodyTimeouts, bodyTimeouts, defaultBodyTimeouts } from './plugins/body-timeouts'
import { answerBeforeRoutes, answerNoRequest, errors } from './plugins/errors'
import { identity } from './plugins/identity'
import { json } from './plugins/json'
import { security } from './plugins/security'
import { silentConnections } from './plugins/silent-connections'

export interface AppOptions {
  db: Db
  /** Signs tokens; at least 32 characters. */
  secret: string
  /** The address at which people reach the portal. */
  publicUrl: string
  /** The folder of uploaded files; by default a temporary one. */
  filesFolder?: string
  /** Storage for files instead of the folder, which then holds only uploads in progress. */
  storage?: Storage
  /** The program that checks every file before it can be downloaded. */
  scan?: ScanCommand
  /** Fastify's `trustProxy`: the proxies whose `X-Forwarded-For` is accepted. */
  trustProxy?: boolean | string
  /** Minimum milliseconds of answers that must not reveal whether an address has an account; 0 in tests. */
  evenAfter?: number
  /** Whether demo accounts may sign in from other machines. */
  demoPublic?: boolean
  /** Time limits of request bodies; shorter in tests. */
  bodyTimeouts?: BodyTimeouts
  version: string
  logger?: FastifyServerOptions['logger']
  /** CSP sources of the inline scripts of the web app's page. */
  scriptHashes?: readonly string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    kit: Kit
    files: Files
  }
}

/**
 * Assembles the API over a database that may still be opening, since it is first used in `onReady`. The caller listens,
 * serves the web app and starts the workers.
 */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { db } = options
  const app = fastify({
    logger: options.logger ?? false,
    // Logging two lines per request costs more than many requests do; failures are logged with the id of their request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: answerBeforeRoutes,
    clientErrorHandler: answerNoRequest,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: 1024 * 1024,
    // Bodies are limited by `bodyTimeouts` and heads by Node's sixty seconds; this would limit both together.
    requestTimeout: 0,
    // Requests on open connections are answered while the portal stops.
    return503OnClosing: false,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 100 },
    // Routes are validated by Zod schemas, so Fastify's JSON Schema compilers are not loaded.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  })
  const can = await createPermission(policyLines(register.areas, flatNavigation(navigation), [...pages, ...worklists]))
  const changes = createChanges(db)
  const tables = new Map([
    ...register.areas.map((area) => [area.name, tableOf(area)] as const),
    ['dossiers', 'dossiers'],
  ])
  const files = openFiles({
    db,
    secret: options.secret,
    folder: options.filesFolder,
    storage: options.storage,
    scan: options.scan,
    tables,
  })
  const kit = createKit({
    db,
    register,
    can,
    servers: areaServers,
    rules: areaRules,
    announce: changes.announce,
    covers: files.covers,
    pictures: files.pictures,
    log: app.log,
  })
  const sessions = createSessions(db, options.secret)
  app.decorate('kit', kit)
  app.decorate('files', files)
  app.addHook('onReady', async () => {
    await sessions.listening
    await changes.listen(kit.changed)
  })
  app.addHook('onClose', async () => {
    await sessions.close()
    await changes.stop()
    await files.close()
  })

  // Both hooks are needed, because reading the body between them starts a new async context.
  const nameContext = ({ id, method, routeOptions }: FastifyRequest, _reply: FastifyReply, next: () => void) =>
    runForRequest(`${method} ${routeOptions.url ?? 'unknown route'}, request ${id}`, next)
  app.addHook('onRequest', nameContext)
  app.addHook('preValidation', nameContext)
  silentConnections(app)
  bodyTimeouts(app, options.bodyTimeouts ?? defaultBodyTimeouts)
  errors(app)
  json(app)
  // Compresses answers only; the files of the web app are compressed at build time.
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 2048, globalDecompression: false })
  await security(app, { publicUrl: options.publicUrl, scriptHashes: options.scriptHashes ?? [] })
  identity(app, { sessions })
  openapi(app, { kit, version: options.version })
  const photoAddress: PhotoAddress = ({ photo_id }) => (photo_id ? files.address(photo_id, aDay) : null)
  authRoutes(app, {
    db,
    sessions,
    photoAddress,
    demoPublic: options.demoPublic,
    onProfileChange: profileChanged(kit),
  })
  const evenAfter = options.evenAfter ?? 400
  resetRoutes(app, { db, evenAfter })
  registrationRoutes(app, { kit, sessions, photoAddress, evenAfter })
  ownSessionRoutes(app, { db })
  photoRoutes(app, { db, files, photoAddress })
  fileRoutes(app, { kit, files, requireReader: { dossier: requireDossierReader } })
  for (const server of areaServers.values()) server.routes?.(app, kit)
  const lists = createLists(kit, db.engine === 'postgres')
  areaRoutes(app, { kit, lists })
  searchRoutes(app, { kit, lists })
  dashboardRoutes(app, { kit, lists })
  financeRoutes(app, { kit })
  viewRoutes(app, { kit })
  aqlPlanRoutes(app)
  exportRoutes(app, { kit, lists })
  importRoutes(app, { kit, lists })
  paperRoutes(app, { kit })
  furtherPaperRoutes(app, { kit })
  electronicInvoiceRoutes(app, { kit })
  electronicInvoiceReading(app, { kit, files })
  markRoutes(app, { kit })
  sampleLabelRoutes(app, { kit, publicUrl: options.publicUrl })
  bookingLabelRoutes(app, { kit })
  labelRoutes(app, { kit })
  dossierRoutes(app, { kit, files })
  return app
}

const unused = () => () => {
  throw new Error('A route declares a Fastify schema, which is not compiled: use `route` with Zod schemas instead')
}

/** Seconds for which the address of a photo is valid. */
const aDay = 86_400

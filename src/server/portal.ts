import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { createApp } from './app'
import { linkHandler } from './auth/links'
import { backUpBeforeMigrations, type Settled, settleRestore } from './commands/backup'
import { type Config, ConfigError, exposedBy, loadSecret } from './config'
import type { EmbeddedDb } from './db/embedded'
import { startHeartbeat } from './db/heartbeat'
import type { Lock } from './db/lock'
import { migrate } from './db/migrate'
import { type OpenData, openData } from './db/open'
import type { Db } from './db/types'
import { loadDemo } from './demo/load'
import { hasDemo } from './demo/remove'
import { followScan } from './files/attachments'
import { openBucket } from './files/bucket'
import { hasProgram } from './files/scan'
import { startDaily } from './jobs/daily'
import { startFileJobs } from './jobs/files'
import { startHousekeeping } from './jobs/housekeeping'
import { createMailer, mailHandler } from './jobs/mail'
import { areaJobs, startOutbox } from './jobs/outbox'
import { system } from './kit/principal'
import { mailedPaper } from './paper/papers'
import { health } from './plugins/health'
import { inlineScriptHashes } from './plugins/security'
import { web } from './plugins/web'
import { seedLibraries } from './seeds/libraries'

/** A running portal. */
export interface Portal {
  readonly app: FastifyInstance
  readonly db: Db
  /** Whether the demo accounts exist. */
  readonly isDemo: boolean
  /** The folder with the data that a restore has replaced, if there was one. */
  readonly replaced?: string
  /** What a restore has invalidated, if there was one. */
  readonly settled?: Settled
  /**
   * Answers for that many seconds more, but reports in health checks that it is stopping and closes each connection
   * after its answer, so that load balancers switch over before the listener closes.
   */
  drain(seconds: number): Promise<void>
  /** Finishes running requests and jobs, then closes everything that `startPortal` has opened. */
  stop(): Promise<void>
}

export interface PortalOptions {
  config: Config
  version: string
  /** The lock on the data directory; required for the embedded database. */
  lock?: Lock
  /** The database, if the caller has started to open it; by default it is opened here. */
  opening?: Promise<OpenData>
  /** The folder of the built web app; absent in development, where Vite serves it. */
  webRoot?: string
  logger?: FastifyServerOptions['logger']
}

/** Opens and migrates the database, loads demo data if configured, and assembles the app with its workers. */
export const startPortal = async (options: PortalOptions): Promise<Portal> => {
  const { config, version, lock, opening, webRoot, logger } = options
  const stops: (() => Promise<unknown> | unknown)[] = []
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart()
  }
  try {
    const { db, opened, replaced } = await (opening ?? openData(config, lock))
    stops.push(() => db.close())
    // The embedded database opens in its worker thread while the app is assembled in this one.
    const migrated = opened.then(async () => {
      const isEmbedded = db.engine === 'embedded'
      const backup = isEmbedded ? await backUpBeforeMigrations(config.dataDir, db as EmbeddedDb) : undefined
      await migrate(db)
      return backup
    })
    migrated.catch(() => {})

    const bucket = config.bucket && (await openBucket(config.bucket))
    if (bucket) stops.push(() => bucket.close())
    const bucketProblem = await bucket?.check()
    if (config.scan && !(await hasProgram(config.scan)))
      throw new ConfigError(`FILES_SCAN_COMMAND names ${config.scan[0]}, which is not a program on this machine.`)

    const scriptHashes = webRoot ? inlineScriptHashes(await readFile(join(webRoot, 'index.html'), 'utf8')) : []
    const app = await createApp({
      db,
      secret: await loadSecret(config),
      publicUrl: config.publicUrl,
      filesFolder: join(config.dataDir, 'files'),
      storage: bucket,
      scan: config.scan,
      trustProxy: config.trustProxy,
      demoPublic: config.demoPublic,
      version,
      logger: logger ?? { level: 'info' },
      scriptHashes,
    })
    stops.push(() => app.close())
    const backup = await migrated
    if (backup) app.log.info(`the database was backed up to ${backup} before it was migrated`)
    const settled = lock && (await settleRestore(config.dataDir, db))
    if (settled)
      app.log.warn(settled, 'restored: all sessions are ended, links in mails are void, waiting mails are held')
    if (bucketProblem) app.log.warn(bucketProblem)
    // Checked with every heartbeat, since the demo accounts may be removed while the portal runs.
    let isDemo = false
    let isDiskFull = false
    const heartbeat = startHeartbeat(db, async () => {
      isDiskFull = await isAlmostFull(config.dataDir)
      isDemo = await hasDemo(db)
    })
    stops.push(() => heartbeat.stop())
    let isDraining = false
    const trouble = () => (isDraining ? 'stopping' : isDiskFull ? 'disk full' : app.writeTrouble.read())
    health(app, { db, version, heartbeat: heartbeat.read, isDemo: () => isDemo, trouble })
    app.addHook('onRequest', async (_request, reply) => {
      if (isDraining) reply.header('connection', 'close')
    })
    if (webRoot) await web(app, { root: webRoot })
    await app.ready()

    await app.kit.write(system, 'import', seedLibraries)
    isDemo = await prepareDemo(config, app, db)
    const send = createMailer({
      url: config.mailUrl,
      from: config.mailFrom,
      folder: join(config.dataDir, 'mail'),
      publicUrl: config.publicUrl,
      log: app.log,
      papers: (paper) => mailedPaper(app.kit, paper),
    })
    const handlers = {
      mail: mailHandler(send),
      account_link: linkHandler({ db, publicUrl: config.publicUrl, send }),
      ...areaJobs(app.kit),
    }
    const outbox = await startOutbox(db, handlers, app.log)
    const fileJobs = await startFileJobs(db, app.files, app.log, (file) => followScan(app.kit, file))
    const stopHousekeeping = startHousekeeping(db, app.log, app.files)
    const stopDaily = await startDaily(app.kit, app.log)
    // Stopped before the app, so that no new jobs start while the last requests end.
    stops.push(
      stopDaily,
      stopHousekeeping,
      () => fileJobs.stop(),
      () => outbox.stop(),
    )
    const drain = async (seconds: number) => {
      isDraining = true
      await sleep(seconds * 1000)
    }
    return { app, db, isDemo, replaced, settled, drain, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whether the disk of a folder is almost full; false if the file system does not report it. */
const isAlmostFull = async (dir: string) => {
  const disk = await statfs(dir).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize < minFreeBytes && disk.blocks > 0
}
const minFreeBytes = 16_000_000

/**
 * Loads the demo data into a database that never had accounts. Throws `ConfigError` if demo accounts, whose password is
 * published, could be reached from other machines.
 */
const prepareDemo = async (config: Config, app: FastifyInstance, db: Db) => {
  const isWanted = config.demo ?? db.engine === 'embedded'
  const isNew = (await db.query('select from users union all select from demo_records limit 1')).length === 0
  const isDemo = (isWanted && isNew) || (await hasDemo(db))
  const exposed = isDemo && !config.demoPublic && exposedBy(config)
  if (exposed) {
    throw new ConfigError(
      `${exposed}, and the demo accounts have a known password: ` +
        'run "npm run demo:remove", or set DEMO_PUBLIC=yes if that is meant.',
    )
  }
  if (isWanted && isNew) await loadDemo(app)
  return isDemo
}

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openEmbedded } from '#server/db/embedded.ts'
import { migrate, schemaHash } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/types.ts'
import type { WatchdogLimits } from '#server/db/watchdog.ts'

export type Engine = Db['engine']

const server = process.env.TEST_DATABASE_URL

/**
 * The engines of what both must do alike (migrations, matrices, lifecycle, locking, import, idempotency): the server's joins
 * where `TEST_DATABASE_URL` names one.
 */
export const contractEngines: readonly Engine[] = server ? ['embedded', 'postgres'] : ['embedded']

/**
 * The engine of every other scenario: the server's where there is one, else the embedded; both with `TEST_ENGINES=both`. That
 * the embedded engine understands the statements of a run on the server is for `tests/db/statements.test.ts`.
 */
export const engines: readonly Engine[] = server && process.env.TEST_ENGINES !== 'both' ? ['postgres'] : contractEngines

interface Limits {
  bounds?: WatchdogLimits
  /** Of the pool on a server. */
  connections?: number
}

/** A migrated, empty database of one's own, copied from a template that is made once; `close` removes it. */
export const freshDb = (engine: Engine, limits: Limits = {}): Promise<Db> =>
  engine === 'embedded' ? freshEmbedded(limits) : freshPostgres(limits)

/** A migrated data directory of one's own, for tests that start the portal or open the database themselves. */
export const freshDataDir = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'portal-test-'))
  await copyFolder(await embeddedTemplate(), dir)
  return dir
}

/** The address of an empty database of one's own on the test server, and how to be rid of it. */
export const freshPostgresUrl = async ({ migrated = true } = {}) => {
  const name = `portal_test_${randomBytes(6).toString('hex')}`
  const template = migrated ? await postgresTemplate() : 'template1'
  await onServer((admin) => admin.query(`create database ${name} template ${template}`))
  return {
    url: addressOf(name),
    drop: () => onServer((admin) => admin.query(`drop database if exists ${name} with (force)`)),
  }
}

/** Copies what is in a folder into another; the system's own program does it at a fraction of the work of Node's `cp`. */
export const copyFolder = async (from: string, to: string) => {
  if (process.platform === 'win32') return cp(from, to, { recursive: true })
  await mkdir(to, { recursive: true })
  await promisify(execFile)('cp', ['-R', `${from}/.`, to])
}

const freshEmbedded = async ({ bounds }: Limits): Promise<Db> => {
  const dir = await freshDataDir()
  const db = await openEmbedded(dir, { durable: false, bounds })
  return withFarewell(db, () => rm(dir, { recursive: true, force: true }))
}

const freshPostgres = async ({ bounds, connections = 5 }: Limits): Promise<Db> => {
  const { url, drop } = await freshPostgresUrl()
  recordStatements()
  return withFarewell(await openPostgres(url, { connections, bounds }), async () => {
    await keepStatements()
    await drop()
  })
}

/** Statements with values that this process has sent to the server and not yet kept. */
const statements = new Set<string>()
const kept = new Set<string>()
let isRecording = false

/** Notes the text of each statement that the driver sends, where a run names a folder for them (`STATEMENTS_DIR`). */
const recordStatements = () => {
  if (isRecording || !process.env.STATEMENTS_DIR) return
  isRecording = true
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args
    if (typeof config === 'object' && config && 'text' in config && 'values' in config)
      statements.add(String(config.text))
    return Reflect.apply(query, this, args)
  } as typeof query
}

const keepStatements = async () => {
  const folder = process.env.STATEMENTS_DIR
  const added = [...statements].filter((text) => !kept.has(text))
  if (!folder || added.length === 0) return
  for (const text of added) kept.add(text)
  statements.clear()
  await appendFile(join(folder, `${process.pid}.jsonl`), added.map((text) => `${JSON.stringify(text)}\n`).join(''))
}

const withFarewell = (db: Db, farewell: () => Promise<unknown>): Db => ({
  ...db,
  close: async () => {
    await db.close()
    await farewell()
  },
})

/** Made under another name and renamed when whole, so that test files that run side by side need no lock. */
const embeddedTemplate = async () => {
  const root = join(tmpdir(), `portal-templates-${userInfo().username}`)
  const template = join(root, schemaHash())
  if (await exists(template)) return template
  await mkdir(root, { recursive: true })
  const claim = `${template}.claim`
  const isMaker = await mkdir(claim).then(
    () => true,
    () => false,
  )
  if (!isMaker) return waitFor(template, claim)
  try {
    const making = await mkdtemp(`${template}.new-`)
    const db = await openEmbedded(making, { durable: false })
    await migrate(db)
    await db.query('checkpoint')
    await db.close()
    await appendFile(join(making, 'database', 'postgresql.auto.conf'), fewBuffers)
    await rename(making, template)
  } finally {
    await rm(claim, { recursive: true, force: true })
  }
  return template
}

/** To lay out a buffer for each page of 128 MB takes a third of the processor time of a start, and copies start often. */
const fewBuffers = `shared_buffers = '16MB'\n`

const waitFor = async (template: string, claim: string): Promise<string> => {
  for (;;) {
    if (await exists(template)) return template
    const claimed = await stat(claim).catch(() => undefined)
    if (!claimed || Date.now() - claimed.mtimeMs > 60_000) {
      await rm(claim, { recursive: true, force: true })
      return embeddedTemplate()
    }
    await sleep(100)
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const postgresTemplate = async () => {
  const name = `portal_template_${schemaHash()}`
  await onServer(async (admin) => {
    const isMade = () => admin.query('select 1 from pg_database where datname = $1 and datistemplate', [name])
    if ((await isMade()).length > 0) return
    // `create database` runs in no transaction, so the lock is the session's.
    await admin.query('select pg_advisory_lock(4711)')
    if ((await isMade()).length === 0) {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(`create database ${name}`)
      const db = await openPostgres(addressOf(name), { connections: 1 })
      await migrate(db).finally(() => db.close())
      await admin.query(`alter database ${name} is_template true`)
    }
    await admin.query('select pg_advisory_unlock(4711)')
  })
  return name
}

const onServer = async (work: (admin: Db) => Promise<unknown>) => {
  if (!server) throw new Error('TEST_DATABASE_URL names no server')
  const admin = await openPostgres(server, { connections: 1 })
  await work(admin).finally(() => admin.close())
}

const addressOf = (database: string) => {
  const url = new URL(server ?? '')
  url.pathname = `/${database}`
  return url.href
}

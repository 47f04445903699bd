import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { setPassword } from '#server/auth/passwords.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { migrate, schemaHash } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/types.ts'
import { accounts, fillOrders } from './orders'
import { fillOrderBook } from './scale-fill'
import { processorTime, secret } from './servers'

const run = promisify(execFile)

/** A database filled once and kept between runs; each run works on a copy. */
export interface Filled<Env = Record<string, string>> {
  /** What the portal is started with. */
  env: Env
  release(): Promise<void>
}

export interface FilledPostgres extends Filled {
  url: string
  /** Processor time of the server's processes that work for a program, in milliseconds. */
  cpu(program: 'portal' | 'bare'): Promise<number>
}

/** Where filled databases are kept, in the temporary directory. */
const cache = join(tmpdir(), `portal-bench-${userInfo().username}`)
export const password = 'Portal-bench-2026'

/** Grows with every change to what is filled in. */
const making = 5
const nameFor = (orders: number, { name }: Fill = fillOrders) =>
  [schemaHash(), orders, making, ...(name === fillOrders.name ? [] : [name.toLowerCase()])].join('_')

/** Fills an empty database; a filled database is kept by its name. */
type Fill = (app: FastifyInstance, db: Db, count: number, log: (text: string) => void) => Promise<void>

const fill = async (db: Db, orders: number, log: (text: string) => void, fillWith: Fill = fillOrders) => {
  await migrate(db)
  const app = await createApp({ db, secret, publicUrl: 'http://127.0.0.1', version: 'bench' })
  await app.ready()
  await fillWith(app, db, orders, log)
  for (const [email] of accounts) {
    const [account] = await db.query<{ id: number }>('select id from users where email = $1', [email])
    await db.transaction((tx) => setPassword(tx, account?.id ?? 0, password))
  }
  await app.close()
}

/** A directory for the embedded database. */
export const filledEmbedded = async (
  orders: number,
  log: (text: string) => void,
  fillWith: Fill = fillOrders,
): Promise<Filled<{ DATA_DIR: string }>> => {
  const name = nameFor(orders, fillWith)
  const kept = join(cache, name)
  await mkdir(cache, { recursive: true })
  if (!(await readdir(cache)).includes(name)) {
    const making = await mkdtemp(`${kept}.new-`)
    const db = await openEmbedded(making, { durable: false })
    await fill(db, orders, (text) => log(`embedded: ${text}`), fillWith)
    await db.query('vacuum analyze')
    await db.close()
    await rename(making, kept)
  }
  const copy = await mkdtemp(join(tmpdir(), 'portal-bench-run-'))
  await cp(kept, copy, { recursive: true })
  return { env: { DATA_DIR: copy }, release: () => rm(copy, { recursive: true, force: true }) }
}

/** A database on the server at `server`. */
export const filledPostgres = async (
  server: string,
  orders: number,
  log: (text: string) => void,
  fillWith: Fill = fillOrders,
): Promise<FilledPostgres> => {
  const admin = await openPostgres(server, { connections: 1 })
  const kept = await keptPostgres(admin, server, `portal_bench_${nameFor(orders, fillWith)}`, (db) =>
    fill(db, orders, (text) => log(`postgres: ${text}`), fillWith),
  )
  const copy = 'portal_bench'
  await admin.query(`drop database if exists ${copy} with (force)`)
  await admin.query(`create database ${copy} template ${kept} strategy file_copy`)
  const data = await mkdtemp(join(tmpdir(), 'portal-bench-run-'))
  const backends = (program: string) =>
    admin.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1 and application_name = $2', [
      copy,
      program,
    ])
  return {
    url: addressOf(server, copy),
    cpu: async (program) => {
      const times = await Promise.all((await backends(program)).map(({ pid }) => processorTime(pid)))
      return times.reduce((sum, time) => sum + time, 0)
    },
    env: { DATABASE_URL: addressOf(server, copy), DATA_DIR: data },
    release: async () => {
      await admin.query(`drop database if exists ${copy} with (force)`)
      await admin.close()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/**
 * Databases on the server at `server` with an order book of each of these sizes; nobody writes to them. Under `kept`
 * they have that name and their size, and stay for later runs, which bring them to the present migrations.
 */
export const orderBooks = async (
  server: string,
  sizes: readonly number[],
  kept: string | undefined,
  log: (text: string) => void,
): Promise<string[]> => {
  const admin = await openPostgres(server, { connections: 1 })
  const urls: string[] = []
  for (const orders of sizes) {
    const began = Date.now()
    const name = kept ? `${kept}_${orders}` : `portal_book_${nameFor(orders)}`
    const telling = (text: string) => log(`${orders}: ${text} (${Math.round((Date.now() - began) / 1000)} s)`)
    await keptPostgres(admin, server, name, (db) => fill(db, orders, telling, fillOrderBook))
    const url = addressOf(server, name)
    if (kept) await bringUpToDate(url)
    urls.push(url)
  }
  await admin.close()
  return urls
}

const bringUpToDate = async (url: string) => {
  const db = await openPostgres(url, { connections: 1 })
  if ((await migrate(db)).length > 0) await db.query('set statement_timeout = 0').then(() => db.query('analyze'))
  await db.close()
}

/** The name of a database that was filled once; one that was begun and not finished is begun anew. */
const keptPostgres = async (admin: Db, server: string, name: string, fillIt: (db: Db) => Promise<void>) => {
  if ((await admin.query('select 1 from pg_database where datname = $1', [name])).length > 0) return name
  const making = `${name}_new`
  await admin.query(`drop database if exists ${making} with (force)`)
  await admin.query(`create database ${making}`)
  const db = await openPostgres(addressOf(server, making), { connections: 1 })
  // A statement here may take longer than any of a portal.
  await db.query('set statement_timeout = 0')
  await fillIt(db)
  await db.query('vacuum analyze')
  await db.close()
  await admin.query(`alter database ${making} rename to ${name}`)
  return name
}

const addressOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

/** The server that `TEST_DATABASE_URL` names, else one of our own that ends with the run; null where none is installed. */
export const postgresServer = async (): Promise<{ url: string; stop(): Promise<void> } | null> => {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const bin = await installedPostgres()
  return bin ? startCluster(bin) : null
}

const installedPostgres = async () => {
  const root = '/usr/lib/postgresql'
  const versions = await readdir(root).catch(() => [])
  const newest = versions.filter((name) => Number(name) >= 15).sort((a, b) => Number(b) - Number(a))[0]
  return newest ? join(root, newest, 'bin') : null
}

/** Kept between runs like the databases in it, and reached by a socket alone. PostgreSQL refuses to run as root. */
const startCluster = async (bin: string) => {
  const isRoot = process.getuid?.() === 0
  const folder = join(tmpdir(), `portal-bench-cluster-${userInfo().username}`)
  const data = join(folder, 'data')
  const port = '54999'
  const as = (program: string, args: string[]): [string, string[]] =>
    isRoot ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]] : [join(bin, program), args]
  await mkdir(folder, { recursive: true })
  if (isRoot) await run('chown', ['postgres', folder])
  if (!(await readdir(folder)).includes('data'))
    await run(...as('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']))
  const [program, args] = as('postgres', ['-D', data, '-p', port, '-k', folder, '-c', 'listen_addresses=127.0.0.1'])
  const child = spawn(program, args, { stdio: 'ignore', cwd: folder })
  const kill = () => child.kill('SIGINT')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (let attempt = 0; ; attempt++) {
    const db = await openPostgres(url, { connections: 1 }).catch(() => null)
    if (db) {
      await db.close()
      break
    }
    if (attempt > 100 || child.exitCode !== null) throw new Error('the throwaway PostgreSQL server did not start')
    await sleep(100)
  }
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await run(...as('pg_ctl', ['-D', data, '-m', 'fast', 'stop']))
      await ended
    },
  }
}

import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as tar from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BackupError, finishRestore, stageRestore, writeBackup } from '#server/commands/backup.ts'
import { answerTasks, runTask } from '#server/commands/tasks.ts'
import { readConfig } from '#server/config.ts'
import { type EmbeddedDb, openEmbedded } from '#server/db/embedded.ts'
import { takeLock } from '#server/db/lock.ts'
import type { Db } from '#server/db/types.ts'
import { system } from '#server/kit/principal.ts'
import { createLists } from '#server/kit/read/lists.ts'
import { type Portal, startPortal } from '#server/portal.ts'
import { serve } from '#server/serve.ts'
import { freshDataDir } from '../kit/db'
import { startS3 } from '../kit/s3'

/** One hash per table over all of its rows. */
const rowHashes = async (db: Db) => {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const hashes: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await db.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as hash from "${name}" r`,
    )
    hashes[name] = row?.hash
  }
  return hashes
}

describe('a backup', () => {
  let dir: string
  let archives: string
  let db: EmbeddedDb | undefined
  beforeAll(async () => {
    dir = await freshDataDir()
    archives = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  })
  afterAll(async () => {
    await db?.close()
    await rm(dir, { recursive: true, force: true })
    await rm(archives, { recursive: true, force: true })
  })

  it('brings every row, file and the secret back, and keeps what was there', async () => {
    const file = join(archives, 'one.tar.gz')
    const longName = `${'n'.repeat(60)}/${'m'.repeat(90)}.pdf`
    await mkdir(join(dir, 'files', longName, '..'), { recursive: true })
    await writeFile(join(dir, 'files', longName), 'the file')
    await writeFile(join(dir, 'files', 'empty'), '')
    await mkdir(join(dir, 'files', '.incoming'))
    await writeFile(join(dir, 'files', '.incoming', 'half'), 'of a file that is coming in')
    await writeFile(join(dir, 'secret'), 'the secret of then')

    db = await openEmbedded(dir)
    await db.query('create table kept (id integer primary key, t text)')
    await db.query(`insert into kept select n, md5(n::text) from generate_series(1, 20000) n`)
    const before = await rowHashes(db)
    // Somebody writes all the while.
    let isWriting = true
    const writing = (async (on: EmbeddedDb) => {
      for (let id = 100_000; isWriting; id++)
        await on.query('insert into outbox (kind, payload) values ($1, $2)', [String(id), '{}'])
    })(db)
    await writeBackup(dir, db, file)
    isWriting = false
    await writing
    await db.query('truncate kept')
    await db.close()
    await writeFile(join(dir, 'secret'), 'another secret')
    await rm(join(dir, 'files', longName))

    await stageRestore(dir, file)
    const kept = await finishRestore(dir)
    db = await openEmbedded(dir)
    const after = await rowHashes(db)
    expect({ ...after, outbox: null }).toEqual({ ...before, outbox: null })
    expect(await readFile(join(dir, 'secret'), 'utf8')).toBe('the secret of then')
    expect(await readFile(join(dir, 'files', longName), 'utf8')).toBe('the file')
    expect(await readFile(join(dir, 'files', 'empty'), 'utf8')).toBe('')
    expect(await readdir(join(dir, 'files'))).not.toContain('.incoming')
    expect((await readdir(kept ?? '')).sort()).toEqual(['database', 'files', 'secret'])
    await db.close()

    // What was kept has the shape of a data directory.
    const old = await openEmbedded(kept ?? '')
    expect(await old.query('select count(*)::integer as n from kept')).toEqual([{ n: 0 }])
    await old.close()
    expect((await readdir(dir)).filter((name) => /^(backup-|restore)/.test(name))).toEqual([])
  })

  it('that cannot be written says so in words and leaves nothing of the data behind', async () => {
    const taken = join(archives, 'a-folder.tar.gz')
    await mkdir(join(taken, 'of-others'), { recursive: true })
    const before = await readdir(archives)
    const open = await openEmbedded(dir)
    for (const file of [taken, join(archives, 'nowhere', 'one.tar.gz')]) {
      const refused = writeBackup(dir, open, file)
      await expect(refused).rejects.toThrow(BackupError)
      await expect(refused).rejects.toThrow(`${file} cannot be written: `)
    }
    await open.close()
    expect(await readdir(archives)).toEqual(before)
  })

  it('goes on with a restore that was interrupted', async () => {
    await stageRestore(dir, join(archives, 'one.tar.gz'))
    const kept = await finishRestore(dir)
    await rm(kept ?? '', { recursive: true })
    // As after a crash when the database was set aside but the new one not yet in place.
    await stageRestore(dir, join(archives, 'one.tar.gz'))
    const manifest = JSON.parse(await readFile(join(dir, 'restore.ready', 'backup.json'), 'utf8'))
    await writeFile(
      join(dir, 'restore.ready', 'backup.json'),
      JSON.stringify({ ...manifest, replaces: 'before-crash' }),
    )
    await mkdir(join(dir, 'before-crash'))
    await rename(join(dir, 'secret'), join(dir, 'before-crash', 'secret'))
    await rename(join(dir, 'restore.ready', 'secret'), join(dir, 'secret'))
    await rename(join(dir, 'database'), join(dir, 'before-crash', 'database'))

    expect(await finishRestore(dir)).toBe(join(dir, 'before-crash'))
    expect((await readdir(join(dir, 'before-crash'))).sort()).toEqual(['database', 'files', 'secret'])
    db = await openEmbedded(dir)
    expect(await db.query('select count(*)::integer as n from kept')).toEqual([{ n: 20000 }])
    await db.close()
    expect(await finishRestore(dir)).toBeUndefined()
  })

  it.each([
    ['no archive at all', async (file: string) => writeFile(file, 'hello')],
    [
      'an archive cut short',
      async (file: string) => writeFile(file, (await readFile(join(archives, 'one.tar.gz'))).subarray(0, 100_000)),
    ],
    [
      'a name that leads out of the folder',
      async (file: string) => {
        await writeFile(join(archives, 'stray'), 'x')
        await tar.create({ cwd: archives, file, gzip: true, prefix: '../outside', preservePaths: true }, ['stray'])
      },
    ],
    [
      'a symbolic link',
      async (file: string) => {
        await mkdir(join(archives, 'linked'))
        await symlink('/etc/passwd', join(archives, 'linked', 'secret'))
        await tar.create({ cwd: archives, file, gzip: true }, ['linked'])
      },
    ],
  ])('refuses %s and touches nothing', async (_what, make) => {
    const file = join(archives, 'bad.tar.gz')
    await make(file)
    await expect(stageRestore(dir, file)).rejects.toThrow(BackupError)
    await expect(stageRestore(dir, join(archives, 'missing'))).rejects.toThrow(BackupError)
    expect((await readdir(dir)).filter((name) => name.startsWith('restore'))).toEqual([])
    await expect(readdir(join(dir, 'outside'))).rejects.toThrow('ENOENT')
  })
})

describe('a running portal', () => {
  it('is backed up and restored from the command line while it runs', async () => {
    const dir = await freshDataDir()
    const config = readConfig({ DATA_DIR: dir, DEMO: 'off' })
    const lock = await takeLock(dir)
    // What a restore, a backup and an upload left that were interrupted.
    for (const name of ['restore.new', 'backup-a1B2c3', 'files/.incoming']) {
      await mkdir(join(dir, name), { recursive: true })
      await writeFile(join(dir, name, 'half'), 'half a file')
    }
    // As a version before left it.
    const before = await openEmbedded(dir, { lock })
    await before.query('drop table daily_progress')
    await before.query(`delete from schema_migrations where name = '0040_daily_progress'`)
    await before.close()
    let portal: Portal = await startPortal({ config, version: '1', lock, logger: false })
    lock.answer = answerTasks(
      config,
      () => portal,
      async () => {
        await portal.stop()
        portal = await startPortal({ config, version: '1', lock, logger: false })
        return { kept: portal.replaced, settled: portal.settled }
      },
    )
    try {
      const names = await readdir(dir, { recursive: true })
      expect(names.filter((name) => /half|restore\.new|backup-a/.test(name))).toEqual([])
      expect(names).toContain('before-migration-0040_daily_progress.tar.gz')
      const file = join(dir, 'mine.tar.gz')
      await portal.db.query(`insert into outbox (kind, payload, done_at) values ('kept', '{}', now())`)
      await portal.db.query(
        `insert into outbox (kind, payload, due_at) values ('mail', '{}', now() + interval '1 day')`,
      )
      const [person] = await portal.db.query<{ id: number }>(
        `insert into users (email, first_name, last_name, full_name, type) values ('a@example.test', 'A', 'B', 'A B', 'user') returning id`,
      )
      await portal.db.query(
        `insert into sessions (id, user_id, remember, address, agent, expires_at) values ('s', $1, false, 'x', 'x', now() + interval '1 day')`,
        [person?.id],
      )
      await portal.db.query(
        `insert into account_tokens (hash, user_id, purpose, expires_at) values ('h', $1, 'reset', now() + interval '1 day')`,
        [person?.id],
      )
      const before = await rowHashes(portal.db)
      expect(await runTask(config, { command: 'backup', file })).toBe(`Backup written to ${file}.`)
      await portal.db.query(`insert into outbox (kind, payload) values ('lost', '{}')`)

      const done = await runTask(config, { command: 'restore', file })
      expect(done).toContain('The data before are kept in')
      expect(done).toContain('sessions ended: 1), links in earlier mails are void (1)')
      expect(done).toContain('may have gone out (1)')
      const { outbox, sessions, account_tokens, ...rest } = await rowHashes(portal.db)
      expect(before).toMatchObject(rest)
      expect(await portal.db.query('select 1 from sessions where ended_at is null')).toEqual([])
      expect(await portal.db.query('select 1 from account_tokens')).toEqual([])
      expect(await portal.db.query('select kind, attempts from outbox where done_at is null')).toEqual([
        { kind: 'mail', attempts: 12 },
      ])
      expect((await portal.app.inject('/api/health')).statusCode).toBe(200)
      await expect(runTask(config, { command: 'restore', file: join(dir, 'none') })).rejects.toThrow(
        'cannot be restored',
      )

      const admin = {
        email: 'first@example.com',
        first_name: 'First',
        last_name: 'Admin',
        password: 'correct horse battery staple',
      }
      const lists = createLists(portal.app.kit, false)
      const accounts = () => lists.count(lists.listing(portal.app.kit.register.get('users'), system, ''), system)
      const known = await accounts()
      expect(await runTask(config, { command: 'admin:create', admin })).toContain('first@example.com created')
      expect(await accounts()).toBe(known + 1)
      await expect(runTask(config, { command: 'admin:create', admin })).rejects.toThrow()

      await portal.drain(0)
      const ending = await portal.app.inject('/api/health')
      expect(ending.statusCode).toBe(503)
      expect(ending.json()).toMatchObject({ status: 'stopping' })
      expect(ending.headers.connection).toBe('close')
      expect((await portal.app.inject('/api/nowhere')).headers.connection).toBe('close')
    } finally {
      await portal.stop()
      await lock.release()
      await rm(dir, { recursive: true, force: true })
    }
  })

  it('ends at once, before it opens anything, when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const dir = join(tmpdir(), `portal-never-${port}`)
    const config = readConfig({ PORT: String(port), DATA_DIR: dir })
    await expect(serve({ config, version: '1', webRoot: dir })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
    await expect(readdir(dir)).rejects.toThrow('ENOENT')
    other.close()
  })

  it('says that files in a bucket are not in it; a wrong key of the bucket stops the start', async () => {
    const dir = await freshDataDir()
    const s3 = await startS3()
    const config = { ...readConfig({ DATA_DIR: dir, DEMO: 'off', JWT_SECRET: 'x'.repeat(32) }), bucket: s3.config }
    const lock = await takeLock(dir)
    try {
      const keys = { accessKeyId: 'AKOTHER', secretAccessKey: 'another secret' }
      const wrong = { ...config, bucket: { ...s3.config, keys } }
      await expect(startPortal({ config: wrong, version: '1', lock, logger: false })).rejects.toThrow(
        /^FILES_ACCESS_KEY/,
      )
      const portal = await startPortal({ config, version: '1', lock, logger: false })
      await portal.stop()
      await lock.release()
      const file = join(dir, 'bucket.tar.gz')
      const address = 's3://files/portal/'
      expect(await runTask(config, { command: 'backup', file })).toBe(
        `Backup written to ${file}. The files in ${address} are not in it: keep those too.`,
      )
      expect(await runTask(config, { command: 'restore', file })).toContain(`those that ${address} has now.`)
    } finally {
      await lock.release()
      await s3.close()
      await rm(dir, { recursive: true, force: true })
    }
  })
})

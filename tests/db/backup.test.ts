import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BackupError, finishRestore, stageRestore, writeBackup } from '../../src/server/backup'
import { readConfig } from '../../src/server/config'
import { type EmbeddedDb, openEmbedded } from '../../src/server/db/embedded'
import { takeLock } from '../../src/server/db/lock'
import type { Db } from '../../src/server/db/types'
import { type Portal, startPortal } from '../../src/server/portal'
import { answerTasks, runTask } from '../../src/server/tasks'
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
    expect((await readdir(kept ?? '')).sort()).toEqual(['database', 'files', 'secret'])
    await db.close()

    // What was kept has the shape of a data directory.
    const old = await openEmbedded(kept ?? '')
    expect(await old.query('select count(*)::integer as n from kept')).toEqual([{ n: 0 }])
    await old.close()
    expect((await readdir(dir)).filter((name) => /^(backup-|restore)/.test(name))).toEqual([])
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
  ])('refuses %s and touches nothing', async (_what, make) => {
    const file = join(archives, 'bad.tar.gz')
    await make(file)
    await expect(stageRestore(dir, file)).rejects.toThrow(BackupError)
    await expect(stageRestore(dir, join(archives, 'missing'))).rejects.toThrow(BackupError)
    expect((await readdir(dir)).filter((name) => name.startsWith('restore'))).toEqual([])
  })
})

describe('a running portal', () => {
  it('is backed up and restored from the command line while it runs', async () => {
    const dir = await freshDataDir()
    const config = readConfig({ DATA_DIR: dir, DEMO: 'off' })
    const lock = await takeLock(dir)
    let portal: Portal = await startPortal({ config, version: '1', lock, logger: false })
    lock.answer = answerTasks(
      config,
      () => portal.db,
      async () => {
        await portal.stop()
        portal = await startPortal({ config, version: '1', lock, logger: false })
        return portal.replaced
      },
    )
    try {
      const file = join(dir, 'mine.tar.gz')
      await portal.db.query(`insert into outbox (kind, payload) values ('kept', '{}')`)
      const before = await rowHashes(portal.db)
      expect(await runTask(config, { command: 'backup', file })).toBe(`Backup written to ${file}.`)
      await portal.db.query(`insert into outbox (kind, payload) values ('lost', '{}')`)

      expect(await runTask(config, { command: 'restore', file })).toContain('The data before are kept in')
      expect(await rowHashes(portal.db)).toEqual(before)
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
      expect(await runTask(config, { command: 'admin:create', admin })).toContain('first@example.com created')
      await expect(runTask(config, { command: 'admin:create', admin })).rejects.toThrow()
    } finally {
      await portal.stop()
      await lock.release()
      await rm(dir, { recursive: true, force: true })
    }
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
      const place = 's3://files/portal/'
      expect(await runTask(config, { command: 'backup', file })).toBe(
        `Backup written to ${file}. The files in ${place} are not in it: keep those too.`,
      )
      expect(await runTask(config, { command: 'restore', file })).toContain(`those that ${place} has now.`)
    } finally {
      await lock.release()
      await s3.close()
      await rm(dir, { recursive: true, force: true })
    }
  })
})

import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import { askOwner } from '#server/db/lock.ts'
import type { Queryable } from '#server/db/types.ts'
import { freshDataDir } from '../kit/db'
import { killWritersAfterEach, startWriter, whileOpen } from '../kit/writer'

describe('the embedded database', () => {
  let dir: string
  beforeAll(async () => {
    dir = await freshDataDir()
  })
  killWritersAfterEach()
  afterAll(() => rm(dir, { recursive: true, force: true }))

  it('calls fsync for every commit', async () => {
    await whileOpen(dir, async (db) => {
      await db.query('create table synced (id integer primary key)')
      const before = db.fsyncs()
      for (let id = 1; id <= 20; id++) await db.query('insert into synced values ($1)', [id], 'synced')
      expect(db.fsyncs() - before).toBeGreaterThanOrEqual(20)
      const read = db.fsyncs()
      await db.query('select count(*) from synced')
      expect(db.fsyncs()).toBe(read)
    })
  })

  it('has each row of a keyed command once, however often who writes them is killed', {
    timeout: 300_000,
  }, async () => {
    const fresh = await freshDataDir()
    let answer = ''
    for (const rows of [5, 40, 1000]) {
      const { child, output, ended } = startWriter(fresh, 'tests/db/batcher.mjs')
      const done = () => output.lines.some((line) => line.startsWith('done'))
      await expect.poll(() => done() || output.lines.length > rows, { timeout: 90_000, interval: 5 }).toBe(true)
      if (!done()) child.kill('SIGKILL')
      await ended
      expect(output.errors).toBe('')
      answer = output.lines.find((line) => line.startsWith('done')) ?? ''
    }
    expect(JSON.parse(answer.slice(5)).results).toHaveLength(300)
    await whileOpen(fresh, async (db) => {
      const rows = await db.query(
        'select number, count(*)::int as times from batch_rows group by number having count(*) <> 1',
      )
      expect(rows).toEqual([])
      expect(await db.query('select count(*)::int as n from batch_rows')).toEqual([{ n: 300 }])
    })
    await rm(fresh, { recursive: true, force: true })
  })

  it('refuses a second process, naming the first', async () => {
    const first = startWriter(dir)
    await expect.poll(() => first.output.lines, { timeout: 60_000 }).toContain('open')
    const second = startWriter(dir)
    expect(await second.ended).toBe(1)
    expect(second.output.errors).toContain(`process ${first.child.pid} on `)
    expect(second.output.errors).toContain(dir)
  })

  it('refuses a second opening in the same process, and lets go at the end', async () => {
    await whileOpen(dir, async () => {
      await expect(openEmbedded(dir)).rejects.toThrow(`process ${process.pid}`)
    })
    await whileOpen(dir, async (db) => expect(await db.query('select 1 as n')).toHaveLength(1))
    expect((await readdir(dir)).filter((name) => name.startsWith('lock'))).toEqual([])
  })

  it('is given to one of many that ask at once, also after a crash', async () => {
    const contested = await freshDataDir()
    const crashed = startWriter(contested)
    await expect.poll(() => crashed.output.lines, { timeout: 60_000 }).toContain('open')
    crashed.child.kill('SIGKILL')
    await crashed.ended
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => openEmbedded(contested)))
    const open = tries.filter((attempt) => attempt.status === 'fulfilled')
    expect(open).toHaveLength(1)
    await open[0]?.value.close()
    await rm(contested, { recursive: true, force: true })
  })

  it('works from a data directory whose name is too long for a socket', async () => {
    const long = join(await mkdtemp(join(tmpdir(), 'portal-test-')), 'a'.repeat(120))
    await rename(await freshDataDir(), long)
    await whileOpen(long, async () => {
      await expect(openEmbedded(long)).rejects.toThrow('in use')
    })
    await rm(join(long, '..'), { recursive: true, force: true })
  })

  it('trusts no folder for its sockets that others may write to', async () => {
    const long = join(await mkdtemp(join(tmpdir(), 'portal-long-')), 'd'.repeat(120))
    await mkdir(long)
    const hash = createHash('sha256')
      .update(await realpath(long))
      .digest('hex')
      .slice(0, 16)
    const sockets = join(tmpdir(), `portal-${hash}`)
    await mkdir(sockets)
    await chmod(sockets, 0o777)
    await expect(openEmbedded(long)).rejects.toThrow('only this account may open')
    await expect(askOwner(long, 'the password')).rejects.toThrow('only this account may open')
    await chmod(sockets, 0o700)
    expect(await whileOpen(long, (db) => db.query('select 1 as n'))).toEqual([{ n: 1 }])
    await rm(join(long, '..'), { recursive: true })
    await rm(sockets, { recursive: true })
  })

  it('opens anew after its engine broke down over a lost disk, and listens again', async () => {
    await whileOpen(dir, async (db) => {
      const heard: string[] = []
      await db.listen('news', (payload) => heard.push(payload))
      await db.query('create table survivors (id integer primary key)')
      await db.query('insert into survivors values (1)')
      const log = join(dir, 'database', 'pg_wal')
      await rename(log, `${log}.away`)
      const write = (id: number) => db.query('insert into survivors values ($1)', [id])
      await db.query('select pg_switch_wal()').catch(() => {})
      await expect(write(2)).rejects.toMatchObject({ code: '08006' })
      await expect(write(3)).rejects.toMatchObject({ code: '08006' })
      await rename(`${log}.away`, log)
      await expect.poll(() => db.query('select 1 as n').catch(() => []), { timeout: 60_000 }).toEqual([{ n: 1 }])
      await write(4)
      expect(await db.query('select id from survivors')).toEqual([{ id: 1 }, { id: 4 }])
      await db.query(`select pg_notify('news', 'here')`)
      expect(heard).toEqual(['here'])
    })
  })

  describe('keeps house', () => {
    const churn = async (db: Queryable, table: string) => {
      await db.query(`create table ${table} as select n, repeat(md5(n::text), 8) as t from generate_series(1, 5000) n`)
      for (let round = 0; round < 5; round++) await db.query(`update ${table} set t = reverse(t)`)
    }
    /** Only a vacuum marks pages as visible to all, if not quite every one. */
    const isClean = async (db: Queryable, table: string) => {
      const [row] = await db.query<{ clean: boolean }>(
        'select relallvisible > 0.9 * greatest(relpages, 1) as clean from pg_class where relname = $1',
        [table],
      )
      return row?.clean
    }

    it('when it is quiet after much writing', async () => {
      await whileOpen(dir, async (db) => {
        // In one transaction: on a busy machine its statements are so slow that upkeep would take it for quiet.
        await db.transaction(async (tx) => {
          await churn(tx, 'churned')
          expect(await isClean(tx, 'churned')).toBe(false)
        })
        await expect.poll(() => isClean(db, 'churned'), { timeout: 30_000, interval: 500 }).toBe(true)
      })
    })

    it('at the end', async () => {
      await whileOpen(dir, (db) => churn(db, 'churned_last'))
      await whileOpen(dir, async (db) => expect(await isClean(db, 'churned_last')).toBe(true))
    })
  })
})

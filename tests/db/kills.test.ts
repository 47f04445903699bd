import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { freshDataDir } from '../kit/db'
import { killWritersAfterEach, startWriter, whileOpen } from '../kit/writer'

describe('the embedded database', () => {
  killWritersAfterEach()

  it('loses nothing acknowledged to kill -9, ten times over', { timeout: 300_000 }, async () => {
    const dir = await freshDataDir()
    const acknowledged: number[] = []
    for (let round = 0; round < 10; round++) {
      const { child, output, ended } = startWriter(dir)
      await expect.poll(() => output.lines.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(20 + 7 * round)
      child.kill('SIGKILL')
      await ended
      acknowledged.push(...output.lines.filter((line) => line !== 'open').map(Number))
      expect(output.errors).toBe('')
    }
    await whileOpen(dir, async (db) => {
      const rows = await db.query<{ id: number }>('select id from acks')
      const kept = new Set(rows.map(({ id }) => id))
      expect(acknowledged.filter((id) => !kept.has(id) || !kept.has(id + 1))).toEqual([])
      const [halves] = await db.query(
        'select count(*)::integer as n from acks a where not exists (select from acks b where b.id = (a.id # 1))',
      )
      expect(halves).toEqual({ n: 0 })
      expect(acknowledged.length).toBeGreaterThan(200)
    })
    await rm(dir, { recursive: true, force: true })
  })

  it('opens after kill -9 in the middle of the first initialisation', { timeout: 180_000 }, async () => {
    for (const delay of [1500, 3000]) {
      const fresh = await mkdtemp(join(tmpdir(), 'portal-test-'))
      const { child, ended } = startWriter(fresh)
      await sleep(delay)
      child.kill('SIGKILL')
      await ended
      await whileOpen(fresh, async (db) => expect(await db.query('select 1 as n')).toEqual([{ n: 1 }]))
      expect((await readdir(fresh)).filter((name) => name.includes('.new'))).toEqual([])
      await rm(fresh, { recursive: true, force: true })
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Migration, MigrationError, migrate, migrations } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/types.ts'
import { contractEngines, freshPostgresUrl } from '../kit/db'

const first: Migration = {
  name: '0001_first',
  sql: 'create table firsts (id integer);\ninsert into firsts values (1);',
}
const second: Migration = { name: '0002_second', sql: 'alter table firsts add column t text' }

it('every migration has a number of its own', () => {
  const numbers = migrations.map(({ name }) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

describe.each(contractEngines)('migrations on the %s database', (engine) => {
  let db: Db
  let others: Db[] = []
  let farewell = async (): Promise<unknown> => undefined
  beforeAll(async () => {
    if (engine === 'embedded') {
      db = await openEmbedded('memory://')
      others = [db, db]
    } else {
      const { url, drop } = await freshPostgresUrl({ migrated: false })
      farewell = drop
      db = await openPostgres(url)
      others = await Promise.all([openPostgres(url), openPostgres(url)])
    }
  })
  afterAll(async () => {
    await Promise.all(others.filter((other) => other !== db).map((other) => other.close()))
    await db.close()
    await farewell()
  })

  it('run once, also when two start at once', async () => {
    const done = await Promise.all(others.map((other) => migrate(other, [first])))
    expect(done.flat()).toEqual(['0001_first'])
    expect(await db.query('select * from firsts')).toEqual([{ id: 1 }])
  })

  it('add what is new', async () => {
    expect(await migrate(db, [first, second])).toEqual(['0002_second'])
    expect(await migrate(db, [first, second])).toEqual([])
  })

  it('leave nothing of one that fails', async () => {
    const broken = { name: '0003_broken', sql: 'create table thirds (id integer); select 1 / 0;' }
    await expect(migrate(db, [first, second, broken])).rejects.toMatchObject({ code: '22012' })
    expect(await db.query(`select to_regclass('thirds') as found`)).toEqual([{ found: null }])
    expect(await migrate(db, [first, second])).toEqual([])
  })

  it('stop at a file that has changed since, whatever its line ends', async () => {
    await expect(migrate(db, [{ ...first, sql: `${first.sql} ` }, second])).rejects.toThrow(MigrationError)
    expect(await migrate(db, [{ ...first, sql: first.sql.replaceAll('\n', '\r\n') }, second])).toEqual([])
  })

  it('stop at a database of a newer version', async () => {
    await expect(migrate(db, [first])).rejects.toThrow('0002_second')
  })
})

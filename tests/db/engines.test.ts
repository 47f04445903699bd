import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { mostPlans } from '#server/db/plans.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { contractEngines, freshDb } from '../kit/db'

describe.each(contractEngines)('the %s database', (engine) => {
  let db: Db
  beforeAll(async () => {
    db = await freshDb(engine)
    await db.script(`
      create table parents (id bigint generated always as identity primary key, code text not null unique);
      create table children (
        id bigint generated always as identity primary key,
        parent_id bigint not null references parents,
        quantity integer not null constraint children_quantity check (quantity > 0))`)
  })
  afterAll(() => db.close())

  it('answers values in the forms of the wire', async () => {
    const [row] = await db.query(`
      select 9007199254740991::bigint as id, 12.3400::numeric as price, date '2026-02-28' as day,
             timestamptz '2026-02-28 23:30:00.25+02' as moment, '{"a":[1,null]}'::jsonb as document, true as flag,
             null::text as nothing, 1.5::float8 as ratio, interval '1 day 2 hours' as span, '2026-02-28 10:00'::timestamp as bare,
             array['a','b "c"',null] as texts, array[1,2]::bigint[] as ids, array[1.50]::numeric[] as prices,
             array[date '2026-01-01'] as days, array[timestamptz '2026-01-01 00:00+00'] as moments, array[true] as flags,
             array['{"a":1}'::jsonb] as documents`)
    expect(row).toEqual({
      id: 9007199254740991,
      price: '12.3400',
      day: '2026-02-28',
      moment: '2026-02-28T21:30:00.25Z',
      document: { a: [1, null] },
      flag: true,
      nothing: null,
      ratio: 1.5,
      span: 'P1DT2H',
      bare: '2026-02-28T10:00:00',
      texts: ['a', 'b "c"', null],
      ids: [1, 2],
      prices: ['1.50'],
      days: ['2026-01-01'],
      moments: ['2026-01-01T00:00:00Z'],
      flags: [true],
      documents: [{ a: 1 }],
    })
  })

  it('takes values as they come', async () => {
    const [row] = await db.query(
      'select $1::bigint as id, $2::text[] as texts, $3::jsonb as document, $4::timestamptz as moment, $5::boolean as flag, $6::text as nothing',
      [60, ['a', 'ü,"', null], JSON.stringify({ a: [1] }), '2026-01-31T10:00:00+08:00', false, null],
      'values_as_they_come',
    )
    expect(row).toEqual({
      id: 60,
      texts: ['a', 'ü,"', null],
      document: { a: [1] },
      moment: '2026-01-31T02:00:00Z',
      flag: false,
      nothing: null,
    })
  })

  it.each([
    [
      '23505',
      `insert into parents (code) values ('twice'), ('twice')`,
      { table: 'parents', constraint: 'parents_code_key', detail: 'Key (code)=(twice) already exists.' },
    ],
    [
      '23503',
      'insert into children (parent_id, quantity) values (0, 1)',
      { table: 'children', constraint: 'children_parent_id_fkey' },
    ],
    [
      '23514',
      'insert into children (parent_id, quantity) values (1, 0)',
      { table: 'children', constraint: 'children_quantity' },
    ],
    ['23502', 'insert into parents (code) values (null)', { table: 'parents', column: 'code' }],
    ['42P01', 'select * from nowhere', {}],
    ['22P02', `select 'x'::integer`, {}],
  ])('reports %s with what it knows', async (code, sql, rest) => {
    await expect(db.query(sql)).rejects.toMatchObject({ code, ...rest })
  })

  it('sees a statement fail without losing those beside it', async () => {
    const results = await Promise.allSettled([
      db.query('select 1 as n', [], 'beside_1'),
      db.query('select 1 / $1::integer as n', [0], 'beside_2'),
      db.query('select 3 as n', [], 'beside_3'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await db.query('select 1 / $1::integer as n', [1], 'beside_2')).toEqual([{ n: 1 }])
  })

  it('commits what a transaction did, whole', async () => {
    await db.transaction(async (tx) => {
      await tx.query(`insert into parents (code) values ('one')`)
      await Promise.all(
        ['two', 'three'].map((code) => tx.query('insert into parents (code) values ($1)', [code], 'insert_parent')),
      )
    })
    expect(await db.query(`select code from parents where code in ('one', 'two', 'three') order by id`)).toHaveLength(3)
  })

  it('rolls back what a failed transaction did', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query(`insert into parents (code) values ('lost')`)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await db.query(`select 1 from parents where code = 'lost'`)).toEqual([])
  })

  it('does not take a transaction for committed whose failed statement was swallowed', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query(`insert into parents (code) values ('half')`)
        await tx.query('select 1 / 0').catch(() => {})
      }),
    ).rejects.toMatchObject({ code: '25P02' })
    expect(await db.query(`select 1 from parents where code = 'half'`)).toEqual([])
  })

  it('keeps transactions and statements beside them apart', async () => {
    const count = `select count(*)::integer as n from parents where code like 'apart%'`
    let inside: unknown
    const writing = db.transaction(async (tx) => {
      await tx.query(`insert into parents (code) values ('apart 1')`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      await tx.query(`insert into parents (code) values ('apart 2')`)
      inside = (await tx.query(count))[0]
      throw new Error('undo')
    })
    const [, concurrent] = await Promise.all([expect(writing).rejects.toThrow('undo'), db.query(count)])
    expect(inside).toEqual({ n: 2 })
    expect(concurrent).toEqual([{ n: 0 }])
  })

  it('runs many transactions asked for at once', async () => {
    await db.query('create table tally (n integer not null)')
    await db.query('insert into tally values (0)')
    const add = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ n: number }>('select n from tally for update')
        await tx.query('update tally set n = $1', [(row?.n ?? 0) + 1])
      })
    await Promise.all(Array.from({ length: 40 }, add))
    expect(await db.query('select n from tally')).toEqual([{ n: 40 }])
  })

  it('refuses to wait for itself', async () => {
    await expect(db.transaction(() => db.query('select 1'))).rejects.toThrow('inside a transaction')
    await expect(db.transaction(() => db.transaction(async () => {}))).rejects.toThrow('inside a transaction')
  })

  it('refuses statements of a transaction that is over', async () => {
    let sendLate = (): Promise<unknown> => Promise.resolve()
    await db.transaction(async (tx) => {
      sendLate = () => tx.query('select 1')
    })
    await expect(sendLate()).rejects.toThrow('over')
  })

  it('hears of a commit, not of a rollback', async () => {
    const heard: string[] = []
    const stop = await db.listen('Odd name', (payload) => heard.push(payload))
    await db.transaction((tx) => tx.query(`select pg_notify('Odd name', 'committed')`))
    await db
      .transaction(async (tx) => {
        await tx.query(`select pg_notify('Odd name', 'rolled back')`)
        throw new Error('no')
      })
      .catch(() => {})
    await expect.poll(() => heard).toEqual(['committed'])
    await stop()
    await db.query(`select pg_notify('Odd name', 'unheard')`)
    await db.query('select 1')
    expect(heard).toEqual(['committed'])
  })

  it('sorts text as people do, where asked', async () => {
    const rows = await db.query<{ t: string }>(
      `select t from unnest(array['b','A','a','B','ä']) t order by t collate "und-x-icu"`,
    )
    expect(rows.map(({ t }) => t)).toEqual(['a', 'A', 'ä', 'b', 'B'])
  })

  it('keeps a bounded number of plans, those that were used last', async () => {
    // What the driver believes to be kept has to be what is kept.
    const believed: Record<string, string>[] = []
    const { query } = pg.Client.prototype
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const { parsedStatements } = Reflect.get(this, 'connection') as unknown as {
        parsedStatements: Record<string, string>
      }
      if (!believed.includes(parsedStatements)) believed.push(parsedStatements)
      return Reflect.apply(query, this, args)
    } as typeof query
    try {
      const ask = (on: Queryable, n: number) => on.query(`select ${n} as n, $1::integer as m`, [n], `plan_${n}`)
      const numbers = Array.from({ length: 2500 }, (_, n) => n)
      for (let at = 0; at < numbers.length; at += 20) {
        const some = numbers.slice(at, at + 20)
        const outside = Promise.all(some.map((n) => ask(db, n)))
        await db.transaction((tx) => Promise.all(some.map((n) => ask(tx, n))))
        await db.transaction((tx) => tx.query('select 1 / 0', [], 'plan_fails')).catch(() => {})
        await db.transaction((tx) => ask(tx, 1))
        await outside
      }
      await db.transaction(async (tx) => {
        const kept = await tx.query<{ name: string }>('select name from pg_prepared_statements')
        expect(kept.length).toBeGreaterThan(20)
        expect(kept.map(({ name }) => name)).toContain('plan_1')
        const names = kept.map(({ name }) => name).sort()
        expect(believed.map((plans) => Object.keys(plans).sort())).toContainEqual(names)
      })
      // One transaction that writes many areas: its later statements have plans too.
      await db.transaction(async (tx) => {
        for (const n of numbers.slice(0, 600)) await ask(tx, n)
        const kept = await tx.query<{ name: string }>('select name from pg_prepared_statements')
        expect(kept.map(({ name }) => name)).toContain('plan_598')
        expect(kept.length).toBeLessThanOrEqual(mostPlans)
      })
      // One that has failed drops none, and does not disturb those after it.
      await db
        .transaction(async (tx) => {
          await tx.query('select 1 / 0').catch(() => {})
          for (const n of numbers.slice(1000, 1400)) await ask(tx, n).catch(() => {})
        })
        .catch(() => {})
      for (const n of [0, 599, 1000, 1399]) expect(await ask(db, n)).toEqual([{ n, m: n }])
      expect(believed.length).toBeGreaterThan(0)
      for (const plans of believed) expect(Object.keys(plans).length).toBeLessThanOrEqual(mostPlans)
      expect(await ask(db, 7)).toEqual([{ n: 7, m: 7 }])
    } finally {
      pg.Client.prototype.query = query
    }
  })

  it('has nothing to migrate twice', async () => {
    expect(await migrate(db)).toEqual([])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { register } from '#areas/index.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { runRemainingDailyWork, settleDay, startDaily } from '#server/jobs/daily.ts'
import { createKit } from '#server/kit/create-kit.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import type { AreaServer } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { contractEngines, freshDb } from '../kit/db'

const never = () => new Promise<never>(() => {})

describe.each(contractEngines)('who waits for the database (%s)', (engine) => {
  let db: Db
  afterEach(() => db.close())

  it('does not stand still when a writer and a reader want the settings behind another writer', async () => {
    db = await freshDb(engine, { connections: 1 })
    const kit = createKit({ db, register, can: () => true, servers: new Map(), rules: new Map() })
    let endFirst = () => {}
    const held = new Promise<void>((resolve) => (endFirst = resolve))
    let first: Promise<void> = Promise.resolve()
    await new Promise<void>((begun) => {
      first = db.transaction(() => {
        begun()
        return held
      })
    })
    const second = kit.write(system, 'edit', async ({ context }) => context.settings)
    const reader = kit.settings()
    endFirst()
    await first
    expect(await second).toEqual(await reader)
  })

  it('ends a transaction that is stuck, says what it was, and goes on', async () => {
    db = await freshDb(engine, { connections: 1, bounds: { hold: 2000, wait: 20_000 } })
    await db.query('create table kept (n integer)')
    const warnings: Error[] = []
    const hear = (warning: Error) => warnings.push(warning)
    process.on('warning', hear)
    let kept: Queryable | undefined
    const stuck = db.transaction(async (tx) => {
      kept = tx
      await tx.query('insert into kept values (1)')
      await never()
    })
    const behind = db.query('select n from kept')
    await expect(stuck).rejects.toMatchObject({ code: '25P04' })
    expect(await behind).toEqual([])
    await expect(kept?.query('select 1')).rejects.toThrow('over')
    expect(await db.transaction((tx) => tx.query('select 1 as n'))).toEqual([{ n: 1 }])
    process.off('warning', hear)
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/ended after 2 s: background work; last statement: insert into kept/),
    ])
  })

  it('ends a statement that keeps a stuck transaction from ending', async () => {
    db = await freshDb(engine, { connections: 1, bounds: { hold: 2000, wait: 20_000 } })
    const endless = 'select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000000000) b'
    await expect(db.transaction((tx) => tx.query(endless))).rejects.toMatchObject({ code: '25P04' })
    await expect.poll(() => db.query('select 1 as n').catch(() => []), { timeout: 20_000 }).toEqual([{ n: 1 }])
  })

  it('lets work take longer that says so', async () => {
    db = await freshDb(engine, { connections: 1, bounds: { hold: 50, wait: 20_000 } })
    const slow = (tx: Queryable) => new Promise((done) => setTimeout(done, 200)).then(() => tx.query('select 1 as n'))
    expect(await db.transaction(slow, { longest: 20_000 })).toEqual([{ n: 1 }])
  })
})

describe('who waits for the one connection of the embedded database', () => {
  it('is refused in time, and holds up nobody', async () => {
    const { Gate } = await import('#server/db/gate.ts')
    const gate = new Gate({ hold: 20_000, wait: 5 })
    const order: string[] = []
    let end = () => {}
    const first = gate.hold(() => new Promise<void>((resolve) => (end = resolve)))
    const refused = gate.hold(async () => order.push('refused'))
    const statement = gate.pass(async () => order.push('statement'))
    await expect(refused).rejects.toMatchObject({ code: '55P03' })
    await expect(statement).rejects.toMatchObject({ code: '55P03' })
    const next = gate.hold(async () => order.push('next'))
    expect(order).toEqual([])
    end()
    await Promise.all([first, next])
    expect(order).toEqual(['next'])
  })
})

describe.each(contractEngines)('the work of the day (%s)', (engine) => {
  it('comes in portions, lets people in between, ends when it is told to, and goes on where it was', async () => {
    const db = await freshDb(engine, { connections: 2 })
    const last = 59
    const numbers = Array.from({ length: last + 1 }, (_, at) => at + 1)
    const done: number[] = []
    let isEndless = false
    let isStuck = false
    const daily: AreaServer['daily'] = async ({ tx }, after) => {
      await tx.query('select 1')
      if (isEndless) {
        isStuck = true
        await never()
      }
      done.push(after + 1)
      return after === last ? null : after + 1
    }
    const servers = new Map([[register.areas[0]?.name ?? '', { daily }]])
    const kit = createKit({ db, register, can: () => true, servers, rules: new Map() })
    const ending = new AbortController()
    const working = settleDay(kit, { signal: ending.signal, rest: 10 })
    await expect.poll(() => done.length, { timeout: 20_000 }).toBeGreaterThan(2)
    await db.transaction((tx) => tx.query('select 1'))
    expect(done.length).toBeLessThan(numbers.length)
    isEndless = true
    await expect.poll(() => isStuck, { timeout: 20_000 }).toBe(true)
    const before = [...done]
    ending.abort()
    await expect(working).rejects.toThrow()
    isEndless = false
    await settleDay(kit)
    expect(done).toEqual(numbers)
    expect(before.length).toBeLessThan(numbers.length)
    // A whole day may be settled anew.
    await settleDay(kit)
    expect(done).toEqual([...numbers, ...numbers])
    await db.close()
  })

  it('is done anew for a write that asks for it: a portion with the write, each other once, whoever does it', async () => {
    const db = await freshDb(engine, { connections: 4 })
    const area = register.areas[0]?.name ?? ''
    const last = 40
    const daily: AreaServer['daily'] = async ({ tx, context }, after) => {
      await tx.query(`insert into portions_seen (number, day) values ($1, $2)`, [after + 1, String(context.today)])
      return after === last - 1 ? null : after + 1
    }
    await db.query('create table portions_seen (number int, day text)')
    const seen = async () =>
      (await db.query<{ number: number }>('select number from portions_seen order by number')).map(
        ({ number }) => number,
      )
    const kitOf = () =>
      createKit({ db, register, can: () => true, servers: new Map([[area, { daily }]]), rules: new Map() })
    const [first, second] = [kitOf(), kitOf()]
    const settleAgain = () => first.write(system, 'edit', (work) => restartDailyWork(work, area))
    await expect(
      first.write(system, 'edit', async (work) => {
        await restartDailyWork(work, area)
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    await runRemainingDailyWork(first)
    expect(await seen()).toEqual([])
    await settleAgain()
    expect(await seen()).toEqual([1])
    const killed = new AbortController()
    const working = runRemainingDailyWork(first, { signal: killed.signal, rest: 60_000 })
    await expect.poll(seen, { timeout: 20_000 }).toEqual([1, 2])
    killed.abort()
    await expect(working).rejects.toThrow()
    await Promise.all([runRemainingDailyWork(second, { rest: 1 }), runRemainingDailyWork(first, { rest: 1 })])
    expect(await seen()).toEqual(Array.from({ length: last }, (_, at) => at + 1))
    // Asked for again in the middle of it, it begins again.
    await settleAgain()
    await settleAgain()
    await runRemainingDailyWork(second)
    expect((await seen()).length).toBe(2 * last + 1)
    await db.close()
  })

  it('is begun by every process that hears of it, by the settings as they are then', async () => {
    const db = await freshDb(engine, { connections: 4 })
    const area = register.areas[0]?.name ?? ''
    const companies: unknown[] = []
    const daily: AreaServer['daily'] = async ({ context }, after) => {
      companies.push(context.settings.company_name)
      return after < 2 ? after + 1 : null
    }
    await db.query(
      `insert into settings (company_name, base_currency, office_country, office_approval_limit, price_over_target_pct,
         price_over_last_pct, days_to_acknowledge, large_order_units, qty_tolerance_large_pct, qty_tolerance_small_pct)
       values ('Before', 'GBP', 'GB', 0, 0, 0, 1, 1, 0, 0)`,
    )
    const servers = new Map([[area, { daily }]])
    const kitOf = () => createKit({ db, register, can: () => true, servers, rules: new Map() })
    const [writer, worker] = [kitOf(), kitOf()]
    const stop = await startDaily(worker, { warn: expect.unreachable })
    await expect.poll(() => companies, { timeout: 20_000 }).toEqual(['Before', 'Before', 'Before'])
    await worker.settings()
    await writer.write(system, 'edit', async (work) => {
      await work.tx.query(`update settings set company_name = 'After'`)
      await restartDailyWork({ ...work, context: { ...work.context, settings: { company_name: 'After' } } }, area)
    })
    await expect.poll(() => companies.slice(3), { timeout: 20_000 }).toEqual(['After', 'After', 'After'])
    await stop()
    await db.close()
  })
})

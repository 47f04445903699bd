import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { runTask } from '#server/commands/tasks.ts'
import { readConfig } from '#server/config.ts'
import { openData } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/types.ts'
import { system } from '#server/kit/principal.ts'
import { createLists } from '#server/kit/read/lists.ts'
import { engines, freshPostgresUrl } from '../kit/db'
import { type Answer, draft, openApp, openPortal, type Portal } from '../kit/portal'

const secret = 'a secret of this file, longer than thirty-two characters'

describe.skipIf(!engines.includes('postgres'))('the pool on a PostgreSQL server', () => {
  let db: Db
  let admin: Db
  let url: string
  let drop: () => Promise<unknown>
  beforeAll(async () => {
    ;({ url, drop } = await freshPostgresUrl())
    db = await openPostgres(url, { connections: 3 })
    admin = await openPostgres(url, { connections: 1 })
  })
  afterAll(async () => {
    await db.close()
    await admin.close()
    await drop()
  })

  const killOthers = () =>
    admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )

  it('goes on after its connections were cut', async () => {
    await Promise.all([1, 2, 3].map((n) => db.query('select $1::integer as n', [n], 'cut')))
    await killOthers()
    // What was idle is noticed by the driver; the next statement gets a new connection.
    await expect
      .poll(() => db.query('select 1 as n', [], 'cut_after').catch(() => []), { timeout: 5000 })
      .toEqual([{ n: 1 }])
  })

  it('fails what was running with a code for a lost connection', async () => {
    const running = db.query('select pg_sleep(5)')
    const inTransaction = db.transaction(async (tx) => tx.query('select pg_sleep(5)'))
    const outcomes = Promise.allSettled([running, inTransaction])
    await new Promise((resolve) => setTimeout(resolve, 200))
    await killOthers()
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: expect.stringMatching(/^(57P01|08006)$/) } })
    }
    expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
  })

  it('listens again after its connection was cut', async () => {
    const heard: string[] = []
    const stop = await db.listen('again', (payload) => heard.push(payload))
    await killOthers()
    await expect
      .poll(
        async () => {
          await admin.query(`select pg_notify('again', 'hello')`)
          return heard
        },
        { timeout: 8000, interval: 200 },
      )
      .toContain('hello')
    await stop()
  })

  it('comes back after the server was away', async () => {
    const { hostname, port, pathname } = new URL(url)
    const sockets = new Set<Socket>()
    const relay = (at: number) =>
      new Promise<Server>((resolve) => {
        const server = createServer((socket) => {
          const upstream = connect(Number(port), hostname)
          for (const end of [socket, upstream]) {
            sockets.add(end)
            end.on('error', () => {}).on('close', () => sockets.delete(end))
          }
          socket.pipe(upstream).pipe(socket)
        }).listen(at, '127.0.0.1', () => resolve(server))
      })
    let server = await relay(0)
    const { port: relayPort } = server.address() as { port: number }
    const through = await openPostgres(`postgres://postgres@127.0.0.1:${relayPort}${pathname}`)

    const gone = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await gone
    await expect
      .poll(() =>
        through.query('select 1').then(
          () => '',
          (error: { code: string }) => error.code,
        ),
      )
      .toBe('08006')
    await expect(through.transaction(async (tx) => tx.query('select 1'))).rejects.toMatchObject({ code: '08006' })

    server = await relay(relayPort)
    await expect.poll(() => through.query('select 1 as n').catch(() => [])).toEqual([{ n: 1 }])
    await through.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  it('tells other processes at once which totals have changed', async () => {
    const portal = await openPortal('postgres')
    const other = await createApp({ db: portal.db, secret, publicUrl: 'http://127.0.0.1:3000', version: 'test' })
    await other.ready()
    try {
      const lists = createLists(other.kit, true)
      const total = () => lists.count(lists.listing(other.kit.register.get('ports'), system, ''), system)
      const before = await total()
      await portal.make('ports', [{ code: 'DEHAM', name_en: 'Hamburg', country: 'DE', functions: ['port'] }])
      await expect.poll(total, { interval: 20, timeout: 1500 }).toBe(before + 1)
    } finally {
      await other.close()
      await portal.close()
    }
  })

  it('tells other processes of records that a write changed beside its own', async () => {
    const portal = await openPortal('postgres')
    const other = await createApp({ db: portal.db, secret, publicUrl: 'http://127.0.0.1:3000', version: 'test' })
    await other.ready()
    try {
      const about = { name_en: 'Wide Works', types: ['cut_make_trim'], country: 'CN' }
      const [factory] = await portal.make('factories', [about])
      const { id, version } = factory as { id: number; version: number }
      const known = () => other.kit.epoch('factory-allocations')
      await expect.poll(() => other.kit.epoch('factories'), { timeout: 1500 }).toBeGreaterThan(0)
      const before = known()
      const wider = { version, capacity_per_month: 777 }
      expect((await portal.as.Office.patch(`/api/factories/${id}`, wider)).status).toBe(200)
      await expect.poll(known, { interval: 20, timeout: 1500 }).toBeGreaterThan(before)
    } finally {
      await other.close()
      await portal.close()
    }
  })

  it('has portals told at once when a command of another process writes to it', async () => {
    const { app, close } = await openApp(await openPostgres(url, { connections: 2 }))
    try {
      const lists = createLists(app.kit, true)
      const total = () => lists.count(lists.listing(app.kit.register.get('users'), system, ''), system)
      const before = await total()
      const admin = { email: 'first@example.com', first_name: 'First', last_name: 'Admin', password: 'a long phrase 7' }
      await runTask(readConfig({ DATABASE_URL: url, JWT_SECRET: secret }), { command: 'admin:create', admin })
      await expect.poll(total, { interval: 20, timeout: 1500 }).toBe(before + 1)
    } finally {
      await close()
    }
  })

  describe('a write that waits for another', () => {
    let portal: Portal
    beforeAll(async () => {
      portal = await openPortal('postgres')
    })
    afterAll(() => portal.close())

    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

    /** Whether a row is free while the write waits for what `hold` locks, and how the write ends. */
    const rowMeanwhile = async (table: string, id: number, hold: [string, unknown[]], write: () => Promise<Answer>) => {
      let end = () => {}
      const ended = new Promise<void>((resolve) => (end = resolve))
      let holding: Promise<void> = Promise.resolve()
      await new Promise<void>((begun) => {
        holding = portal.db.transaction(async (tx) => {
          await tx.query(...hold)
          begun()
          await ended
        })
      })
      const writing = write()
      await expect.poll(() => portal.db.query(waiting), { timeout: 5000 }).not.toEqual([])
      const free = await portal.db.query(`select id from ${table} where id = $1 for update skip locked`, [id])
      end()
      await holding
      return { free: free.length === 1, status: (await writing).status }
    }

    it('has no category locked, which the other may be about to write', async () => {
      const [category] = await portal.make('product-categories', [{ code: 'ALONE', name_en: 'Alone' }])
      const { id, version } = category as { id: number; version: number }
      const hold: [string, unknown[]] = ['select pg_advisory_xact_lock(hashtext($1))', ['writes of product-categories']]
      const edit = () => portal.as.Office.patch(`/api/product-categories/${id}`, { version, name_en: 'Other' })
      expect(await rowMeanwhile('product_categories', id, hold, edit)).toEqual({ free: true, status: 200 })
    })

    it('has no line of an order locked while somebody holds the order', async () => {
      const { body: order } = await portal.as.Office.post('/api/purchase-orders', draft('PO-LINE-LOCK'))
      const [{ id, version }] = order.lines
      const hold: [string, unknown[]] = ['select 1 from purchase_orders where id = $1 for update', [order.id]]
      const edit = () => portal.as.Office.patch(`/api/po-lines/${id}`, { version, description_en: 'Soft hand feel' })
      expect(await rowMeanwhile('po_lines', id, hold, edit)).toEqual({ free: true, status: 200 })
    })
  })

  it('is waited for when a portal starts before its server', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port: free } = probe.address() as { port: number }
    await new Promise((resolve) => probe.close(resolve))
    const { hostname, port, pathname } = new URL(url)
    const opening = openData(
      readConfig({ DATABASE_URL: `postgres://postgres@127.0.0.1:${free}${pathname}`, JWT_SECRET: secret }),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    const relay = createServer((socket) => {
      const upstream = connect(Number(port), hostname)
      for (const end of [socket, upstream]) end.on('error', () => {})
      socket.pipe(upstream).pipe(socket)
    }).listen(free, '127.0.0.1')
    const { db: late } = await opening
    expect(await late.query('select 1 as n')).toEqual([{ n: 1 }])
    await late.close()
    relay.close()
  })

  it('says at the start that the server cannot be reached', async () => {
    await expect(openPostgres('postgres://postgres@127.0.0.1:1/none')).rejects.toMatchObject({ code: '08006' })
  })
})

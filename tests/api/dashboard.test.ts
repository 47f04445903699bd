import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../src/server/db/types'
import { createLists } from '../../src/server/kit/lists'
import { type Principal, system } from '../../src/server/kit/principal'
import { deliveryStatuses } from '../../src/server/seeds/delivery-statuses'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { seeded } from '../unit/random'
import { orders, step, twoLines } from './orders-kit'

interface Point {
  ship_date: string
  stock_ordered_units: number
  total_po_count: number
}

interface Tile {
  name: string
  area: string
  path: string
  query: string
  count: number
  before?: number
  facts?: Record<string, number | null>
  sums?: Record<string, unknown>[]
  parts?: { name: string; query: string; count: number }[]
}

const graph = async (who: Person, asked = ''): Promise<Point[]> => {
  const { status, body } = await who.get(`/api/dashboard/graph${asked}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(Object.keys(body)).toEqual(['info'])
  return body.info
}

/** A ship window that all days of these tests lie in. */
const wide = { ship_window_start: '2027-02-01', ship_window_end: '2027-04-30', ex_factory_date: '2027-03-01' }

describe.each(engines)('the dashboard (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let staff: Person
  let at: ReturnType<typeof orders>['at']

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent, staff } = portal.as)
    at = orders(portal).at
    await portal.make('delivery-statuses', [...deliveryStatuses])
    const early = { lines: twoLines({ ex_factory_date: '2027-03-02' }, { ex_factory_date: '2027-03-05' }) }
    await at('confirmed', early)
    await at('issued', { lines: twoLines({ ex_factory_date: '2027-03-05' }, { ex_factory_date: '2027-03-16' }) })
    await at('issued', { supplier_id: 61, lines: twoLines({ ex_factory_date: '2027-03-05' }).slice(0, 1) })
    await at('approved', early)
    await at('draft', early)
  })
  afterAll(() => portal.close())

  it('draws what is ordered, by the day that its lines ship', async () => {
    expect(await graph(Office)).toEqual([
      { ship_date: '2027-03-02', stock_ordered_units: 100, total_po_count: 1 },
      { ship_date: '2027-03-05', stock_ordered_units: 250, total_po_count: 3 },
      { ship_date: '2027-03-16', stock_ordered_units: 50, total_po_count: 1 },
    ])
    expect(await graph(admin)).toEqual(await graph(Office))
  })

  it('draws one supplier where one is asked for', async () => {
    expect(await graph(Office, '?supplier_id=61')).toEqual([
      { ship_date: '2027-03-05', stock_ordered_units: 100, total_po_count: 1 },
    ])
    expect((await graph(Office, '?supplier_id=60')).map(({ total_po_count }) => total_po_count)).toEqual([1, 2, 1])
  })

  it('counts an order once in a week or month, however often it ships in it', async () => {
    expect(await graph(Office, '?by=week')).toEqual([
      { ship_date: '2027-03-01', stock_ordered_units: 350, total_po_count: 3 },
      { ship_date: '2027-03-15', stock_ordered_units: 50, total_po_count: 1 },
    ])
    expect(await graph(Office, '?by=month&supplier_id=60')).toEqual([
      { ship_date: '2027-03-01', stock_ordered_units: 300, total_po_count: 2 },
    ])
  })

  it('draws the days that are asked for', async () => {
    const days = (await graph(Office, '?from=2027-03-03&to=2027-03-05')).map(({ ship_date }) => ship_date)
    expect(days).toEqual(['2027-03-05'])
  })

  it("shows a supplier's people their own, whatever they ask for", async () => {
    const own = await graph(Office, '?supplier_id=60')
    const other = await graph(Office, '?supplier_id=61')
    expect(other).not.toEqual(own)
    for (const who of [Agent, staff])
      for (const asked of ['', '?supplier_id=60', '?supplier_id=61', '?supplier_id=999'])
        expect(await graph(who, asked)).toEqual(own)
    expect(await graph(portal.otherAgent, '?supplier_id=60')).toEqual(other)
    const unplaced = await portal.person({ type: 'Agent', supplier_id: null })
    expect(await graph(unplaced, '?supplier_id=60')).toEqual([])
  })

  it('refuses who has no orders to see, and what it does not know', async () => {
    for (const [who, status] of [
      [portal.as.user, 403],
      [portal.as.superAdmin, 403],
      [portal.nobody, 401],
    ] as const)
      for (const url of ['/api/dashboard/graph', '/api/supplier/get-supplier'])
        expect((await who.get(url)).status).toBe(status)
    expect((await Office.get('/api/dashboard/graph?supplier_id=999')).status).toBe(404)
    for (const asked of ['supplier_id=sixty', 'by=year', 'from=2027-02-30', 'to=soon', 'role=admin']) {
      const { status, body } = await Office.get(`/api/dashboard/graph?${asked}`)
      expect([asked, status]).toEqual([asked, 400])
      expect(Object.keys(body.errors)).toEqual([asked.split('=')[0]])
    }
  })

  it('offers the suppliers by name, and an agent the own one', async () => {
    const { body } = await Office.get('/api/supplier/get-supplier')
    expect(Object.keys(body)).toEqual(['supplier'])
    expect(body.supplier).toEqual([
      { id: 60, supplier_name: 'Golden Loom Garment' },
      { id: 61, supplier_name: expect.any(String) },
    ])
    for (const who of [Agent, staff])
      expect((await who.get('/api/supplier/get-supplier')).body.supplier.map(({ id }: { id: number }) => id)).toEqual([
        60,
      ])
  })

  it('leads from every point to the orders behind it, for everybody who sees it', async () => {
    for (const [who, asked, filter] of [
      [Office, '', ''],
      [Office, 'supplier_id=60', '&supplier_id=60'],
      [Agent, '', ''],
    ] as const)
      for (const [by, days] of [
        ['day', 0],
        ['week', 6],
      ] as const)
        for (const { ship_date, total_po_count } of await graph(who, `?by=${by}&${asked}`)) {
          const last = new Date(Date.parse(ship_date) + days * 86_400_000).toISOString().slice(0, 10)
          const dates = days ? `ship_date_gte=${ship_date}&ship_date_lte=${last}` : `ship_date=${ship_date}`
          const { status, total } = await who.get(`/api/purchase-orders?${dates}${filter}`)
          expect([status, ship_date, total]).toEqual([200, ship_date, total_po_count])
        }
  })

  it('asks for one and the same ship date, not for one after and another before', async () => {
    const between = '/api/purchase-orders?ship_date_gte=2027-03-06&ship_date_lte=2027-03-15'
    expect((await Office.get(between)).total).toBe(0)
    expect((await Office.get('/api/purchase-orders?ship_date_null=true')).status).toBe(400)
    const [order] = (await Office.get('/api/purchase-orders?ship_date=2027-03-16')).body
    expect(order).not.toHaveProperty('ship_date')
  })

  it('counts in every figure what the list it leads to has, for everybody who sees it', async () => {
    await at('pending_approval')
    const [late] = await portal.make('purchase-orders', [
      {
        ...draft('LATE-ONE', { ...wide, lines: twoLines({ forecast_ex_factory_date: '2027-03-20' }) }),
        status: 'issued',
      },
    ])
    await portal.db.query(
      `update purchase_orders set ack_due_date = current_date - 3, acknowledged_at = now(), issued_at = now() - interval '50 hours'
       where id = $1`,
      [late?.id],
    )
    const seen = new Map<Person, string[]>()
    for (const who of [admin, Office, Agent, staff, portal.otherAgent]) {
      const { status, body } = await who.get('/api/dashboard/tiles')
      expect(status, JSON.stringify(body)).toBe(200)
      seen.set(
        who,
        body.tiles.map(({ name }: Tile) => name),
      )
      for (const { name, area, query, count, parts = [] } of body.tiles as Tile[])
        for (const one of [{ name, query, count }, ...parts]) {
          const list = await who.get(`/api/${area}?${one.query}`)
          expect([name, one.name, list.status, list.total]).toEqual([name, one.name, 200, one.count])
        }
    }
    expect(seen.get(Office)).toContain('approval')
    expect(seen.get(Agent)).not.toContain('approval')
    const tile = async (who: Person, name: string): Promise<Tile> =>
      (await who.get('/api/dashboard/tiles')).body.tiles.find((one: Tile) => one.name === name)
    const pathOf = async (who: Person, name: string) => (await tile(who, name)).path
    for (const name of ['open', 'slipping', 'past']) {
      expect(await pathOf(Agent, name)).toBe('/apps/sales/delivery_status')
      expect(await pathOf(staff, name)).toBe('/apps/sales/delivery_status')
    }
    expect(await pathOf(Office, 'approval')).toBe('/apps/sales/po_line_approval')
    expect((await tile(Office, 'approval')).count).toBe(1)
    expect((await tile(Agent, 'awaiting')).count).toBe(2)
    expect((await tile(Agent, 'overdue')).count).toBe(1)
    expect((await tile(portal.otherAgent, 'overdue')).count).toBe(0)
    expect(await tile(Agent, 'acknowledged')).toMatchObject({
      count: 2,
      before: 0,
      parts: [{ name: 'late', count: 1 }],
    })
    expect((await tile(Agent, 'acknowledged')).facts).toMatchObject({ on_time_pct: 50, hours_before: null })
    expect((await tile(Agent, 'slipping')).count).toBe(1)
    expect((await tile(Office, 'open')).sums).toEqual([
      expect.objectContaining({ currency: 'GBP', qty: expect.any(Number), line_value: expect.any(String) }),
    ])
    for (const sum of (await tile(staff, 'open')).sums ?? []) expect(Object.keys(sum)).toEqual(['count', 'qty'])
    expect((await portal.as.user.get('/api/dashboard/tiles')).status).toBe(403)
  })

  it('reads what several lists have in common once, and says of each what it says alone', async () => {
    const area = portal.app.kit.register.get('po-lines')
    const asks = [
      'line_status=open',
      'line_status=open&slip_days_gt=0',
      'line_status=open&slip_days_gt=0&slip_days_lte=7',
      'line_status=open&slip_days_null=true',
      'line_status=open&order_status=issued',
      'line_status=open&order_status_in=issued,confirmed&order_status=issued',
      'line_status=open&supplier_id=60&slip_days_gt=0',
    ]
    const others = ['line_status=open&archived_at_nnull=true', 'line_status=open&q=LATE']
    const me: Principal = { ...system, id: Office.id, role: 'Office' }
    const statements: string[] = []
    const db: Db = Object.assign(Object.create(portal.db), {
      query: (text: string, values: unknown[], name: string) => {
        statements.push(text)
        return portal.db.query(text, values, name)
      },
    })
    const lists = createLists({ ...portal.app.kit, db }, false)
    const listings = (texts: string[]) => texts.map((text) => lists.listing(area, me, text))
    const together = await lists.counts(listings(asks), me)
    expect(statements).toHaveLength(1)
    expect(await lists.counts(listings([...asks, ...others]), me)).toHaveLength(asks.length + others.length)
    expect(statements).toHaveLength(1 + others.length)
    const alone: number[] = []
    for (const text of asks) alone.push((await Office.get(`/api/po-lines?${text}`)).total)
    expect(together).toEqual(alone)
    expect(new Set(together).size).toBeGreaterThan(3)

    portal.app.kit.changed(['po-lines'])
    expect(await lists.counts(listings(['status=pending', 'line_status=open']), me)).toHaveLength(2)
    expect(statements).toHaveLength(3 + others.length)
  })

  it('holds its sums whatever is written, by whom and how', async () => {
    const { below, one } = seeded(60)
    const days = ['2027-03-01', '2027-03-02', '2027-03-08', '2027-03-20', '2027-04-05']
    const lines = () => twoLines({ ex_factory_date: one(days) }, { ex_factory_date: one(days) })
    const made: { id: number }[] = []
    const writes: (() => Promise<unknown>)[] = [
      async () => {
        made.push(await at(one(['draft', 'approved', 'issued', 'confirmed']), { ...wide, lines: lines() }))
      },
      async () => made.push(...(await portal.make('purchase-orders', imported(below(1e6), lines)))),
      () => moved('confirmed', 'cancel', { reason: 'No longer wanted' }),
      () => moved('confirmed', 'short_close', { reason: 'The season is over' }),
      () => moved('closed', 'reopen_closed', { reason: 'It is not' }),
      () => moved('issued', 'recall'),
      () => moved('issued', 'acknowledge', { comment: 'By telephone' }),
      () => moved('closed', 'archive'),
      () => moved('closed', 'restore'),
      async () => {
        const { id, version } = await inState('draft')
        expect((await admin.delete(`/api/purchase-orders/${id}`, { version })).status).toBe(200)
      },
      async () => {
        const { id, version } = await inState('draft')
        expect((await Office.patch(`/api/purchase-orders/${id}`, { version, lines: lines() })).status).toBe(200)
      },
      async () => {
        const [line] = (await current())?.lines ?? []
        if (line)
          await portal.db.query('update po_lines set qty = $2, ex_factory_date = $3 where id = $1', [
            line.id,
            1 + below(90),
            one([...days, null]),
          ])
      },
      async () => {
        const [line] = (await current())?.lines ?? []
        if (line && below(4) === 0) await portal.db.query('delete from po_lines where id = $1', [line.id])
      },
      async () => {
        if (made.length > 6)
          await portal.db.query('delete from purchase_orders where id = $1', [
            made.splice(below(made.length), 1)[0]?.id,
          ])
      },
      async () =>
        portal.db.query('update purchase_orders set supplier_id = 121 - supplier_id where id = $1', [one(made)?.id]),
    ]
    for (let turn = 0; turn < 60; turn++) {
      await writes[turn < writes.length ? turn : below(writes.length)]?.()
      if (turn % 6 === 5) await expectTrueSums()
    }
    await Promise.all(Array.from({ length: 8 }, () => portal.make('purchase-orders', imported(below(1e6), lines))))
    await expectTrueSums()

    function current() {
      const order = one(made)
      return (
        order &&
        orders(portal)
          .now(order)
          .then((now) => (now.id ? now : undefined))
      )
    }
    /** One that stands there and is not archived; a new one, where there is none. */
    async function inState(status: string, archived = false) {
      for (const { id } of made) {
        const now = await orders(portal).now({ id })
        if (now.status === status && Boolean(now.archived_at) === archived) return now
      }
      const fresh =
        status === 'closed' ? await moved('confirmed', 'short_close', { reason: 'Over' }) : await at(status, wide)
      made.push(fresh)
      return archived ? (await step(admin, fresh, 'archive')).body : fresh
    }
    async function moved(from: string, move: string, asked = {}) {
      const { status, body } = await step(admin, await inState(from, move === 'restore'), move, asked)
      expect([move, status], JSON.stringify(body)).toEqual([move, 200])
      return body
    }
  })

  /** What the chart says of everybody and of each supplier, beside what the lines say. */
  const expectTrueSums = async () => {
    for (const supplier of [null, 60, 61])
      for (const by of ['day', 'week', 'month']) {
        const truth = await portal.db.query(
          `select date_trunc($2, coalesce(l.ex_factory_date, l.ship_window_end)::timestamp)::date as ship_date,
             sum(l.qty)::float8 as stock_ordered_units, count(distinct o.id)::float8 as total_po_count
           from po_lines l join purchase_orders o on o.id = l.purchase_order_id
           where o.status in ('issued', 'change_proposed', 'confirmed', 'completed', 'closed') and o.archived_at is null
             and l.line_status <> 'cancelled' and coalesce(l.ex_factory_date, l.ship_window_end) is not null
             and ($1::bigint is null or o.supplier_id = $1)
           group by 1 order by 1`,
          [supplier, by],
        )
        expect(await graph(Office, `?by=${by}${supplier ? `&supplier_id=${supplier}` : ''}`)).toEqual(truth)
      }
  }

  const imported = (number: number, lines: () => object[]) =>
    ['issued', 'confirmed', 'closed', 'cancelled', 'draft'].map((status, index) => ({
      ...draft(`IMP-${number}-${index}`, { ...wide, supplier_id: 60 + (index % 2), lines: lines() }),
      status,
    }))
})

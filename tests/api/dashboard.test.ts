import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTiles } from '#server/dashboard/tiles.ts'
import { persistent } from '#server/db/retry.ts'
import type { Db } from '#server/db/types.ts'
import { type Principal, readScopeOf, system } from '#server/kit/principal.ts'
import { createLists } from '#server/kit/read/lists.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run, type Statement } from '#server/kit/read/sql.ts'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { addDays, today } from '#shared/base/dates.ts'
import type { Tile } from '#shared/kit/wire/tile.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { seeded } from '../unit/random'
import { orders, step, twoLines } from './orders-kit'

interface Point {
  ship_date: string
  stock_ordered_units: number
  total_po_count: number
}

const graph = async (who: Person, query = ''): Promise<Point[]> => {
  const { status, body } = await who.get(`/api/dashboard/graph${query}`)
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
    const ownGraph = await graph(Office, '?supplier_id=60')
    const other = await graph(Office, '?supplier_id=61')
    expect(other).not.toEqual(ownGraph)
    for (const who of [Agent, staff])
      for (const query of ['', '?supplier_id=60', '?supplier_id=61', '?supplier_id=999'])
        expect(await graph(who, query)).toEqual(ownGraph)
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
    for (const query of ['supplier_id=sixty', 'by=year', 'from=2027-02-30', 'to=soon', 'role=admin']) {
      const { status, body } = await Office.get(`/api/dashboard/graph?${query}`)
      expect([query, status]).toEqual([query, 400])
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]])
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
    for (const [who, query, filter] of [
      [Office, '', ''],
      [Office, 'supplier_id=60', '&supplier_id=60'],
      [Agent, '', ''],
    ] as const)
      for (const [by, days] of [
        ['day', 0],
        ['week', 6],
      ] as const)
        for (const { ship_date, total_po_count } of await graph(who, `?by=${by}&${query}`)) {
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
        for (const figure of [{ name, query, count }, ...parts]) {
          const list = await who.get(`/api/${area}?${figure.query}`)
          expect([name, figure.name, list.status, list.total]).toEqual([name, figure.name, 200, figure.count])
        }
    }
    expect(seen.get(Office)).toContain('approval')
    expect(seen.get(Agent)).not.toContain('approval')
    const tile = async (who: Person, name: string): Promise<Tile> =>
      (await who.get('/api/dashboard/tiles')).body.tiles.find((tile: Tile) => tile.name === name)
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
    const ago = (days: number) => addDays(today(), -days)
    const inspected = { type: 'final', po_line_id: 1, supplier_id: 60, status: 'accepted', planned_date: ago(40) }
    await portal.make('qa-activities', [
      { ...inspected, inspected_on: ago(2), result: 'passed', inspected_qty: 80, minor_qty: 1 },
      { ...inspected, inspected_on: ago(30), result: 'failed', inspected_qty: 120, major_qty: 8 },
      { ...inspected, inspected_on: ago(31), result: 'failed', inspected_qty: 125, critical_qty: 1 },
      { ...inspected, inspected_on: ago(3), result: 'passed', type: 'lab_test', inspected_qty: 3 },
      { ...inspected, inspected_on: ago(3), result: null },
    ])
    const defects = async () => {
      await portal.db.query('update qa_activities set critical_qty = 0, major_qty = 0, minor_qty = 0')
      const set = (qty: number, severity: string, day: string) =>
        portal.db.query(
          `update qa_activities set ${severity}_qty = ${qty} where inspected_on = $1 and type = 'final' and result is not null`,
          [day],
        )
      await set(1, 'minor', ago(2))
      await set(8, 'major', ago(30))
      await set(1, 'critical', ago(31))
    }
    await defects()
    for (const who of [Office, Agent])
      expect(await tile(who, 'failed_first')).toMatchObject({
        ...{ count: 1, before: 1 },
        facts: { first_pass_pct: 50, first_pass_pct_before: 0, defects_per_100: 4.5, defects_per_100_before: 0.8 },
      })
    expect(await tile(portal.otherAgent, 'failed_first')).toMatchObject({ count: 0, facts: { first_pass_pct: null } })
    expect((await portal.as.user.get('/api/dashboard/tiles')).status).toBe(403)
  })

  it('adds up the units that are accredited over all currencies', async () => {
    const inPounds = await at('draft', { lines: twoLines() })
    const inEuro = await at('draft', { currency: 'EUR', lines: twoLines() })
    await portal.db.query(
      `update po_lines set accreditation_readiness = case
         when purchase_order_id not in ($1, $2) then 'not_required'
         when (purchase_order_id = $1) = (qty = 100) then 'missing' else 'ok' end`,
      [inPounds.id, inEuro.id],
    )
    for (const who of [Office, admin]) {
      const { tiles } = (await who.get('/api/dashboard/tiles')).body as { tiles: Tile[] }
      const tile = tiles.find(({ name }) => name === 'accreditation_coverage')
      // 100 units in pounds and 50 in euros are not; 50 and 100 are.
      expect(tile).toMatchObject({ count: 2, facts: { covered_pct: 50 } })
    }
  })

  it('reads what several lists have in common once, and says of each what it says alone', async () => {
    const area = portal.app.kit.register.get('po-lines')
    // Nothing is kept by the unit, so these are read from the lines.
    const asks = [
      '',
      '&slip_days_gt=0',
      '&slip_days_gt=0&slip_days_lte=7',
      '&slip_days_null=true',
      '&order_status=issued',
      '&order_status_in=issued,confirmed&order_status=issued',
      '&supplier_id=60&slip_days_gt=0',
    ].map((text) => `line_status=open&uom=piece${text}`)
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
    const { below, pick } = seeded(60)
    const days = ['2027-03-01', '2027-03-02', '2027-03-08', '2027-03-20', '2027-04-05']
    const lines = () => twoLines({ ex_factory_date: pick(days) }, { ex_factory_date: pick(days) })
    const made: { id: number }[] = []
    const writes: (() => Promise<unknown>)[] = [
      async () => {
        made.push(await at(pick(['draft', 'approved', 'issued', 'confirmed']), { ...wide, lines: lines() }))
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
            pick([...days, null]),
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
        portal.db.query('update purchase_orders set supplier_id = 121 - supplier_id where id = $1', [pick(made)?.id]),
      async () =>
        portal.db.query(`update purchase_orders set on_hold = not on_hold where status in ('closed', 'cancelled')`),
      async () =>
        portal.db.query('update purchase_orders set buyer_id = $2, season_id = $3, slip_days = $4 where id = $1', [
          pick(made)?.id,
          pick([Office.id, admin.id, null]),
          pick([1, null]),
          pick([-1, 0, 3, null]),
        ]),
      async () =>
        portal.db.query(
          `update po_lines set season_id = $2, house_brand_id = $3, slip_days = $4, forecast_ex_factory_date = $5,
             delivery_risk = $6, article_id = $7, goods_state = $8 where purchase_order_id = $1`,
          [
            pick(made)?.id,
            pick([1, null]),
            pick([1, null]),
            pick([-1, 0, 9, 20, null]),
            pick([...days, null]),
            pick(['red', 'green', null]),
            pick([1, 2, 3]),
            pick(['unpacked', 'packed', 'left', null]),
          ],
        ),
    ]
    for (let turn = 0; turn < 60; turn++) {
      await writes[turn < writes.length ? turn : below(writes.length)]?.()
      if (turn % 6 === 5) {
        await expectTrueSums()
        await expectTrueFigures()
      }
    }
    await Promise.all(Array.from({ length: 8 }, () => portal.make('purchase-orders', imported(below(1e6), lines))))
    await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const text = pick([
          `update purchase_orders set issued_at = case when issued_at is null then now() end where id % 3 = $1`,
          'update po_lines set slip_days = coalesce(slip_days, 0) + 1 where purchase_order_id % 3 = $1',
          'update po_lines set season_id = case when season_id is null then 1 end where purchase_order_id % 3 = $1',
          `insert into po_lines (purchase_order_id, article_id, line_no, qty, line_status, status)
             select id, 1, 1000 + random() * 90000, 7, 'open', 'approved' from purchase_orders where id % 3 = $1 and status in ('draft', 'approved')`,
        ])
        // Two that change the same rows in another order may have to wait for each other.
        return persistent(() => portal.db.query(text, [index % 3]))
      }),
    )
    await expectTrueSums()
    await expectTrueFigures()
    await expectSameFromRecords()

    function current() {
      const order = pick(made)
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
    async function moved(from: string, move: string, inputs = {}) {
      const { status, body } = await step(admin, await inState(from, move === 'restore'), move, inputs)
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

  /** What is kept of orders and lines, beside the same made anew of all of them. */
  const expectTrueFigures = async () => {
    const kept = await readFigures()
    await portal.db.query('select recount_figures()')
    expect(kept).toEqual(await readFigures())
  }

  const readFigures = () =>
    portal.db.query(`
      select 'orders' as of, kind, key, sum(records)::float8 as records, sum(total_qty)::float8 as units,
        sum(total_value)::float8 as value, sum(answers)::float8 as answers, round(sum(answer_seconds))::float8 as seconds
      from order_figures group by 2, 3 having sum(records) <> 0
      union all
      select 'lines', kind, key, sum(records)::float8, sum(qty)::float8, sum(line_value)::float8, null, null
      from line_figures group by 2, 3 having sum(records) <> 0
      union all
      select 'counted', null, c::text, null, null, null, null, null from counted_lines c
      union all
      select 'known', area, supplier_id || ' ' || record_id, sum(uses)::float8, null, null, null, null
      from supplier_knows group by 2, 3 having sum(uses) <> 0
      order by 1, 2, 3`)

  /** What lists count and add up by what is kept, beside the same read from the records. */
  const expectSameFromRecords = async () => {
    const { kit } = portal.app
    const lists = createLists(kit, false)
    const office: Principal = { ...system, id: Office.id, role: 'Office' }
    const people: Principal[] = [
      office,
      { ...office, portfolio: [61] },
      { ...office, role: 'Agent', supplier_id: 60 },
      { ...office, role: 'staff', supplier_id: 61 },
      { ...office, role: 'Agent', supplier_id: null },
    ]
    const day = today()
    const out = 'line_status=open&delivery_status_id_nnull=true'
    const asks: Record<string, string[]> = {
      'purchase-orders': [
        '',
        'status=issued',
        'status_ne=issued&currency=GBP',
        'supplier_id=60',
        'season_id_null=true',
        'season_id=1&status_in=issued,confirmed',
        'house_brand_id=1',
        'on_hold=true',
        'on_hold_ne=true',
        'change_awaits=buyer',
        `buyer_id=${Office.id}`,
        'buyer_id_null=true',
        'slip_days_gt=0',
        'slip_days_null=true',
        'slip_days_ne=0',
        `status=issued&ack_due_date_lt=${addDays(day, 1)}`,
        'ack_due_date_null=true&status=issued',
        `acknowledged_at_gte=${addDays(day, -30)}`,
        `acknowledged_at_gte=${addDays(day, -30)}&acknowledged_at_lt=${day}`,
        `acknowledged_at_gte=${addDays(day, -30)}&acknowledged_late=true`,
        `acknowledged_at_gte=${day}T00:00:01Z`,
        'issued_at_null=true',
      ],
      'po-lines': [
        '',
        'status=approved',
        'status_in=rejected,revision_requested',
        'line_status=open',
        'line_status=open&buyer_id=2',
        out,
        `${out}&delivery_stage_nin=delivered,closed`,
        `${out}&delivery_stage_nin=delivered,closed&order_status_in=issued,confirmed&slip_days_gt=0&slip_days_lte=7`,
        `${out}&slip_days_null=true`,
        `${out}&ex_factory_date_lt=2027-03-08`,
        `${out}&ex_factory_date_gte=2027-03-02&ex_factory_date_lte=2027-03-20`,
        `${out}&goods_state=unpacked&ex_factory_date_lt=2027-03-08`,
        `${out}&delivery_risk=red`,
        `${out}&forecast_ex_factory_date_null=true`,
        `${out}&supplier_id=60&slip_days_gt=0`,
        `${out}&archived_at_nnull=true`,
      ],
    }
    let answered = 0
    for (const [name, texts] of Object.entries(asks))
      for (const me of people)
        for (const text of texts) {
          const area = kit.register.get(name)
          const supplierSide = me.role !== 'Office'
          if (
            supplierSide &&
            (/buyer_id|currency|(^|&)supplier_id=/.test(text) || (name === 'po-lines' && /order_status/.test(text)))
          )
            continue
          const listing = lists.listing(area, me, text)
          const { shape, values } = listing
          const read = (statement: Statement) => run(kit.db, statement, { ...values, ...callerValues(me) })
          const readScope = readScopeOf(me)
          if (listing.isKept) answered += 1
          const about = [name, me.role, me.portfolio, text]
          const [{ count }] = (await read(kit.selects.count(area, readScope, shape))) as [{ count: number }]
          expect([...about, await lists.count(listing, me)]).toEqual([...about, count])
          const sums = (rows: Record<string, unknown>[]) =>
            rows
              .filter((row) => row.count !== 0)
              .map((row) => Object.entries(row).map(([of, value]) => [of, of === 'currency' ? value : Number(value)]))
          expect([...about, sums((await lists.totals(listing, me)).sums)]).toEqual([
            ...about,
            sums((await read(kit.selects.totals(area, readScope, shape))) as Record<string, unknown>[]),
          ])
          expect([...about, await lists.facet(listing, me, 'status')]).toEqual([
            ...about,
            await read(kit.selects.facet(area, readScope, shape, 'status')),
          ])
        }
    expect(answered).toBeGreaterThan(90)
    // What all orders say and what the orders of all suppliers say is one.
    const factsOf = async (me: Principal) =>
      (await readTiles({ kit, lists, me })).find(({ name }) => name === 'acknowledged')?.facts
    expect(await factsOf(office)).toEqual(await factsOf({ ...office, portfolio: [60, 61] }))
    for (const part of ['IMP-', 'imp', 'mp-', 'O-1', 'PO-10', '-2', '%', 'o_1', 'nothing'])
      for (const op of ['like', 'startswith']) {
        const pattern = `${op === 'like' ? '%' : ''}${part.replace(/[%_]/g, (sign) => `\\${sign}`)}%`
        const [{ count }] = (await portal.db.query(
          'select count(*)::int from purchase_orders where archived_at is null and po_no ilike $1',
          [pattern],
        )) as [{ count: number }]
        const { total, body } = await Office.get(
          `/api/purchase-orders?po_no_${op}=${encodeURIComponent(part)}&_end=100`,
        )
        expect([part, op, total, body.length]).toEqual([part, op, count, Math.min(count, 100)])
      }
  }

  const imported = (number: number, lines: () => object[]) =>
    ['issued', 'confirmed', 'closed', 'cancelled', 'draft'].map((status, index) => ({
      ...draft(`IMP-${number}-${index}`, { ...wide, supplier_id: 60 + (index % 2), lines: lines() }),
      status,
    }))
})

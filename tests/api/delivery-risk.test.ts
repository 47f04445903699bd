import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followLibraries } from '#areas/purchase-orders/server/attributes.ts'
import { settleDeliveriesOfDay } from '#areas/purchase-orders/server/delivery.ts'
import type { Queryable } from '#server/db/types.ts'
import { runRemainingDailyWork, settleDay } from '#server/jobs/daily.ts'
import { areaJobs, startOutbox } from '#server/jobs/outbox.ts'
import { system } from '#server/kit/principal.ts'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { listParams } from '#shared/kit/list-query.ts'
import {
  beforeArrival,
  isOverdue,
  overdueFilters,
  type RiskReason,
  riskReasons,
  slipDays,
  taskGraceDays,
} from '#shared/trade/delivery.ts'
import { type GoodsState, goodsStates } from '#shared/trade/production.ts'
import { readinessStates } from '#shared/trade/readiness.ts'
import { lateDays } from '#shared/trade/tna.ts'
import { engines } from '../kit/db'
import { draft, licensed, openPortal, type Portal } from '../kit/portal'
import { seeded } from '../unit/random'
import { orders, step, twoLines } from './orders-kit'

interface Line {
  id: number
  delivery_stage: (typeof beforeArrival)[number] | null
  delivery_risk: string | null
  delivery_risk_reasons: RiskReason[]
  goods_state: GoodsState | null
  slip_days: number | null
  ex_factory_date: string | null
  forecast_ex_factory_date: string | null
  actual_ex_factory_date: string | null
  [warning: string]: unknown
}
type Task = Parameters<typeof lateDays>[0] & { po_line_id: number }

/** Drafts first, then what may be out at a supplier, then what is over. */
const statuses = ['draft', 'issued', 'change_proposed', 'confirmed', 'confirmed', 'declined', 'closed', 'cancelled']

describe.each(engines)('what threatens a delivery (%s)', { timeout: 120_000 }, (engine) => {
  let portal: Portal
  const day = today()

  beforeAll(async () => {
    portal = await openPortal(engine)
    await portal.make('delivery-statuses', deliveryStatuses)
    await portal.make('seasons', [
      {
        code: 'AW27',
        name_en: 'Autumn winter 2027',
        season_type: 'autumn_winter',
        year: 2027,
        purchase_from: day,
        purchase_to: addDays(day, 60),
        delivery_from: addDays(day, 90),
        delivery_to: addDays(day, 200),
        sales_from: addDays(day, 120),
        sales_to: addDays(day, 300),
        status: 'open',
      },
    ])
    await portal.make('house-brands', [
      { code: 'LIC', name_en: 'Licensed', status: 'active', licence_expiry: addDays(day, 3) },
    ])
    await portal.make('product-categories', [{ code: 'BOTTOMS', name_en: 'Bottoms' }])
  })
  afterAll(() => portal.close())

  const linesOf = (ids: readonly number[]): Promise<Line[]> =>
    portal.db.query(
      `select l.id, l.delivery_stage, l.delivery_risk, l.delivery_risk_reasons, l.season_warning, l.brand_warning, l.category_warning,
         l.goods_state, l.slip_days, l.ex_factory_date::text, l.forecast_ex_factory_date::text, l.actual_ex_factory_date::text
       from po_lines l where purchase_order_id = any($1::bigint[]) and line_status = 'open' order by id`,
      [ids],
    )

  /** Orders with lines of every sort, their milestones and how far they are with their factories. */
  const anyOrders = async (seed: number) => {
    const { below, pick } = seeded(seed)
    const about = (days: number) => addDays(day, below(2 * days) - days)
    const maybe = <T>(value: T): T | null => (below(4) === 0 ? null : value)
    const line = (index: number) => {
      const qty = 50 + below(200)
      const made = below(3) === 0 ? qty : below(qty)
      return {
        article_id: 1 + below(3),
        colourway_id: null,
        line_no: 10 * (index + 1),
        unit_price: '5.25',
        qty,
        sizes: [{ size_id: 1, qty, booked_qty: pick([0, 0, qty]) }],
        ex_factory_date: maybe(about(30)),
        ship_window_end: maybe(about(40)),
        forecast_ex_factory_date: maybe(about(30)),
        production_status: pick(['not_started', 'in_production', 'finished']),
        packed_qty: pick([0, 0, made]),
        ...pick([{}, {}, { wip_stage: 'ex_factory', wip_qty: made, actual_ex_factory_date: about(20) }]),
        shipped_qty: pick([0, 0, 0, made]),
        received_qty: pick([0, 0, 0, qty]),
      }
    }
    const made = await portal.make(
      'purchase-orders',
      Array.from({ length: 40 }, (_, index) => {
        const status = pick(statuses)
        return draft(`PO-RISK-${seed}-${index}`, {
          status,
          order_date: maybe(about(90)),
          ex_factory_date: null,
          ship_window_start: null,
          ship_window_end: null,
          ack_due_date: maybe(about(12)),
          issued_at: status === 'draft' ? null : `${addDays(day, -60)}T00:00:00Z`,
          // A write would copy it to lines without one, which the turn of the day does not.
          product_category_id: null,
          lines: Array.from({ length: 1 + below(3) }, (_, at) => line(at)),
        })
      }),
    )
    const ids = made.map(({ id }) => id)
    const lines = await portal.db.query<{ id: number }>(
      'select id from po_lines where purchase_order_id = any($1::bigint[]) order by id',
      [ids],
    )
    for (const { id } of lines)
      await portal.db.query(
        `update po_lines set factory_readiness = $2, season_id = $3, house_brand_id = $4, product_category_id = $5
         where id = $1`,
        [id, pick(readinessStates), maybe(1 + below(2)), maybe(1 + below(2)), maybe(1 + below(3))],
      )
    const tasks = lines.flatMap(({ id }) =>
      Array.from({ length: below(4) }, (_, at) => ({
        po_line_id: id,
        seq: at + 1,
        code: `task_${at}`,
        name_en: `Task ${at}`,
        owner: 'supplier',
        anchor: 'order',
        offset_days: 0,
        filled_by: 'manual',
        status: pick(['pending', 'pending', 'pending', 'done', 'skipped']),
        revised_date: maybe(about(9)),
        expected_date: below(3) === 0 ? about(9) : null,
        actual_date: null,
      })),
    )
    await portal.make('tna-tasks', tasks)
    return { ids, tasks: tasks as unknown as Task[] }
  }

  /** Forgets what is known, as if it had never been looked at. */
  const blank = (ids: readonly number[]) =>
    portal.db.query(
      `update po_lines set delivery_risk = null, delivery_risk_reasons = '{}', slip_days = case when goods_state is null then slip_days end, season_warning = null, brand_warning = null,
         category_warning = null where purchase_order_id = any($1::bigint[])`,
      [ids],
    )

  /** As the turn of the day and a change of the libraries find it. */
  const turnDay = async () => {
    await settleDay(portal.app.kit)
    for (const follow of Object.values(followLibraries))
      await portal.app.kit.write(system, 'edit', (work) =>
        follow(
          work,
          [1, 2, 3].map((id) => ({ before: null, after: { id } })),
        ),
      )
  }

  /** As a write of each order finds it: its date is put back to what it was. */
  const writeAll = async (ids: readonly number[]) => {
    const { kit } = portal.app
    const dates = await portal.db.query<{ id: number; order_date: string }>(
      `update purchase_orders set order_date = order_date - 1 where id = any($1::bigint[])
       returning id, (order_date + 1)::text as order_date`,
      [ids],
    )
    for (const { id, order_date } of dates)
      await kit.write(system, 'edit', (work) =>
        kit.repository('purchase-orders').edit(work, id, order_date ? { order_date } : { remarks: `Looked at ${id}` }),
      )
  }

  it.each([11, 12, 13])(
    'is the same by the day, by its milestones and by a write, over any lines (%s)',
    async (seed) => {
      const { ids, tasks } = await anyOrders(seed)
      const byTasks = await linesOf(ids)
      await turnDay()
      const known = await linesOf(ids)
      const risks = (lines: Line[]) => lines.map(({ id, delivery_risk }) => [id, delivery_risk])
      expect(risks(byTasks.filter(({ id }) => tasks.some((task) => task.po_line_id === id)))).toEqual(
        risks(known.filter(({ id }) => tasks.some((task) => task.po_line_id === id))),
      )
      await writeAll(ids)
      expect(await linesOf(ids)).toEqual(known)
      await blank(ids)
      await writeAll(ids)
      const byWrite = await linesOf(ids)
      await blank(ids)
      await turnDay()
      const byDay = await linesOf(ids)
      expect(byWrite).toEqual(byDay)
      expect(byDay).toEqual(known)

      for (const { id, delivery_risk, delivery_stage, delivery_risk_reasons } of byDay) {
        const isWatched = delivery_risk !== null && delivery_stage !== null && beforeArrival.includes(delivery_stage)
        const isLate = tasks.some(
          (task) => task.po_line_id === id && task.status === 'pending' && lateDays(task, day) > 3,
        )
        expect([id, delivery_risk_reasons.includes('task_late')]).toEqual([id, isWatched && isLate])
      }
      // Rows, lists and the function say the same of what is overdue, and of the days that lines slip by.
      const overdue = byDay.filter((line) => isOverdue(line, day)).map(({ id }) => id)
      expect(
        byDay.filter((line) => line.delivery_risk_reasons.includes('ex_factory_passed')).map(({ id }) => id),
      ).toEqual(overdue)
      const query = new URLSearchParams([
        ...listParams({ filters: overdueFilters(day) }),
        ['_end', '100'],
        ['_sort', 'id'],
      ])
      const listed = (await portal.as.admin.get(`/api/po-lines?${query}`)).body.map(({ id }: Line) => id)
      expect(listed.filter((id: number) => byDay.some((line) => line.id === id)).sort()).toEqual(overdue.sort())
      expect(byDay.map(({ id, slip_days }) => [id, slip_days])).toEqual(
        byDay.map((line) => [line.id, slipDays(line, day)]),
      )
      const slips = await portal.db.query(
        `select o.id, o.slip_days, (select max(slip_days) from po_lines l where l.purchase_order_id = o.id and line_status = 'open') as most
         from purchase_orders o where o.id = any($1::bigint[])`,
        [ids],
      )
      expect(slips.map(({ slip_days }) => slip_days)).toEqual(slips.map(({ most }) => most))
      // Nothing is the same only because it never came up.
      expect(overdue.length).toBeGreaterThan(0)
      expect(new Set(byDay.map((line) => line.goods_state))).toEqual(new Set([null, ...goodsStates]))
      expect([...new Set(byDay.flatMap((line) => line.delivery_risk_reasons))].sort()).toEqual([...riskReasons].sort())
      expect(new Set(byDay.map((line) => line.delivery_risk))).toEqual(new Set([null, 'green', 'amber', 'red']))
      for (const [warning, values] of Object.entries(warnings))
        expect([...new Set(byDay.map((line) => line[warning]))].sort()).toEqual([...values, null].sort())
    },
  )

  const warnings = {
    season_warning: ['missing', 'outside_window'],
    brand_warning: ['missing', 'licence_expired', 'differs'],
    category_warning: ['missing', 'not_leaf', 'differs'],
  }

  describe('a milestone', () => {
    /** A confirmed order whose line leaves in two months, with one milestone of the supplier that is so many days late. */
    const lateBy = async (days: number) => {
      const order = await orders(portal).at('confirmed', {
        ex_factory_date: addDays(day, 60),
        ship_window_start: addDays(day, 55),
        ship_window_end: addDays(day, 80),
      })
      const line = order.lines[0].id as number
      await portal.make('tna-tasks', [
        {
          po_line_id: line,
          seq: 1,
          code: 'cloth',
          anchor: 'order',
          offset_days: 0,
          name_en: 'Cloth',
          owner: 'supplier',
          revised_date: addDays(day, -days),
        },
      ])
      const [task] = (await portal.as.admin.get(`/api/tna-tasks?po_line_id=${line}`)).body
      return { order, line, task }
    }
    const riskOf = async (line: number) => {
      const { delivery_risk, delivery_risk_reasons } = (await portal.as.admin.get(`/api/po-lines/${line}`)).body
      return [delivery_risk, ...delivery_risk_reasons]
    }
    const move = (task: { id: number; version: number }, name: string, inputs: object) =>
      portal.as.Agent.post(`/api/tna-tasks/${task.id}/moves/${name}`, { version: task.version, ...inputs })

    it('that is late by more than three days is a risk until it is done, with nobody writing the order', async () => {
      expect(await riskOf((await lateBy(taskGraceDays)).line)).toEqual(['green'])
      const { order, line, task } = await lateBy(taskGraceDays + 1)
      expect(await riskOf(line)).toEqual(['amber', 'task_late'])
      expect((await move(task, 'finish', { actual_date: day })).status).toBe(200)
      expect(await riskOf(line)).toEqual(['green'])
      expect((await orders(portal).now(order)).version).toBe(order.version)
    })

    it('that its owner will do too late is a risk at once', async () => {
      const { line, task } = await lateBy(0)
      const revised = await move(task, 'revise', { expected_date: addDays(day, 4), reason: 'The mill is full' })
      expect([revised.status, ...(await riskOf(line))]).toEqual([200, 'amber', 'task_late'])
    })

    it('keeps its order at risk through other writes, and is forgotten with the line', async () => {
      const { order, line } = await lateBy(9)
      const { Office, admin } = portal.as
      for (const [person, name, inputs] of [
        [Office, 'hold', { hold_type: 'quality', reason: 'A question' }],
        [Office, 'release', {}],
      ] as const) {
        const { status, body } = await step(person, await orders(portal).now(order), name, inputs)
        expect([name, status, ...(await riskOf(line))], JSON.stringify(body)).toEqual([name, 200, 'amber', 'task_late'])
      }
      const { status, body } = await step(admin, await orders(portal).now(order), 'cancel', { reason: 'Not wanted' })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(await riskOf(line)).toEqual([null])
    })
  })

  it('leaves a line that is closed short, comes back with it, and stays with the rest of its order', async () => {
    const { Office, admin } = portal.as
    const order = await orders(portal).at('confirmed', {
      ex_factory_date: addDays(day, -2),
      ship_window_start: addDays(day, -5),
      ship_window_end: addDays(day, 1),
      lines: twoLines(),
    })
    const [first, second] = order.lines as { id: number; version: number }[]
    const readOf = async (line: { id: number } | undefined) => (await Office.get(`/api/po-lines/${line?.id}`)).body
    const late = { delivery_stage: 'pre_production', delivery_risk: 'red', goods_state: 'unpacked' }
    expect(await readOf(first)).toMatchObject(late)
    const closed = await Office.post(`/api/po-lines/${first?.id}/moves/short_close`, {
      version: first?.version,
      reason: 'Too late for the season',
    })
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    expect(await readOf(first)).toMatchObject({
      delivery_stage: 'closed',
      delivery_risk: null,
      delivery_risk_reasons: [],
      goods_state: 'left',
    })
    expect(await readOf(second)).toMatchObject(late)
    const overdue = await Office.get(`/api/po-lines?line_status=open&delivery_risk=red&purchase_order_id=${order.id}`)
    expect(overdue.body.map(({ id }: { id: number }) => id)).toEqual([second?.id])
    const reopened = await admin.post(`/api/po-lines/${first?.id}/moves/reopen_closed`, {
      version: closed.body.version,
      reason: 'It comes after all',
    })
    expect(reopened.body, JSON.stringify(reopened.body)).toMatchObject(late)
  })

  describe('a factory that is not agreed', () => {
    const leavingIn = async (days: number) => {
      const order = await orders(portal).at('confirmed', {
        ex_factory_date: addDays(day, days),
        ship_window_start: addDays(day, days - 1),
        ship_window_end: addDays(day, days + 20),
      })
      return order.lines[0].id as number
    }
    const riskOf = async (line: number) =>
      (await portal.as.admin.get(`/api/po-lines/${line}`)).body.delivery_risk_reasons
    const policy = async (factory_requirement: string) => {
      const { version } = (await portal.as.admin.get('/api/settings/1')).body
      const saved = await portal.as.admin.patch('/api/settings/1', { version, factory_requirement })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }

    it('is a risk from two weeks before ex-factory, until it is', async () => {
      expect(await riskOf(await leavingIn(15))).toEqual([])
      const line = await leavingIn(14)
      expect(await riskOf(line)).toEqual(['requirement_open'])
      const [factory] = await portal.make('factories', [
        {
          ...licensed,
          factory_code: 'F-RISK',
          name_en: 'Works',
          country: 'CN',
          status: 'approved',
          suppliers: [{ supplier_id: 60 }],
        },
      ])
      const given = await portal.as.Office.post('/api/factory-allocations', {
        po_line_id: line,
        factory_id: factory?.id,
        process_stage: 'main',
      })
      expect([given.status, await riskOf(line)], JSON.stringify(given.body)).toEqual([201, []])
      const { version, id } = given.body
      await portal.as.Office.post(`/api/factory-allocations/${id}/moves/cancel`, { version, reason: 'Another' })
      expect(await riskOf(line)).toEqual(['requirement_open'])
    })

    it('is none where the settings say that a booking may go without', async () => {
      const line = await leavingIn(10)
      expect(await riskOf(line)).toEqual(['requirement_open'])
      await policy('warn')
      expect(await riskOf(line)).toEqual([])
      await policy('block')
      expect(await riskOf(line)).toEqual(['requirement_open'])
    })

    it('is looked for in an index of the lines that a day may change, however many others there are', async () => {
      const plans: string[] = []
      await portal.app.kit.write(system, 'daily', async (work) => {
        const { tx } = work
        const query: Queryable['query'] = async (text, values, name) => {
          if (name === 'delivery_lines_of_day') {
            for (const other of ['seqscan', 'bitmapscan', 'sort']) await tx.query(`set local enable_${other} = off`)
            plans.push(...(await tx.query<Record<string, string>>(`explain ${text}`, values)).flatMap(Object.values))
          }
          return tx.query(text, values, name)
        }
        await settleDeliveriesOfDay({ ...work, tx: { query } }, 0)
      })
      expect(plans.join('\n')).toContain('counted_lines_of_day_idx')
      expect(plans.join('\n')).not.toMatch(/Sort|Join|Nested|Seq Scan/)
    })

    it('is told of all lines in portions, which people do not wait for and a kill does not end', async () => {
      const line = await leavingIn(10)
      await portal.db.query(
        `insert into po_lines select (jsonb_populate_record(l, jsonb_build_object('id', nextval('po_lines_id_seq'), 'line_no', n))).*
         from po_lines l cross join generate_series(1001, 2200) n where l.id = $1`,
        [line],
      )
      const { purchase_order_id } = (await portal.as.admin.get(`/api/po-lines/${line}`)).body
      const risks = async () => {
        const rows = await portal.db.query<{ reasons: string; count: number }>(
          `select delivery_risk_reasons::text as reasons, count(*)::int as count from po_lines where purchase_order_id = $1 group by 1`,
          [purchase_order_id],
        )
        return Object.fromEntries(rows.map(({ reasons, count }) => [reasons, count]))
      }
      const { kit } = portal.app
      const other = await orders(portal).at('draft')
      expect(await risks()).toEqual({ '{requirement_open}': 1201 })
      await policy('warn')
      expect((await risks())['{requirement_open}']).toBeGreaterThan(600)
      const killed = new AbortController()
      const left = (await risks())['{requirement_open}'] ?? 0
      const working = runRemainingDailyWork(kit, { signal: killed.signal, rest: 60_000 })
      await expect.poll(async () => (await risks())['{requirement_open}'], { timeout: 20_000 }).toBeLessThan(left)
      killed.abort()
      await expect(working).rejects.toThrow()
      expect((await risks())['{requirement_open}']).toBeGreaterThan(100)
      const resumed = runRemainingDailyWork(kit)
      const began = performance.now()
      const patched = await portal.as.Office.patch(`/api/purchase-orders/${other.id}`, {
        version: other.version,
        notes_internal: 'Meanwhile',
      })
      expect([patched.status, performance.now() - began < 5000], JSON.stringify(patched.body)).toEqual([200, true])
      await resumed
      expect(await risks()).toEqual({ '{}': 1201 })
      await policy('block')
      await runRemainingDailyWork(kit)
      expect(await risks()).toEqual({ '{requirement_open}': 1201 })
    })

    it('leaves the lines of a season that changes to the outbox, portion by portion', async () => {
      const line = await leavingIn(10)
      await portal.db.query(
        `insert into po_lines select (jsonb_populate_record(l, jsonb_build_object('id', nextval('po_lines_id_seq'), 'line_no', n))).*
         from po_lines l cross join generate_series(1001, 2100) n where l.id = $1`,
        [line],
      )
      const [season] = await portal.make('seasons', [
        {
          code: 'SS29',
          name_en: 'Spring summer 2029',
          season_type: 'spring_summer',
          year: 2029,
          purchase_from: day,
          purchase_to: addDays(day, 60),
          delivery_from: addDays(day, 90),
          delivery_to: addDays(day, 200),
          sales_from: addDays(day, 120),
          sales_to: addDays(day, 300),
        },
      ])
      await portal.db.query(
        `update po_lines set season_id = $2, season_warning = null
         where purchase_order_id = (select purchase_order_id from po_lines where id = $1)`,
        [line, season?.id],
      )
      const warned = async () =>
        (
          await portal.db.query<{ count: number }>(
            `select count(*)::int as count from po_lines where season_id = $1 and season_warning = 'outside_window'`,
            [season?.id],
          )
        )[0]?.count
      const { version } = (await portal.as.admin.get(`/api/seasons/${season?.id}`)).body
      const saved = await portal.as.admin.patch(`/api/seasons/${season?.id}`, {
        version,
        purchase_from: addDays(day, 1),
      })
      expect([saved.status, await warned()], JSON.stringify(saved.body)).toEqual([200, 500])
      const outbox = await startOutbox(portal.db, areaJobs(portal.app.kit), { warn: () => {}, error: () => {} })
      await expect.poll(warned, { timeout: 20_000 }).toBe(1101)
      await outbox.stop()
    })
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { register } from '#areas/index.ts'
import { findWorklist } from '#areas/worklists.ts'
import { areaRules } from '#server/areas.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import type { Db } from '#server/db/types.ts'
import { loadDemo } from '#server/demo/load.ts'
import { hasDemo, removeDemo } from '#server/demo/remove.ts'
import { settleDay } from '#server/jobs/daily.ts'
import type { Kit } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { deliveryStatuses } from '#server/seeds/delivery-statuses.ts'
import { addDays, today, weekOf } from '#shared/base/dates.ts'
import { type AnyRecord, tableOf } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { listParams } from '#shared/kit/list-query.ts'
import type { Tile } from '#shared/kit/wire/tile.ts'
import { effectiveFilters } from '#shared/kit/worklist.ts'
import { isOverdue, overdueFilters } from '#shared/trade/delivery.ts'
import { copyFolder, type Engine, engines, freshDb } from '../kit/db'
import { portalsMade } from '../kit/e2e'
import { openApp } from '../kit/portal'

/** What the portals of the journeys begin with stands for all; both engines load it with `TEST_ENGINES=both`. */
const demoEngines: Engine[] = engines.length > 1 ? ['embedded', 'postgres'] : ['embedded']

/** The demo data that the journeys' portals were copied from; null where none was made. */
const copiedDemo = async (engine: Engine): Promise<Db | null> => {
  const demo = inject('demo')
  if (!demo || engine !== 'embedded') return null
  await portalsMade()
  const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'))
  await copyFolder(join(demo, 'data'), folder)
  const db = await openEmbedded(folder, { durable: false })
  return {
    ...db,
    close: async () => {
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const count = async (kit: Kit, area: string) => {
  const [row] = await kit.db.query<{ count: number }>(`select count(*)::int as count from ${tableOf(area)}`)
  return row?.count ?? 0
}

type BoardLine = Parameters<typeof isOverdue>[0] & { qty: number }
interface Board {
  lines: BoardLine[]
  weeks: { week: string | null; lines: number; qty: number; packed_lines: number }[]
}

/** What the board's weeks add up to, from its lines. */
const weeksOf = (lines: readonly BoardLine[], day: string): Board['weeks'] => {
  const weekOfLine = (line: BoardLine) => (isOverdue(line, day) ? null : weekOf(line.ex_factory_date ?? '').from)
  const weeks = [...new Set(lines.map(weekOfLine))].sort((a, b) => (a ?? '').localeCompare(b ?? ''))
  return weeks.map((week) => {
    const linesOfWeek = lines.filter((line) => weekOfLine(line) === week)
    return {
      week,
      lines: linesOfWeek.length,
      qty: linesOfWeek.reduce((sum, { qty }) => sum + qty, 0),
      packed_lines: linesOfWeek.filter(({ goods_state }) => goods_state === 'packed').length,
    }
  })
}

describe.each(demoEngines)('demo data on %s', (engine) => {
  let kit: Kit
  let portal: Awaited<ReturnType<typeof openApp>>
  beforeAll(async () => {
    portal = await openApp((await copiedDemo(engine)) ?? (await freshDb(engine)))
    kit = portal.app.kit
    await loadDemo({ kit })
    // As a portal does when it starts.
    await settleDay(kit)
  }, 600_000)
  afterAll(() => portal.close())

  it('hold orders in every status, with overdue acknowledgements, holds, slips and four currencies', async () => {
    const statuses = await kit.db.query<{ status: string }>('select distinct status from purchase_orders order by 1')
    const declared = Object.keys(register.get('purchase-orders').lifecycle?.states ?? {})
    expect(statuses.map(({ status }) => status).sort()).toEqual(declared.sort())
    const [facts] = await kit.db.query(
      `select count(*) filter (where status = 'issued' and ack_due_date < $1) > 0 as overdue,
         count(*) filter (where on_hold) > 0 as held, count(*) filter (where slip_days > 0) > 0 as slipped,
         count(distinct currency)::int as currencies, bool_or(supplier_id = 60) and bool_or(supplier_id = 61) as both
       from purchase_orders`,
      [today()],
    )
    const [lines] = await kit.db.query(
      `select count(*) > 0 as ended, bool_and(l.balance_qty = 0 and d.code = 'short_closed') as settled,
         bool_and(exists (select from history h where h.area = 'po-lines' and h.record_id = l.id and h.action = 'short_close')) as told
       from po_lines l join purchase_orders o on o.id = l.purchase_order_id
         left join delivery_statuses d on d.id = l.delivery_status_id
       where o.status = 'confirmed' and l.line_status = 'short_closed'`,
    )
    expect(lines).toEqual({ ended: true, settled: true, told: true })
    expect(await kit.db.query(`select id from po_changes where sent_at is null and outcome <> 'in_approval'`)).toEqual(
      [],
    )
    expect(facts).toEqual({ overdue: true, held: true, slipped: true, currencies: 4, both: true })
  })

  it('keep the rules of their areas', async () => {
    for (const area of register.areas.filter(({ partOf }) => !partOf)) {
      const rows = await kit.db.query<{ id: number }>(`select id from ${tableOf(area)}`)
      const docs = await kit.repository(area.name).find(
        kit.db,
        system,
        rows.map(({ id }) => id),
      )
      const context = {
        today: today(),
        me: { id: 0, role: 'admin' as const, supplier_id: null },
        settings: await kit.settings(),
      }
      const problems = docs.flatMap((doc) => areaRules.get(area.name)?.check?.(doc as AnyRecord, context) ?? [])
      expect(problems).toEqual([])
    }
  }, 30_000)

  it('show one and the same figure of what is overdue on every screen, and every state of goods, slip and risk', async () => {
    const day = today()
    const deliveries = findWorklist('delivery-worklist')
    const countOf = (...filters: Filter[]) =>
      new URLSearchParams(listParams({ filters: deliveries ? effectiveFilters(deliveries, filters) : [] })).toString()
    const overdueOf = new Map<string, number>()
    for (const email of ['admin@demo.test', 'agent@demo.test', 'agent2@demo.test']) {
      const [account] = await kit.db.query<{ id: number }>('select id from users where email = $1', [email])
      const person = await portal.signIn(account?.id ?? 0)
      const { tiles } = (await person.get('/api/dashboard/tiles')).body as { tiles: Tile[] }
      const tile = (name: string) => tiles.find((tile) => tile.name === name)
      const total = async (filters: string) => (await person.get(`/api/po-lines?${filters}&_end=1`)).total
      const { from } = weekOf(day)
      const board = `/api/wip-reports/board?from=${from}&to=${addDays(from, 41)}&late=1`
      const { lines } = (await person.get(board)).body
      const { lines: first, weeks } = (await person.get(`${board}&per=2`)).body as Board
      expect([email, weeks]).toEqual([email, weeksOf(lines, day)])
      expect([email, weeksOf(first, day).map(({ lines }) => lines)]).toEqual([
        email,
        weeks.map(({ lines }) => Math.min(lines, 2)),
      ])
      const sums = (await person.get(`/api/po-lines/totals?${countOf(...overdueFilters(day))}`)).body
      const red: Filter = { field: 'delivery_risk_reasons', op: '', values: ['ex_factory_passed'] }
      const overdue = tile('past')?.count
      expect([
        email,
        await total(countOf(...overdueFilters(day))),
        lines.filter((line: Parameters<typeof isOverdue>[0]) => isOverdue(line, day)).length,
        await total(countOf(red)),
        await total(`${countOf(red)}&delivery_risk=red`),
        sums.count,
      ]).toEqual([email, overdue, overdue, overdue, overdue, overdue])
      overdueOf.set(email, overdue ?? 0)
      // Open lines are those of the worklist, each in one of the parts; none of them late and on time at once.
      const slipping = tile('slipping')
      const parts = new Map(slipping?.parts?.map(({ name, count: lines }) => [name, lines]))
      expect([...parts.values()].reduce((sum, count) => sum + count, 0)).toBe(tile('open')?.count)
      expect(await total(countOf())).toBe(tile('open')?.count)
      const stale: Filter[] = [
        { field: 'goods_state', op: '_ne', values: ['left'] },
        { field: 'forecast_ex_factory_date', op: '_lt', values: [day] },
        { field: 'slip_days', op: '_lte', values: ['0'] },
        { field: 'ex_factory_date', op: '_lt', values: [day] },
      ]
      expect(await total(countOf(...stale))).toBe(0)
    }
    expect(overdueOf.get('admin@demo.test')).toBeGreaterThan(0)
    expect(overdueOf.get('admin@demo.test')).toBeGreaterThanOrEqual(overdueOf.get('agent@demo.test') ?? 0)

    const states = await kit.db.query<{ goods_state: string; codes: string[]; risks: string[] }>(
      `select l.goods_state, array_agg(distinct s.code) as codes, array_agg(distinct l.delivery_risk) as risks
       from po_lines l join delivery_statuses s on s.id = l.delivery_status_id where l.line_status = 'open' group by 1 order by 1`,
    )
    expect(states.map(({ goods_state }) => goods_state)).toEqual(['left', 'packed', 'unpacked'])
    const shown = states.flatMap(({ codes }) => codes)
    // What the day's orders happen not to have differs from day to day; most are there on any.
    expect(shown).toEqual(expect.arrayContaining(['awaiting_ack', 'confirmed', 'in_production', 'booked', 'on_board']))
    expect(deliveryStatuses.filter(({ code }) => shown.includes(code)).length).toBeGreaterThan(8)
    expect(new Set(states.flatMap(({ risks }) => risks))).toEqual(new Set(['red', 'amber', 'green']))
  }, 30_000)

  it('have milestones that say what the rest of the portal says', async () => {
    const astray = await kit.db.query(
      `select t.id, t.code from tna_tasks t join po_lines l on l.id = t.po_line_id
       where l.line_status = 'open' and (
         (t.code = 'rrp_released' and (t.status = 'done') <> (select bool_and(r.released_at is not null) from po_line_rrps r
           where r.po_line_id = l.id and r.status <> 'not_required' and r.archived_at is null))
         or (t.code = 'ex_factory' and (t.status = 'done') <> (l.actual_ex_factory_date is not null and l.goods_state = 'left'))
         or (t.code = 'packing_complete' and t.status = 'done' and l.goods_state = 'unpacked')
         or (t.code = 'cutting_start' and (t.status = 'done') <> exists (
           select 1 from wip_reports w where w.po_line_id = l.id and w.stage = 'cutting' and w.cumulative_qty > 0)))`,
    )
    expect(astray).toEqual([])
    const free = await kit.db.query(
      `select t.id from tna_tasks t join suppliers s on s.id = t.supplier_id
         join calendars c on c.country = s.country join calendar_holidays h on h.calendar_id = c.id and h.date = t.revised_date
       where t.status = 'pending' and t.owner = 'supplier' and h.kind = 'holiday' and t.offset_days <> 0`,
    )
    expect(free).toEqual([])
    // Actual dates, and reports that say the same.
    const unsaid = await kit.db.query(
      `select l.id from po_lines l where l.actual_ex_factory_date is not null and l.actual_ex_factory_date is distinct from (
         select max(report_date) from wip_reports w where w.po_line_id = l.id and w.stage = 'ex_factory')`,
    )
    expect(unsaid).toEqual([])
  })

  it('have goods that left only with their specifications acknowledged, and open lines in every state of them', async () => {
    const unread = await kit.db.query(
      `select l.id from po_lines l join product_categories c on c.id = l.product_category_id
       where l.goods_state = 'left' and (l.line_status <> 'short_closed' or l.shipped_qty > 0)
         and not exists (select 1 from product_categories p where p.parent_id = c.id)
         and (select count(distinct s.spec_type) from spec_allocations s join spec_receipts r on r.allocation_id = s.id
           where s.po_line_id = l.id and s.status = 'acknowledged'
             and s.spec_type in ('measurement', 'packing', 'carton_marking')) < 3`,
    )
    expect(unread).toEqual([])
    const early = await kit.db.query(
      `select r.id from spec_receipts r join specifications s on s.id = r.record_id
       where r.acknowledged_at::date < s.effective_from and s.status = 'superseded'`,
    )
    expect(early).toEqual([])
    const states = await kit.db.query<{ status: string }>('select distinct status from spec_allocations order by 1')
    expect(states.map(({ status }) => status)).toEqual(['acknowledged', 'allocated', 'cancelled', 'outdated', 'waived'])
    const readiness = await kit.db.query<{ specification_readiness: string }>(
      `select distinct specification_readiness from po_lines where line_status = 'open' order by 1`,
    )
    expect(readiness.map((row) => row.specification_readiness)).toEqual(['in_progress', 'missing', 'ok', 'waived'])
  })

  it('were approved by somebody else than their buyer, within the limit', async () => {
    const broken = await kit.db.query(
      `select o.po_no from purchase_orders o join po_lines l on l.purchase_order_id = o.id join users u on u.id = l.decided_by
       where l.decided_by = o.created_by or (o.total_value_base > 25500 and u.type = 'Office' and l.status = 'approved')`,
    )
    expect(broken).toEqual([])
  })

  it('tell a history that leads from one status to the next', async () => {
    const broken = await kit.db.query(
      `select document_id from (
         select document_id, from_status, lag(to_status) over (partition by area, record_id order by at, id) as before
         from history where document_area = 'purchase-orders') h
       where before is not null and from_status is distinct from before`,
    )
    expect(broken).toEqual([])
    const astray = await kit.db.query(
      `select o.po_no from purchase_orders o
       where o.status is distinct from (select h.to_status from history h
         where h.area = 'purchase-orders' and h.record_id = o.id order by h.at desc, h.id desc limit 1)`,
    )
    expect(astray).toEqual([])
  })

  it('go away again, but for what others have come to use', async () => {
    expect(await hasDemo(kit.db)).toBe(true)
    await kit.write(system, 'create', (work) =>
      kit
        .repository('purchase-orders')
        .create(work, [{ po_no: 'REAL-1', supplier_id: 60, lines: [{ article_id: 1, qty: 5 }] }]),
    )
    const kept = await removeDemo(kit.db)
    expect(kept.map(({ area, id }) => `${area} ${id}`)).toEqual(expect.arrayContaining(['articles 1', 'suppliers 60']))
    expect(await hasDemo(kit.db)).toBe(false)
    expect(await count(kit, 'purchase-orders')).toBe(1)
    expect(await count(kit, 'suppliers')).toBe(1)
    expect(await count(kit, 'articles')).toBe(1)
    expect(await count(kit, 'users')).toBe(0)
    expect(await count(kit, 'ports')).toBeGreaterThan(0)
    await loadDemo({ kit })
    expect(await count(kit, 'users')).toBe(0)
    const [left] = await kit.db.query(
      `select count(*)::int as count from history where document_area = 'purchase-orders'`,
    )
    expect(left).toEqual({ count: 1 })
  }, 30_000)
})

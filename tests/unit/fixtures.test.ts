import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '../../src/areas'
import { flatNavigation, navigation } from '../../src/areas/navigation'
import { pages } from '../../src/areas/pages'
import { areaRules, areaServers } from '../../src/server/areas'
import { hasDemo, loadDemo, removeDemo } from '../../src/server/demo'
import { createKit } from '../../src/server/kit/create-kit'
import type { Kit } from '../../src/server/kit/kit'
import { system } from '../../src/server/kit/principal'
import { makeOrders } from '../../src/server/seeds/demo/orders'
import { demoSeasons } from '../../src/server/seeds/demo/seasons'
import { seedLibraries } from '../../src/server/seeds/libraries'
import { type AnyRecord, tableOf } from '../../src/shared/area'
import { addDays, today } from '../../src/shared/dates'
import { createPermission } from '../../src/shared/permission'
import { policyLines } from '../../src/shared/policy'
import { isGtin13 } from '../../src/shared/standards/gtin'
import { type Engine, engines, freshDb } from '../kit/db'
import { fixtures, loadFixtures } from '../kit/fixtures'

const openKit = async (engine: Engine): Promise<Kit> => {
  const db = await freshDb(engine)
  const can = await createPermission(policyLines(register.areas, flatNavigation(navigation), pages))
  return createKit({ db, register, can, servers: areaServers, rules: areaRules })
}

const count = async (kit: Kit, area: string) => {
  const [row] = await kit.db.query<{ count: number }>(`select count(*)::int as count from ${tableOf(area)}`)
  return row?.count ?? 0
}

describe('libraries and fixtures', () => {
  let kit: Kit
  beforeAll(async () => {
    kit = await openKit('embedded')
  }, 240_000)
  afterAll(() => kit.db.close())

  it('fill the libraries of a new database once and leave a filled one alone', async () => {
    await kit.write(system, 'import', seedLibraries)
    const areas = ['settings', 'ports', 'payment-terms', 'size-scales', 'sizes', 'calendars', 'calendar-holidays']
    const before = await Promise.all(areas.map((area) => count(kit, area)))
    expect(before.every((rows) => rows > 0)).toBe(true)
    await kit.write(system, 'import', seedLibraries)
    expect(await Promise.all(areas.map((area) => count(kit, area)))).toEqual(before)
    expect(await kit.settings()).toMatchObject({ id: 1, base_currency: 'GBP', days_to_acknowledge: 3 })
  }, 30_000)

  it('have fixtures for every area that is made on its own', () => {
    const own = register.areas.filter(({ partOf }) => !partOf).map(({ name }) => name)
    expect([...fixtures.keys()].sort()).toEqual(own.sort())
  })

  it('are accepted as they are from an administrator', async () => {
    const [admin] = await kit.write(system, 'create', (work) =>
      kit
        .repository('users')
        .create(work, [
          { email: 'admin@retail.example', first_name: 'Ada', last_name: 'Rowe', type: 'admin', status: 'active' },
        ]),
    )
    const made = await loadFixtures(kit, { ...system, id: Number(admin?.id), name: 'Ada Rowe' })
    expect(made.get('purchase-orders')?.[0]).toMatchObject({ po_no: 'PO-24501', status: 'draft', total_qty: 1800 })
  }, 30_000)
})

describe.each(engines)('demo data on %s', (engine) => {
  let kit: Kit
  beforeAll(async () => {
    kit = await openKit(engine)
    await loadDemo({ kit })
  }, 240_000)
  afterAll(() => kit.db.close())

  it('are the same for the same day, and end the day before', () => {
    const day = '2026-11-20'
    const orders = makeOrders(day, demoSeasons(day))
    expect(makeOrders(day, demoSeasons(day))).toEqual(orders)
    expect(orders).toHaveLength(400)
    expect(orders.flatMap(({ events }) => events).every(({ at }) => at.slice(0, 10) < day)).toBe(true)
    const gtins = orders.flatMap(({ record }) => record.lines.flatMap(({ sizes }) => sizes.map(({ gtin }) => gtin)))
    expect(gtins.every(isGtin13)).toBe(true)
  })

  it('can be made all through two years', () => {
    for (let day = '2026-01-01'; day < '2028-01-01'; day = addDays(day, 9))
      expect(makeOrders(day, demoSeasons(day), 60)).toHaveLength(60)
  }, 30_000)

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
         select document_id, from_status, lag(to_status) over (partition by document_id order by at, id) as before
         from history where document_area = 'purchase-orders') h
       where before is not null and from_status is distinct from before`,
    )
    expect(broken).toEqual([])
    const astray = await kit.db.query(
      `select o.po_no from purchase_orders o
       where o.status is distinct from (select h.to_status from history h
         where h.document_area = 'purchase-orders' and h.document_id = o.id order by h.at desc, h.id desc limit 1)`,
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

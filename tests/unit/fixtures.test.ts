import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '#areas/index.ts'
import { flatNavigation, navigation } from '#areas/navigation.ts'
import { pages } from '#areas/pages.ts'
import { areaRules, areaServers } from '#server/areas.ts'
import { createKit } from '#server/kit/create-kit.ts'
import type { Kit } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { makeOrders } from '#server/seeds/demo/orders.ts'
import { demoSeasons } from '#server/seeds/demo/seasons.ts'
import { seedLibraries } from '#server/seeds/libraries.ts'
import { addDays } from '#shared/base/dates.ts'
import { tableOf } from '#shared/kit/area.ts'
import { createPermission } from '#shared/kit/permission.ts'
import { policyLines } from '#shared/kit/policy.ts'
import { isGtin13 } from '#shared/standards/gtin.ts'
import { freshDb } from '../kit/db'
import { fixtures, loadFixtures } from '../kit/fixtures'

const openKit = async (): Promise<Kit> => {
  const db = await freshDb('embedded')
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
    kit = await openKit()
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
    const documents = register.areas.filter(({ partOf }) => !partOf)
    // The portal keeps the records of some areas itself.
    const missing = documents.filter(
      // A payment run takes up invoices that were approved.
      ({ name, access }) => !fixtures.has(name) && access.create.length > 0 && name !== 'payment-runs',
    )
    expect(missing.map(({ name }) => name)).toEqual([])
    expect([...fixtures.keys()].filter((name) => !documents.some((area) => area.name === name))).toEqual([])
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

describe('demo orders', () => {
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
})

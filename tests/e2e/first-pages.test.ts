import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Area } from '#shared/kit/area.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import { blank, openStage, see } from '../kit/e2e'

const stage = openStage()

/** These begin with a page of another kind. */
const others = ['wip-reports', 'spec-allocations']

const lists = areas.filter(
  (area: Area) =>
    area.path && !area.single && !others.includes(area.name) && rolesOf(area.access.read).includes('admin'),
)

describe('a first page', () => {
  // A text that is not there is an error in the console, which fails the file; so does a field that is not there.
  it('is any list, with the texts and declarations that it shows and no others', { timeout: 240_000 }, async () => {
    const page = await stage.open('admin', '/pages/maintenance')
    const loaded: string[] = []
    for (const { name, path = '' } of lists) {
      const records = await stage.ask<unknown[]>('admin', `${name}?_end=1`)
      await page.goto(path)
      await see(records.length > 0 ? page.getByRole('gridcell') : page.getByRole('heading', { level: 1 }))
      loaded.push(...(await scriptsOf(page)).filter(isOfAllAreas).map((script) => `${path} loads ${script}`))
    }
    expect(loaded).toEqual([])
  })

  it('is a list on a phone, without the grid until the window is wide enough', async () => {
    const page = await stage.open('agent', '/apps/purchase_order', { phone: true })
    const grids = async () => (await scriptsOf(page)).filter((script) => /\/grid-/.test(script)).length
    await see(page.getByRole('list', { name: 'Purchase orders' }).getByRole('listitem'))
    expect(await grids()).toBe(0)
    await page.setViewportSize({ width: 1024, height: 800 })
    await see(page.getByRole('gridcell'))
    expect(await grids()).toBe(1)
    await page.setViewportSize({ width: 390, height: 800 })
    await see(page.getByRole('list', { name: 'Purchase orders' }).getByRole('listitem'))
  })

  it('is a record, with those of all areas', async () => {
    const page = await stage.open('admin', '/apps/suppliers/60')
    await see(page.getByRole('heading', { level: 2 }))
    expect((await scriptsOf(page)).filter(isOfAllAreas)).toHaveLength(2)
  })

  it('is an order, in few scripts, read once and before the portal is there', async () => {
    const page = await stage.open('office', blank)
    const [order] = await stage.ask<{ id: number }[]>('office', 'purchase-orders?status=confirmed&_end=1')
    await page.goto(`/apps/purchase_order/${order?.id}`)
    await see(page.getByRole('region', { name: 'History' }).getByRole('listitem'))
    // Each waits for its turn and for the way to the portal and back: far from it a hundred take seconds.
    expect((await scriptsOf(page)).filter((script) => script.endsWith('.js')).length).toBeLessThan(50)
    const reads = await page.evaluate((path) => {
      const requests = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === path)
      const portal = performance.getEntriesByType('resource').find(({ name }) => name.includes('/portal-'))
      return requests.map(({ startTime }) => startTime < (portal as PerformanceResourceTiming).responseEnd)
    }, `/api/purchase-orders/${order?.id}`)
    expect(reads).toEqual([true])
  })

  it('of a guest comes without the portal of those signed in', async () => {
    const page = await stage.open(null, '/pages/errors/error-500')
    await see(page.getByRole('heading', { level: 1 }))
    expect((await scriptsOf(page)).filter((script) => /\/portal-/.test(script))).toEqual([])
  })
})

/** The scripts that the page has loaded so far. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))

const isOfAllAreas = (script: string) => /\/(en-all|zh-all|_virtual_area-bodies)-/.test(script)

import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { worklists } from '#areas/worklists.ts'
import { type Account, choose, openStage, see } from '../kit/e2e'
import { faultless, faultlessInThisLook } from '../kit/e2e-axe'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()

describe('no screen has a fault that axe finds, in both languages and both colours', () => {
  it('sign-in', async () => {
    for (const look of [
      { language: 'en', mode: 'dark' },
      { language: 'zh', mode: 'light' },
    ] as const) {
      const page = await stage.open(null, '/login', look)
      await see(page.getByRole('textbox'))
      await faultless(page, look.mode)
    }
  })

  it.each<[string, Account, string, (page: Page) => Promise<unknown>]>([
    ['the orders', 'office', '/apps/purchase_order', (page) => rows(page)],
    ['the orders of a supplier', 'agent', '/apps/purchase_order', (page) => rows(page)],
    ['the form of an order', 'office', '/apps/purchase_order/new', (page) => see(page.getByRole('combobox'))],
    ['the approval of lines', 'office', '/apps/sales/po_line_approval', (page) => rows(page)],
    ['a library', 'office', '/apps/article_master', (page) => rows(page)],
    ['the form of a library', 'office', '/apps/article_master/new', (page) => see(page.getByRole('textbox'))],
    ['a record of a library', 'office', '/apps/article_master/1', history],
    ['a tree', 'office', '/apps/sales/product_categories', (page) => rows(page)],
    ['a supplier', 'office', '/apps/suppliers/60', history],
    ['the users', 'admin', '/apps/Users', (page) => rows(page)],
    ['the settings', 'admin', '/apps/settings', history],
    ['the form of the settings', 'admin', '/apps/settings/1/edit', (page) => see(page.getByRole('textbox'))],
    [
      'the entry of many reports',
      'agent',
      '/apps/factory_managment/manufacturing_status/new?many=1',
      (page) => see(page.getByRole('table')),
    ],
    ['what is not open', 'agent', '/apps/purchase_order/new', (page) => see(page.getByRole('main').getByRole('link'))],
  ])('%s', async (_name, who, path, ready) => {
    // Ten rows tell as much as twenty.
    const page = await stage.open(who, path, { context: { viewport: { width: 1440, height: 600 } } })
    await ready(page)
    await inBothLooks(page)
  })

  it.each(worklists.map(({ name, path }) => [name, path] as const))('%s', async (_name, path) => {
    // Whatever waits there just now: all of its lines.
    const page = await stage.open('office', `${path}?_size=10`, { context: { viewport: { width: 1440, height: 600 } } })
    await rows(page)
    await inBothLooks(page)
  })

  it.each<[string, Account, string]>([
    ['a draft', 'office', 'draft'],
    ['an order with lines to approve', 'admin', 'pending_approval'],
    ['an order under way', 'office', 'confirmed'],
  ])('%s', async (_name, who, status) => {
    const [order] = await stage.ask<{ id: number }[]>(who, `purchase-orders?status=${status}&_end=1`)
    const page = await stage.open(who, `/apps/purchase_order/${order?.id}`)
    await history(page)
    await inBothLooks(page)
  })

  it('an order that waits for its supplier', async () => {
    const { id } = await issuedOrder(stage, freshNumber('AXE'))
    const page = await stage.open('agent', `/apps/purchase_order/${id}`)
    await see(page.getByRole('button', { name: 'Acknowledge order' }))
    await history(page)
    await inBothLooks(page)
  })

  it('what does not exist', async () => {
    for (const look of [
      { language: 'en', mode: 'dark' },
      { language: 'zh', mode: 'light' },
    ] as const) {
      const page = await stage.open('agent', '/nothing', look)
      await see(page.getByRole('main').getByRole('link'))
      await faultless(page, look.mode)
    }
  })

  it('the steps of an import', async () => {
    const page = await stage.open('office', '/apps/purchase_order/import')
    const next = page.getByRole('main').getByRole('button')
    await see(next)
    await inBothLooks(page)
    await backToFirstLook(page)
    await page.locator('input[type=file]').setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: orderBook })
    await see(page.getByRole('heading', { name: 'Match columns' }))
    await page.getByRole('combobox', { name: 'Supplier', exact: true }).selectOption('One value for all rows')
    await choose(page, 'Supplier for all rows', 'Golden Loom Garment')
    await inBothLooks(page)
    await backToFirstLook(page)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await see(page.getByRole('button', { name: 'Rejected 1' }))
    await inBothLooks(page)
  })

  it('what opens over a list and an order', async () => {
    const page = await stage.open('office')
    await rows(page)
    for (const name of ['Add filter', 'Sort', 'Views and columns']) {
      await page.getByRole('button', { name, exact: true }).click()
      await see(page.getByRole('dialog'))
      await faultless(page, name, '[role=dialog]')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    const [order] = await stage.ask<{ id: number }[]>('office', 'purchase-orders?status=confirmed&_end=1')
    await page.goto(`/apps/purchase_order/${order?.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await see(page.getByRole('menu'))
    await faultless(page, 'More actions', '[role=menu]')
    await page.getByRole('menuitem', { name: 'Put on hold' }).click()
    await see(page.getByRole('dialog'))
    await faultless(page, 'Put on hold', '[role=dialog]')
  })

  it('the orders and an order on a phone', async () => {
    const page = await stage.open('agent', '/apps/purchase_order', { phone: true, language: 'zh', mode: 'light' })
    await see(page.getByRole('main').getByRole('listitem'))
    await faultless(page, 'list')
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await see(page.getByRole('region', { name: '历史记录' }))
    await faultless(page, 'order')
  })
})

const rows = (page: Page) => see(page.getByRole('gridcell'))
const history = (page: Page) => see(page.getByRole('region', { name: 'History' }).getByRole('listitem'))

/** English in dark colours, then Chinese in light ones, by the switches of the bar above. */
const inBothLooks = async (page: Page) => {
  await faultless(page, 'English, dark')
  await page.getByRole('button', { name: 'Light colours' }).click()
  await page.getByRole('button', { name: '中文' }).click()
  await see(page.getByRole('button', { name: 'English' }))
  await faultlessInThisLook(page, 'Chinese, light')
}

const backToFirstLook = async (page: Page) => {
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Dark colours' }).click()
}

const orderBook = Buffer.from('buyer,style,due_date,po,po_qty,packed_qty\nB-AXE,ST-AXE,2021/1/8,AXE-1001,120,0\n')

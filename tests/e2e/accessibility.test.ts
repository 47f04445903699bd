import type { Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { worklists } from '#areas/worklists.ts'
import { type Account, choose, go, openStage, see } from '../kit/e2e'
import { faultless, faultlessInBothLooks, toFirstLook, toSecondLook } from '../kit/e2e-axe'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()

describe('no screen has a fault that axe finds, in both languages and both colours', () => {
  it('sign-in and what does not exist', async () => {
    const guest = await stage.open(null, '/login')
    await see(guest.getByRole('textbox'))
    await faultless(guest, 'sign-in, English, dark')
    await toSecondLook(guest)
    await faultless(guest, 'sign-in, Chinese, light')

    const page = await stage.open('agent', '/nothing')
    await see(page.getByRole('main').getByRole('link'))
    await faultless(page, 'what does not exist, English, dark')
    await toSecondLook(page)
    await faultless(page, 'what does not exist, Chinese, light')
  })

  type Screen = [name: string, path: string, ready: (page: Page) => Promise<unknown>]
  const screens: { of: string; who: Account; all: Screen[] }[] = [
    {
      of: 'the lists of the office',
      who: 'office',
      all: [
        ['the orders', '/apps/purchase_order', (page) => rows(page)],
        ['the approval of lines', '/apps/sales/po_line_approval', (page) => rows(page)],
        ['a library', '/apps/article_master', (page) => rows(page)],
        ['a tree', '/apps/sales/product_categories', (page) => rows(page)],
      ],
    },
    {
      of: 'the forms and records of the office',
      who: 'office',
      all: [
        ['the form of an order', '/apps/purchase_order/new', (page) => see(page.getByRole('combobox'))],
        ['the form of a library', '/apps/article_master/new', (page) => see(page.getByRole('textbox'))],
        ['a record of a library', '/apps/article_master/:article', history],
        ['a supplier', '/apps/suppliers/60', history],
      ],
    },
    {
      of: 'those of an administrator',
      who: 'admin',
      all: [
        ['the users', '/apps/Users', (page) => rows(page)],
        ['the settings', '/apps/settings', history],
        ['the form of the settings', '/apps/settings/1/edit', (page) => see(page.getByRole('textbox'))],
      ],
    },
    {
      of: 'those of a supplier',
      who: 'agent',
      all: [
        ['the orders of a supplier', '/apps/purchase_order', (page) => rows(page)],
        [
          'the entry of many reports',
          '/apps/factory_managment/manufacturing_status/new?many=1',
          (page) => see(page.getByRole('table')),
        ],
        ['what is not open', '/apps/purchase_order/new', (page) => see(page.getByRole('main').getByRole('link'))],
      ],
    },
    {
      of: 'the worklists',
      who: 'office',
      // Whatever waits there just now: all of its lines.
      all: worklists.map(({ name, path }): Screen => [name, `${path}?_size=10`, rows]),
    },
  ]
  it.each(screens)('$of', { timeout: 240_000 }, async ({ who, all }) => {
    const [[, start = '/'] = []] = all
    // Ten rows tell as much as twenty.
    const page = await stage.open(who, start, { context: { viewport: { width: 1440, height: 600 } } })
    const [article] = await stage.ask<{ id: number }[]>('office', 'articles?_end=1')
    for (const [name, path, ready] of all) {
      if (path !== start) {
        await toFirstLook(page)
        await go(page, path.replace(':article', `${article?.id}`))
      }
      await ready(page)
      await faultlessInBothLooks(page, name)
    }
  })

  it('an order in each of its states', async () => {
    const idOf = async (status: string) => {
      const [order] = await stage.ask<{ id: number }[]>('office', `purchase-orders?status=${status}&_end=1`)
      return order?.id
    }
    const page = await stage.open('office', `/apps/purchase_order/${await idOf('draft')}`)
    await history(page)
    await faultlessInBothLooks(page, 'a draft')
    await toFirstLook(page)
    await go(page, `/apps/purchase_order/${await idOf('confirmed')}`)
    await history(page)
    await faultlessInBothLooks(page, 'an order under way')

    const admin = await stage.open('admin', `/apps/purchase_order/${await idOf('pending_approval')}`)
    await history(admin)
    await faultlessInBothLooks(admin, 'an order with lines to approve')
  })

  it('an order that waits for its supplier', async () => {
    const { id } = await issuedOrder(stage, freshNumber('AXE'))
    const page = await stage.open('agent', `/apps/purchase_order/${id}`)
    await see(page.getByRole('button', { name: 'Acknowledge order' }))
    await history(page)
    await faultlessInBothLooks(page, 'an issued order')
  })

  it('the steps of an import', async () => {
    const page = await stage.open('office', '/apps/purchase_order/import')
    const next = page.getByRole('main').getByRole('button')
    await see(next)
    await faultlessInBothLooks(page, 'import: the file')
    await toFirstLook(page)
    await page.locator('input[type=file]').setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: orderBook })
    await see(page.getByRole('heading', { name: 'Match columns' }))
    await page.getByRole('combobox', { name: 'Supplier', exact: true }).selectOption('One value for all rows')
    await choose(page, 'Supplier for all rows', 'Golden Loom Garment')
    await faultlessInBothLooks(page, 'import: the columns')
    await toFirstLook(page)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await see(page.getByRole('button', { name: 'Rejected 1' }))
    await faultlessInBothLooks(page, 'import: what the file brings')
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
    await go(page, `/apps/purchase_order/${order?.id}`)
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

const orderBook = Buffer.from('buyer,style,due_date,po,po_qty,packed_qty\nB-AXE,ST-AXE,2021/1/8,AXE-1001,120,0\n')

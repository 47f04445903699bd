import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { emailOf, entry, openStage, password, reach, see } from '../kit/e2e'
import { draftOrder, freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()

it('an agent gets from sign-in to the acknowledged order without a pointer', async () => {
  const order = await issuedOrder(stage, freshNumber('KEYS'))
  const page = await stage.open(null, '/login')
  await expect.poll(() => hasFocus(entry(page, 'Username/Email'))).toBe(true)
  await page.keyboard.type(emailOf('agent'))
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await see(page.getByRole('gridcell'))

  // The first stop leads past the menu, the menu leads to its pages.
  await page.goto('/apps/purchase_order')
  await see(page.getByRole('gridcell'))
  await page.keyboard.press('Tab')
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true)
  await tabTo(page, page.getByRole('navigation').getByRole('button', { name: /^Sales Attribute/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: /^Season Library/ }))
  await page.keyboard.press('Enter')
  await reach(page, '/apps/sales/po_season_database')
  // At once, whether the page is drawn already or not: the focus stays with whoever goes on.
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: /^Purchase Orders/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  // A saved view may open the list.
  await reach(page, /^\/apps\/purchase_order(\?|$)/)
  await see(page.getByRole('heading', { level: 1, name: 'Purchase orders' }))
  await see(page.getByRole('gridcell'))

  const search = page.getByRole('searchbox', { name: 'Search' })
  await page.keyboard.press('/')
  expect(await hasFocus(search)).toBe(true)
  await page.keyboard.type('nothing like this')
  await see(page.getByText('Nothing matches'))
  await page.keyboard.press('Escape')
  await expect.poll(() => search.inputValue()).toBe('')
  await page.keyboard.type(order.po_no)
  await reach(page, new RegExp(`[?&]q=${order.po_no}(&|$)`))
  await expect.poll(() => page.getByRole('grid').getByRole('link').count()).toBe(1)
  await tabTo(page, page.getByRole('columnheader'))
  await page.keyboard.press('ArrowDown')
  while (
    !(await page.evaluate(() => document.activeElement?.querySelector('a') || document.activeElement?.closest('a')))
  )
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await reach(page, `/apps/purchase_order/${order.id}`)

  const acknowledge = page.getByRole('button', { name: 'Acknowledge order' })
  await see(acknowledge)
  await tabTo(page, acknowledge)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Acknowledge order' })
  await see(dialog)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await hasFocus(acknowledge)).toBe(true)
  await page.keyboard.press('Enter')
  await see(dialog)
  await page.keyboard.type('As agreed.')
  await tabTo(page, dialog.getByRole('button', { name: 'Acknowledge order' }))
  await page.keyboard.press('Enter')
  await see(page.getByRole('main').getByText('Confirmed', { exact: true }))
})

it('a form is saved with Ctrl and S wherever the focus is', async () => {
  const { id } = await draftOrder(stage, freshNumber('KEYS'))
  const page = await stage.open('office', `/apps/purchase_order/${id}/edit`)
  await entry(page, /^Notes to the supplier/).fill('By key.')
  await page.keyboard.press('Control+s')
  await reach(page, `/apps/purchase_order/${id}`)
  await see(page.getByText('By key.'))
})

const hasFocus = (locator: Locator) => locator.first().evaluate((element) => element === document.activeElement)

/** Presses Tab, or that backwards, until the focus is on it or within it. */
const tabTo = async (page: Page, locator: Locator, key = 'Tab') => {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await locator.first().evaluate((element) => element.contains(document.activeElement))) return
    await page.keyboard.press(key)
  }
  throw new Error(`80 times ${key} do not lead to ${locator}.`)
}

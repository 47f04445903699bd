import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openStage, reach, see } from '../kit/e2e'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()

it('an agent acknowledges an order on a phone, in Chinese', async () => {
  const order = await issuedOrder(stage, freshNumber('PHONE'))
  const page = await stage.open('agent', '/apps/purchase_order?status=issued', { phone: true, language: 'zh' })
  const cards = page.getByRole('list', { name: '采购订单' })
  await see(cards.getByRole('listitem'))
  expect(await page.getByRole('grid').count()).toBe(0)
  expect(await overflow(page)).toBe(0)
  const card = cards.getByRole('listitem').filter({ hasText: order.po_no })
  await see(card.getByText('已下达'))
  await card.getByRole('link').click()
  await reach(page, `/apps/purchase_order/${order.id}`)
  await see(page.getByRole('heading', { level: 1, name: new RegExp(order.po_no) }))
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: '确认订单' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认订单' }).click()
  await see(page.getByRole('main').getByText('已确认', { exact: true }))
  await page.getByRole('main').getByRole('link', { name: '采购订单' }).click()
  await reach(page, '/apps/purchase_order?status=issued')
  await expect.poll(() => card.count()).toBe(0)
})

it('the lines of an order stay within their section on a phone, whatever sizes they have', async () => {
  const [order] = await stage.ask<{ id: number }[]>('office', 'purchase-orders?po_no=PO-24378&_start=0&_end=1')
  const page = await stage.open('office', `/apps/purchase_order/${order?.id}`, { phone: true })
  const section = page.getByRole('region', { name: 'Lines', exact: true })
  const line = section.getByRole('listitem').first()
  await see(line)
  expect(await rightOf(line)).toBeLessThan(await rightOf(section))
})

it('what can be done with ticked cards stays in sight on a phone, however far down they stand', async () => {
  const page = await stage.open('office', '/apps/purchase_order', { phone: true })
  const last = page.getByRole('list', { name: 'Purchase orders' }).getByRole('listitem').last()
  await last.getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected records' })
  await see(bar)
  await last.getByRole('checkbox').scrollIntoViewIfNeeded()
  const { top, bottom } = await bar.evaluate((element) => element.getBoundingClientRect())
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThan(844)
})

it('back closes the dialog over an order on a phone, and leaves the order when pressed again', async () => {
  const order = await issuedOrder(stage, freshNumber('BACK'))
  const page = await stage.open('agent', `/apps/purchase_order?q=${order.po_no}`, { phone: true })
  await page.getByRole('list', { name: 'Purchase orders' }).getByRole('link').first().click()
  await reach(page, `/apps/purchase_order/${order.id}`)
  await page.getByRole('button', { name: 'Acknowledge order', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await see(dialog)
  await page.evaluate(() => history.back())
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(`/apps/purchase_order/${order.id}`)
  await page.evaluate(() => history.back())
  await reach(page, `/apps/purchase_order?q=${order.po_no}`)
})

it('the window of a phone does not scroll besides the page, below which there would be nothing', async () => {
  const page = await stage.open('agent', '/pages/profile', { phone: true })
  await see(page.getByRole('button', { name: 'Change password' }))
  expect(await page.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) - innerHeight)).toBe(0)
})

const rightOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right)

/** Pixels by which the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - innerWidth))

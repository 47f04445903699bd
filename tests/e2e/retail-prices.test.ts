import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openStage, see } from '../kit/e2e'
import { freshNumber, issuedOrder, type MadeOrder } from '../kit/e2e-orders'

const stage = openStage()
const list = '/apps/sales/rrp/rrp_required'
let order: MadeOrder
let price: { id: number; rrp_title: string }

it('the office enters the price that a new order line needs, and may not approve it', async () => {
  order = await issuedOrder(stage, freshNumber('PRICE'))
  const [rrp] = await stage.ask<(typeof price)[]>('office', `po-line-rrps?purchase_order_id=${order.id}`)
  if (!rrp) throw new Error('No price is asked for.')
  price = rrp
  const page = await stage.open('office', `${list}?purchase_order_id=${order.id}`)
  await page.getByRole('link', { name: price.rrp_title, exact: true }).click()
  await see(page.getByRole('heading', { level: 1, name: price.rrp_title }))
  await page.getByRole('button', { name: 'Enter price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter price' })
  await dialog.getByRole('textbox', { name: 'RRP' }).fill('29.99')
  await dialog.getByRole('textbox', { name: 'Reason for a different price' }).fill('First price of the season')
  await dialog.getByRole('button', { name: 'Enter price' }).click()
  await see(page.getByRole('main').getByText('Entered', { exact: true }).first())
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
})

it('the supplier sees nothing of it yet', async () => {
  const page = await stage.open('agent', `${list}?purchase_order_id=${order.id}`)
  await see(page.getByText('Nothing matches'))
})

it('somebody else approves and releases it', async () => {
  const page = await stage.open('admin', `${list}/${price.id}`)
  for (const [name, state] of [
    ['Approve', 'Approved'],
    ['Release to supplier', 'Released'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    const done = page.getByRole('main').getByText(state, { exact: true }).first()
    // What could not be checked of the price is said first.
    const anyway = page.getByRole('dialog').getByRole('button', { name, exact: true })
    await see(anyway.or(done))
    if (await anyway.isVisible()) await anyway.click()
    await see(done)
  }
})

it('the supplier takes the ticket file on a phone, in Chinese, and confirms the tickets', async () => {
  const page = await stage.open('agent', `${list}?purchase_order_id=${order.id}`, { phone: true, language: 'zh' })
  await see(page.getByText('GBP 29.99'))
  await page.getByRole('button', { name: '价格牌文件' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()])
  expect(await readFile(await file.path(), 'utf8')).toMatch(new RegExp(`,GB,GBP,29.99,.*,${order.po_no},10\r\n`))
  await page.getByRole('link', { name: price.rrp_title, exact: true }).click()
  await page.getByRole('button', { name: '确认挂牌' }).click()
  const dialog = page.getByRole('dialog', { name: '确认挂牌' })
  await dialog.getByRole('textbox', { name: '说明' }).fill('120 件已全部挂牌')
  await dialog.getByRole('button', { name: '确认挂牌' }).click()
  await see(page.getByRole('main').getByText('已挂牌', { exact: true }).first())
})

it('a column of prices is pasted, and shown where it goes before it is written', async () => {
  const made = await issuedOrder(stage, freshNumber('PASTE'))
  const page = await stage.open('office', `${list}?purchase_order_id=${made.id}`)
  await see(page.getByRole('link', { name: `${made.po_no} / 10 GB`, exact: true }))
  await page.getByRole('button', { name: 'Paste prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste prices from a spreadsheet' })
  await dialog.getByRole('textbox', { name: 'Copied cells' }).fill('RRP\n31.99\nsoon')
  await see(dialog.getByRole('row', { name: new RegExp(`${made.po_no} / 10 GB.*31.99`) }))
  await see(dialog.getByText('“soon” is not a price.'))
  await dialog.getByRole('button', { name: 'Enter 1 price' }).click()
  await see(dialog.getByText('Entered', { exact: true }))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await see(page.getByText('GBP 31.99'))
})

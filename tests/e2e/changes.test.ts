import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openStage, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber, issuedOrder, type MadeOrder } from '../kit/e2e-orders'
import { readPdf } from '../kit/pdf'

const stage = openStage()
let order: MadeOrder

it('a supplier asks on a phone, in Chinese, to deliver a week later', async () => {
  order = await issuedOrder(stage, freshNumber('CHANGE'))
  const page = await stage.open('agent', `/apps/purchase_order/${order.id}`, { phone: true, language: 'zh' })
  await see(page.getByRole('button', { name: '确认订单' }))
  await page.getByRole('button', { name: /承诺出厂日期/ }).click()
  await see(page.getByRole('dialog', { name: /承诺出厂日期/ }).getByRole('textbox'))
  await page.keyboard.type('2027-03-17')
  await page.keyboard.press('Enter')
  // A later date is no acknowledgement: the button says what it does now, and takes the date along.
  const name = '提出变更（1 行）'
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name: `答复订单 ${order.po_no}` })
  const send = dialog.getByRole('button', { name })
  await see(dialog.getByRole('status').getByText('2027年3月17日'))
  await faultless(page, 'answer', '[role="dialog"]')
  await send.click()
  await see(dialog.getByText('请填写', { exact: true }))
  await dialog.getByRole('combobox', { name: '原因' }).click()
  await page.getByRole('option', { name: '原材料延误' }).click()
  await send.click()
  await see(page.getByRole('main').getByText('已提出变更', { exact: true }))
  await see(page.getByRole('region', { name: '供应商申请变更' }).getByText('待答复'))
})

it('the office reads what differs, and accepts it as a new revision', async () => {
  const page = await stage.open('office', `/apps/purchase_order/${order.id}`)
  const wish = page.getByRole('region', { name: 'The supplier requests a change' })
  await see(wish.getByText('Raw material late'))
  await see(wish.getByText('17 Mar 2027'))
  await page.getByRole('button', { name: 'Accept the change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept the change' }).click()
  await see(page.getByRole('heading', { level: 1, name: /rev 1/ }))
  const changes = page.getByRole('region', { name: 'Changes' })
  await see(changes.getByText('Applied'))
  expect(await changes.getByText('10 Mar 2027').count()).toBeGreaterThan(1)
})

it('the order prints on paper, in both languages', async () => {
  const page = await stage.open('office', `/apps/purchase_order/${order.id}`)
  await page.evaluate(() => Object.assign(window, { print: () => document.body.classList.add('printed') }))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Print in both languages' }).click()
  await page.waitForSelector('body.printed')
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('.paper')
  await see(paper.getByText('Purchase order 采购订单'))
  await see(paper.getByText(order.po_no))
  expect(await page.getByRole('main').isVisible()).toBe(false)
})

it('the supplier takes the same home as a PDF', async () => {
  const page = await stage.open('agent', `/apps/purchase_order/${order.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download PDF in both languages' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${order.po_no}-rev1-en-zh.pdf`)
  const { text } = readPdf(await readFile(await file.path()))
  expect(text).toContain('Purchase order 采购订单')
  expect(text).toContain('17 Mar 2027')
})

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { pdf } from '../kit/form'
import { choose, openStage, see } from '../kit/e2e'
import { draftOrder, freshNumber } from '../kit/e2e-orders'

const stage = openStage()
const count = 60

it('sixty lines become ready, by the office and the supplier in turns', async () => {
  const order = await issuedOrderOf(count)
  const office = await stage.open('office', `/apps/readiness?purchase_order_id=${order.id}`)
  await see(office.getByRole('gridcell'))
  await act(office, 'Factory', 'Allocate factory', async (dialog) => {
    await choose(dialog, 'Factory', 'Golden Loom Garment Works')
    await dialog.getByRole('button', { name: /^Allocate/ }).click()
  })
  await act(office, 'Care', 'Allocate care instruction', async (dialog) => {
    await choose(dialog, 'Care instruction', 'CI-0001')
    await dialog.getByRole('button', { name: /^Allocate/ }).click()
  })
  await act(office, 'Specification', /rule|Rule/, async (dialog) => {
    await office.waitForTimeout(2500)
    console.log((await dialog.innerText()).slice(0, 1500))
    await dialog.getByRole('button', { name: /^Allocate|^Fill/ }).click()
  })
  await act(office, 'Artwork', /rule|Rule/, async (dialog) => {
    await office.waitForTimeout(2500)
    console.log((await dialog.innerText()).slice(0, 1500))
    await dialog.getByRole('button', { name: /^Allocate|^Fill/ }).click()
  })
  await office.screenshot({ path: '/tmp/s/sixty.png' })
  console.log(await office.getByRole('row').nth(1).innerText())
}, 300_000)

/** Chooses the whole column of a kind and an action of it. */
const act = async (page: Page, kind: string, action: string | RegExp, answer: (dialog: Locator) => Promise<void>) => {
  await page.getByRole('gridcell', { name: new RegExp(`/ 10, ${kind}:`) }).focus()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await see(page.getByRole('status').getByText(`${count} cells selected`))
  await page.getByRole('button', { name: `${kind} · ${count}` }).click()
  console.log(await page.getByRole('menu').innerText())
  await page.getByRole('menuitem', { name: action }).click()
  const dialog = page.getByRole('dialog')
  await answer(dialog)
  await page.waitForTimeout(3000)
  console.log('LEFT', (await page.getByRole('dialog').allInnerTexts()).map((t) => t.slice(0, 600)))
  await page.screenshot({ path: `/tmp/s/sixty-${kind}.png` })
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
}

const issuedOrderOf = async (count: number) => {
  const [article] = await stage.ask<{ id: number }[]>('office', 'articles?article_no=ALW1001&_end=1')
  const [colourway] = await stage.ask<{ id: number }[]>('office', `colourways?article_id=${article?.id}&_end=1`)
  const lines = Array.from({ length: count }, (_, at) => ({
    article_id: article?.id,
    colourway_id: colourway?.id,
    qty: 1000 + at,
    unit_price: '3.10',
  }))
  let order = await draftOrder(stage, freshNumber('SIXTY'), { lines })
  for (const [who, move] of [
    ['office', 'submit'],
    ['admin', 'approve'],
    ['admin', 'issue'],
  ] as const)
    order = await stage.ask(who, `purchase-orders/${order.id}/moves/${move}`, { version: order.version })
  return order
}
void pdf
void expect

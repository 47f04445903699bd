import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { go, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { draftOrder, freshNumber, type MadeOrder } from '../kit/e2e-orders'

const stage = openStage()
const path = '/apps/spec_po_allocation'

const idsOf = async (list: string) =>
  (await stage.ask<{ id: number; label?: string }[]>('office', list)).map(({ id }) => id)

/** An order of three lines of one article that the demo's agent works on. */
const orderOfThree = async (article: number): Promise<MadeOrder> => {
  const colourways = await idsOf(`colourways?article_id=${article}&_sort=id&_end=3`)
  const lines = [0, 1, 2].map((index) => ({
    article_id: article,
    colourway_id: colourways[index % colourways.length],
    qty: 100 + index,
    unit_price: '3.10',
  }))
  let order = await draftOrder(stage, freshNumber('SPEC'), { lines })
  for (const [who, move] of [
    ['office', 'submit'],
    ['admin', 'approve'],
    ['admin', 'issue'],
  ] as const)
    order = await stage.ask(who, `purchase-orders/${order.id}/moves/${move}`, { version: order.version })
  return order
}

/** Another run on the same portal may have left a table: only one may be in use for the article. */
const retireTables = async (article: number) => {
  const inUse = await stage.ask<{ id: number; version: number }[]>(
    'admin',
    `specifications?article_id=${article}&spec_type=measurement&status=active`,
  )
  for (const { id, version } of inUse)
    await stage.ask('admin', `specifications/${id}/moves/retire`, { version, reason: 'Another table takes its place' })
}

/** A measurement table of twenty points in eight sizes, for the article alone, submitted and approved by two people. */
const tableOf = async (article: number, name: string) => {
  await retireTables(article)
  const [scale] = await idsOf('size-scales?code=ALPHA&_end=1')
  const sizes = await idsOf(`sizes?size_scale_id=${scale}&_sort=id&_end=8`)
  const poms = await idsOf('poms?status=active&_sort=code&_end=20')
  expect([sizes.length, poms.length]).toEqual([8, 20])
  const measures = poms.map((pom_id, row) => ({
    seq: (row + 1) * 10,
    pom_id,
    tol_plus_mm: '10',
    tol_minus_mm: '10',
    values: sizes.map((size_id, at) => ({ size_id, value_mm: String(400 + row * 10 + at * 15), by_hand: true })),
  }))
  const made = await stage.ask<{ id: number; version: number }>('office', 'specifications', {
    spec_type: 'measurement',
    name_en: name,
    applies_to: 'article',
    article_id: article,
    size_scale_id: scale,
    base_size_id: sizes[3],
    measures,
  })
  await approve(made)
  return { id: made.id, pom: poms[0] }
}

const approve = async ({ id, version }: { id: number; version: number }) => {
  const submitted = await stage.ask<{ version: number }>('office', `specifications/${id}/moves/submit`, { version })
  await stage.ask('admin', `specifications/${id}/moves/approve`, { version: submitted.version })
}

/** Counts the taps on a page from now on. */
const countTaps = async (page: Page) => {
  await page.evaluate(() => {
    Reflect.set(window, 'taps', 0)
    addEventListener('pointerdown', () => Reflect.set(window, 'taps', Number(Reflect.get(window, 'taps')) + 1), true)
  })
  return () => page.evaluate(() => Reflect.get(window, 'taps') as number)
}

it('a table is given to all lines of an order, acknowledged on a phone, changed, compared and acknowledged again', async () => {
  const [article = 0] = await idsOf('articles?article_no=ALW1001&_end=1')
  const name = freshNumber('Table')
  const [order, table] = [await orderOfThree(article), await tableOf(article, name)]

  const matrix = `${path}/matrix?purchase_order_id=${order.id}`
  const page = await stage.open('office', matrix)
  const cells = (state: string) => page.getByRole('gridcell', { name: new RegExp(`, Measurement: .*${state}$`) })
  await expect.poll(() => cells('Missing').count()).toBe(3)
  await faultless(page, 'the matrix of lines and types')
  // By keys: from the first line down to the last.
  await cells('Missing').first().focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('region', { name: 'Actions on the selected cells' })
  await see(bar.getByText('3 cells selected'))
  await bar.getByRole('button', { name: 'Fill by rule (3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fill by rule' })
  await see(dialog.getByText('3 cells will be filled.'))
  await see(dialog.getByText(name).first())
  await faultless(page, 'the preview of a filling', '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Fill 3 cells' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => cells('Allocated').count()).toBe(3)

  const phone = await stage.open('agent', path, { phone: true, language: 'zh' })
  const card = phone.getByRole('link', { name: new RegExp(`${order.po_no} / 10 .*${name}`) })
  await see(card)
  const taps = await countTaps(phone)
  await card.tap()
  await see(phone.getByRole('group', { name: '尺寸表' }))
  await phone.getByRole('button', { name: '确认收到' }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: '确认收到' }).tap()
  await see(phone.getByRole('main').getByText('已确认收到', { exact: true }))
  expect(await taps()).toBe(3)
  await faultless(phone, 'an acknowledged specification on a phone')

  // The next version is one centimetre wider at one place.
  const [before] = await stage.ask<{ id: number; version: number }[]>('office', `specifications?id=${table.id}`)
  await stage.ask('office', `specifications/${table.id}/moves/revise`, { version: before?.version })
  const [draft] = await idsOf(`specifications?predecessor_id=${table.id}`)
  const editor = await stage.open('office', `/apps/sec_id_database/${draft}/edit`)
  const changed = editor.getByRole('grid', { name: 'Measurements' }).getByRole('gridcell', { name: /, M: / }).first()
  await changed.click()
  await editor.keyboard.type('45.5')
  await editor.keyboard.press('Enter')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await reach(editor, `/apps/sec_id_database/${draft}`)
  const [next] = await stage.ask<{ id: number; version: number }[]>('office', `specifications?id=${draft}`)
  if (next) await approve(next)

  await page.goto(matrix)
  await expect.poll(() => cells('Outdated').count()).toBe(3)
  await page.getByRole('button', { name: 'Select all cells of Measurement' }).click()
  await bar.getByRole('button', { name: 'Allocate new version (3)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allocate new version' }).click()
  await expect.poll(() => cells('Allocated').count()).toBe(3)

  await go(phone, path)
  await see(card)
  await card.tap()
  await see(phone.getByRole('heading', { name: '本版本的变更' }))
  await see(phone.locator('ins', { hasText: '45.5' }))
  await faultless(phone, 'what changed, on a phone')
  await phone.getByRole('button', { name: '确认收到' }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: '确认收到' }).tap()
  await see(phone.getByRole('main').getByText('已确认收到', { exact: true }))
  const [allocation] = await idsOf(`spec-allocations?specification_id=${draft}&status=acknowledged`)
  const receipts = await stage.ask<{ record_version: number }[]>('office', `spec-receipts?allocation_id=${allocation}`)
  expect(receipts.map(({ record_version }) => record_version).sort()).toEqual([1, 2])
})

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { readinessKinds } from '#shared/trade/readiness.ts'
import { choose, openStage, see } from '../kit/e2e'
import { faultless, faultlessInThisLook } from '../kit/e2e-axe'
import { freshNumber, issuedOrder, linesOfArticle } from '../kit/e2e-orders'
import { pdf } from '../kit/form'

const stage = openStage()

it('an office user allocates from the matrix, one cell and many, and the agent answers on a phone', async () => {
  const order = await issuedOrder(stage, freshNumber('READY'), { lines: await linesOfArticle(stage, 4, 100) })
  const page = await stage.open('office', `/apps/readiness?purchase_order_id=${order.id}`)
  await see(page.getByRole('gridcell'))
  await see(page.getByRole('main').getByText('4 lines · 4 waiting for you · 4 waiting for the supplier'))
  await faultless(page, 'readiness')

  // One cell, in its panel.
  await cell(page, 10, 'Care').click()
  const panel = page.getByRole('dialog', { name: /Care$/ })
  await panel.getByRole('button', { name: 'Allocate care instruction' }).click()
  const allocate = page.getByRole('dialog', { name: 'Allocate care instruction' })
  await choose(allocate, 'Care instruction', 'CI-0001')
  await allocate.getByRole('button', { name: /^Allocate/ }).click()
  await see(panel.getByText('Allocated', { exact: true }))
  await faultless(page, 'panel', '[role=dialog]')
  await page.keyboard.press('Escape')
  await see(cell(page, 10, 'Care', 'In progress, Supplier · 0 days'))

  // A rectangle of the others, by the pointer.
  const [from, to] = [await cell(page, 20, 'Care').boundingBox(), await cell(page, 40, 'Care').boundingBox()]
  if (!from || !to) throw new Error('The cells are not on the screen.')
  await page.mouse.move(from.x + 40, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 20, { steps: 4 })
  await page.mouse.up()
  await see(page.getByRole('status').getByText('3 cells selected'))
  await page.getByRole('button', { name: 'Care · 3' }).click()
  await page.getByRole('menuitem', { name: 'Allocate care instruction' }).click()
  await choose(allocate, 'Care instruction', 'CI-0001')
  await allocate.getByRole('button', { name: /^Allocate/ }).click()
  await see(cell(page, 40, 'Care', 'In progress, Supplier · 0 days'))

  // The supplier is reminded of what waits for it, once; the matrix says when.
  await cell(page, 30, 'Care').focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Remind · 1' }).click()
  const remind = page.getByRole('dialog', { name: 'Remind suppliers' })
  await see(remind.getByText('1 cell waits for its supplier. These people get a mail:'))
  await faultless(page, 'reminder', '[role=dialog]')
  await remind.getByRole('button', { name: 'Send reminder' }).click()
  await see(cell(page, 30, 'Care', 'In progress, Supplier · 0 days, Reminded'))

  // Everything of the lines from the article's last order, from the bar and from the page of the order.
  await cell(page, 20, 'Factory').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Copy everything from the last order' }).click()
  const copy = page.getByRole('dialog', { name: 'Copy everything from the last order' })
  await see(copy.getByText(/already exist/))
  await faultless(page, 'copy of everything', '[role=dialog]')
  await copy.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')

  // The keyboard chooses too, and the bar says of what.
  await cell(page, 20, 'Care').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await see(page.getByRole('button', { name: 'Specification · 1' }))
  await page.keyboard.press('Escape')
  await see(page.getByRole('textbox', { name: 'Search' }).or(page.getByPlaceholder('Search')))

  const own = await stage.open('office', `/apps/purchase_order/${order.id}`)
  const section = own.getByRole('region', { name: 'Readiness' })
  await see(section.getByText('4 lines · 4 waiting for you · 4 waiting for the supplier'))
  await section.getByRole('gridcell', { name: /\/ 10, Factory/ }).click()
  await see(own.getByRole('dialog', { name: /Factory$/ }))
  await own.keyboard.press('Escape')
  await section.getByRole('button', { name: 'Copy everything from the last order' }).click()
  const copyOrder = own.getByRole('dialog', { name: 'Copy everything from the last order' })
  await copyOrder.getByRole('button', { name: /^Copy \d/ }).click()
  await see(copyOrder.getByRole('button', { name: 'Close' }))
  expect(
    (await stage.ask<unknown[]>('office', `care-allocations?purchase_order_id=${order.id}&status=allocated`)).length,
  ).toBe(4)

  const phone = await stage.open('agent', `/apps/readiness?purchase_order_id=${order.id}`, {
    phone: true,
    language: 'zh',
  })
  const first = phone.getByRole('main').getByRole('button', { name: new RegExp(`${order.po_no} / 10.*洗涤说明`) })
  await first.click()
  const sheet = phone.getByRole('dialog', { name: /洗涤说明$/ })
  await sheet.getByRole('button', { name: /^确认/ }).click()
  await phone.getByRole('dialog').last().getByRole('button', { name: /^确认/ }).click()
  await see(sheet.getByText('已确认收到', { exact: true }))
  await faultless(phone, 'panel on a phone', '[role=dialog]')
  await phone.keyboard.press('Escape')
  await faultlessInThisLook(phone, 'readiness on a phone')
  expect(
    (await stage.ask<unknown[]>('agent', `care-allocations?purchase_order_id=${order.id}&status=acknowledged`)).length,
  ).toBe(1)
})

it('one file is attached to several lines from the matrix, and is no longer missing there', async () => {
  const [profile] = await stage.ask<{ house_brand_id: number }[]>('office', 'requirement-profiles?code=DOCUMENTS')
  const order = await issuedOrder(stage, freshNumber('FILES'), {
    house_brand_id: profile?.house_brand_id,
    lines: await linesOfArticle(stage, 2, 100),
  })
  const page = await stage.open('office', `/apps/readiness?purchase_order_id=${order.id}`)
  const dialog = page.getByRole('dialog', { name: 'Attach file' })
  for (const [document, left] of [
    ['Packing instructions', 'Missing'],
    ['Test report', 'Ready'],
  ] as const) {
    await see(cell(page, 10, 'Attachments', 'Missing'))
    await cell(page, 10, 'Attachments').focus()
    await page.keyboard.press('Space')
    await cell(page, 20, 'Attachments').click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Attachments · 2' }).click()
    await page.getByRole('menuitem', { name: 'Attach file' }).click()
    await see(dialog)
    // First of all what is missing.
    expect(await dialog.getByLabel('Document').locator('option:checked').innerText()).toBe(
      `${document}: missing on 2 lines`,
    )
    await faultless(page, 'a file for several lines', '[role=dialog]')
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `${document}.pdf`, mimeType: 'application/pdf', buffer: pdf })
    await dialog.getByRole('button', { name: 'Attach to 2 lines' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await see(page.getByText(`${document} attached to 2 lines.`))
    for (const line of [10, 20]) await see(cell(page, line, 'Attachments', left))
  }
})

it('scrolls over all lines, of which only those on the screen are read, and keeps the filter in the address', async () => {
  const page = await stage.open('office', '/apps/readiness?line_status=open')
  await see(page.getByRole('gridcell'))
  const total = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
  expect(total).toBeGreaterThan(300)
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.press('Control+End')
  const last = `${total - 1} ${readinessKinds.length - 1}`
  await see(page.locator(`[role=gridcell][data-place="${last}"]`))
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-place'))).toBe(last)

  // The page keeps its conditions as a view, and gives all lines that match as a workbook.
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'Save as new view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('All open')
  await page.getByRole('button', { name: 'Save view', exact: true }).click()
  await see(page.getByRole('button', { name: /All open/ }))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download \d+ lines as a workbook$/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^readiness-.*\.xlsx$/)

  await page.getByRole('button', { name: /^Care: show the lines that wait for you/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('office_turn')).toBe('care')
  await expect.poll(() => page.locator('[role=gridcell][data-place="0 2"]').getAttribute('data-own')).toBe('true')
})

it.for(['en', 'zh'] as const)(
  'shows nine kinds beside the open menu on a window of 1440 pixels, in %s',
  async (language) => {
    const context = { viewport: { width: 1440, height: 900 } }
    const page = await stage.open('office', '/apps/readiness?line_status=open', { language, context })
    await see(page.getByRole('gridcell'))
    expect((await page.getByRole('main').boundingBox())?.x).toBeGreaterThanOrEqual(280)
    expect(await page.getByRole('columnheader').count()).toBe(readinessKinds.length + 1)
    const grid = page.getByRole('grid')
    const room = await grid.evaluate(({ parentElement: scroller }) => [scroller?.scrollWidth, scroller?.clientWidth])
    expect(room[0]).toBe(room[1])
    // No name of a kind, and no number under it, is cut off.
    const heads = await page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((head) => head.scrollWidth <= head.clientWidth))
    expect(heads).not.toContain(false)
  },
)

/** The cell of a line, by its number, and a kind; as it says where it stands. */
const cell = (page: Page, line: number, kind: string, state = '') =>
  page.getByRole('gridcell', { name: new RegExp(`/ ${line}, ${kind}: ${state}`) })

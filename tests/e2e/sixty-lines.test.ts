import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { choose, openStage, patience, see } from '../kit/e2e'
import { faultlessInThisLook } from '../kit/e2e-axe'
import { freshNumber, issuedOrder, linesOfArticle } from '../kit/e2e-orders'
import { pdf, png } from '../kit/form'

const stage = openStage()
const count = 60

it('sixty lines become ready, by the office and the supplier in turns', { timeout: 600_000 }, async () => {
  const order = await issuedOrderOf(count)
  const path = `/apps/readiness?purchase_order_id=${order.id}`

  // The office gives the lines all that it chooses: whole columns at once.
  const office = await stage.open('office', path)
  await see(office.getByText(`${count} lines · ${count} waiting for you · ${count} waiting for the supplier`))
  await act(office, 'Factory', 'Allocate factory', async (dialog) => {
    await choose(dialog, 'Factory', 'Golden Loom Garment Works')
    await dialog.getByRole('button', { name: /^Allocate/ }).click()
  })
  // The audit of that factory covers the lines without anybody's doing.
  await see(office.locator('[role=gridcell][data-place$=" 5"][data-state=ok]'))
  await act(office, 'Care', 'Allocate care instruction', async (dialog) => {
    await choose(dialog, 'Care instruction', 'CI-0001')
    await dialog.getByRole('button', { name: /^Allocate/ }).click()
  })
  for (const kind of ['Specification', 'Artwork'])
    await act(office, kind, /^Fill by rule/, (dialog) => dialog.getByRole('button', { name: /^Fill \d/ }).click())
  await see(office.getByText(`${count} lines · 0 waiting for you · ${count} waiting for the supplier`))

  // The supplier acknowledges, declares, and shows one proof for all.
  const agent = await stage.open('agent', path)
  await see(agent.getByRole('gridcell'))
  await act(agent, 'Specification', /^Acknowledge/, (dialog) => agree(dialog, 'Acknowledge'))
  await act(agent, 'Composition', 'Declare composition', (dialog) => agree(dialog, `Declare for ${count} lines`))
  for (const [kind, move] of [
    ['Composition', 'Submit declaration'],
    ['Care', 'Submit proof'],
  ] as const)
    await act(agent, kind, new RegExp(`^${move}`), async (dialog) => {
      await attach(dialog, `${kind}.pdf`, 'application/pdf', pdf)
      await agree(dialog, move)
    })
  await see(agent.getByText(`${count} lines · ${count} waiting for you · ${count} waiting for the office`))

  // The office refuses one label and approves the others.
  await office.reload()
  await see(cell(office, 0, 2, 'in_progress'))
  await cell(office, 0, 2).click()
  const panel = office.getByRole('dialog', { name: /Care$/ })
  await panel.getByRole('button', { name: /^Reject/ }).click()
  const reject = office.getByRole('dialog').last()
  await reject.getByRole('textbox', { name: 'Comment' }).fill('The bar under the tub is missing.')
  await reject.getByRole('button', { name: 'Reject' }).click()
  await see(panel.getByText('Rejected', { exact: true }))
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await panel.waitFor({ state: 'hidden' })
  await act(office, 'Composition', /^Verify/, (dialog) => agree(dialog, 'Verify'))
  await act(office, 'Care', /^Approve/, (dialog) => agree(dialog, 'Approve'))

  // The supplier sends a photo of the new label, on the phone, and one proof of all care labels that may be printed now.
  const phone = await stage.open('agent', path, { phone: true, language: 'zh' })
  await phone
    .getByRole('main')
    .getByRole('button', { name: /洗涤说明.*已驳回/ })
    .click()
  const sheet = phone.getByRole('dialog', { name: /洗涤说明$/ })
  await sheet.getByRole('button', { name: /^重新提交/ }).click()
  const again = phone.getByRole('dialog').last()
  await attach(again, 'label.png', 'image/png', png)
  await faultlessInThisLook(phone, 'files of a move on a phone')
  await again.getByRole('button', { name: /^重新提交/ }).click()
  await see(sheet.getByText('样稿待审', { exact: true }))
  await office.reload()
  await see(cell(office, 0, 2, 'in_progress'))
  await act(office, 'Care', /^Approve/, (dialog) => agree(dialog, 'Approve'))
  await act(agent, 'Artwork', /^Submit proof/, async (dialog) => {
    await attach(dialog, 'artwork.pdf', 'application/pdf', pdf)
    await agree(dialog, 'Submit proof')
  })

  await office.reload()
  await see(cell(office, 0, 4, 'in_progress'))
  await act(office, 'Artwork', /^Approve/, (dialog) => agree(dialog, 'Approve'))
  await see(office.getByText(`${count} lines · 0 waiting for you · 0 waiting for the supplier`))
  const ready = `po-lines?purchase_order_id=${order.id}&readiness_in=ok,not_required&_end=100`
  expect(await stage.ask<unknown[]>('office', ready)).toHaveLength(count)
})

/** A cell of the matrix by its place, in a state. */
const cell = (page: Page, row: number, column: number, state?: string) =>
  page.locator(`[role=gridcell][data-place="${row} ${column}"]${state ? `[data-state="${state}"]` : ''}`)

/** Chooses the whole column of a kind, and what is done with it in a dialog. */
const act = async (page: Page, kind: string, action: string | RegExp, answer: (dialog: Locator) => Promise<void>) => {
  // Heads show short names; their buttons have the whole ones.
  const heads = await page
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((head) => head.querySelector('button')?.getAttribute('aria-label') ?? ''))
  const column = heads.findIndex((head) => head.startsWith(`${kind}:`)) - 1
  expect(column).toBeGreaterThanOrEqual(0)
  await page.locator('[role=gridcell][tabindex="0"]').focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Home')
  for (let at = 0; at < column; at += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowDown')
  // Cells beyond the screen are read first, which takes its time while the lines of the last action are settled.
  await page.getByRole('button', { name: `${kind} · ${count}` }).click({ timeout: 3 * patience })
  await page.getByRole('menuitem', { name: action }).click()
  const dialog = page.getByRole('dialog')
  await answer(dialog)
  await dialog.waitFor({ state: 'hidden', timeout: 3 * patience })
}

const agree = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()

const attach = (dialog: Locator, name: string, mimeType: string, buffer: Buffer) =>
  dialog.locator('input[type=file][multiple]').setInputFiles({ name, mimeType, buffer })

/** Some artwork and specification types are removed from its lines by hand: each would be one more record for every line. */
const issuedOrderOf = async (count: number) => {
  const order = await issuedOrder(stage, freshNumber('SIXTY'), { lines: await linesOfArticle(stage, count, 300) })
  const rows = await stage.ask<{ id: number; version: number }[]>(
    'office',
    `po-lines?purchase_order_id=${order.id}&_end=${count}`,
  )
  const { results } = await stage.ask<{ results: { ok: boolean }[] }>(
    'office',
    'po-lines/bulk/moves/set_requirements',
    {
      rows: rows.map(({ id, version }) => ({ id, version })),
      removed_requirements: [
        ...['packing', 'carton_marking'].map((type) => `specification_${type}`),
        ...['main_label', 'hangtag', 'polybag', 'carton_mark'].map((type) => `artwork_${type}`),
      ],
      added_requirements: [],
      comment: 'A repeat without packaging of its own',
    },
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(count)
  return order
}

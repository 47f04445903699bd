import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose, entry, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { draftOrder, freshNumber } from '../kit/e2e-orders'

const stage = openStage()

describe('two people who edit one draft', () => {
  it('lose nothing: the second sees the difference and chooses', async () => {
    const { id } = await draftOrder(stage, freshNumber('TWO'))
    const [first, second] = await Promise.all([edit(id), edit(id)])
    await notes(first).fill('Pack flat.')
    await entry(first, 'Named place').fill('Shanghai')
    await first.getByRole('button', { name: 'Save changes' }).click()
    await reach(first, `/apps/purchase_order/${id}`)

    await notes(second).fill('Pack hanging.')
    await second.getByRole('button', { name: 'Save changes' }).click()
    const dialog = second.getByRole('dialog', { name: /^.+ changed this record while you were editing$/ })
    const choice = dialog.getByRole('radiogroup', { name: /Notes to the supplier/ })
    await see(choice.getByText('Pack flat.'))
    await see(choice.getByText('Pack hanging.'))
    // Only one of them wrote the place: there is nothing to choose.
    expect(await dialog.getByRole('radiogroup').count()).toBe(1)
    await see(dialog.getByText(/^Changed by (?!someone).+ only \(1\)$/))
    await see(dialog.getByRole('listitem').filter({ hasText: 'Named place: Ningbo → Shanghai' }))
    await faultless(second, 'merge', '[role="dialog"]')
    await choice.getByRole('radio', { name: /^Mine/ }).focus()
    await second.keyboard.press('ArrowRight')
    expect(await choice.getByRole('radio', { name: /^Theirs/ }).isChecked()).toBe(true)
    await second.keyboard.press('ArrowLeft')
    await dialog.getByRole('button', { name: 'Use these values' }).click()
    await reach(second, `/apps/purchase_order/${id}`)
    await see(second.getByText('Pack hanging.'))
    const saved = await stage.ask<Order>('office', `purchase-orders/${id}`)
    expect(saved).toMatchObject({ notes_shared: 'Pack hanging.', incoterm_place: 'Shanghai' })
  })
})

describe('one order is made', () => {
  it('by a double click', async () => {
    const po = freshNumber('DOUBLE')
    const page = await filled(po)
    await page.getByRole('button', { name: 'Create purchase order' }).dblclick()
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
    expect(await made(po)).toBe(1)
  })

  it('when the first answer was lost on its way', async () => {
    const po = freshNumber('LOST')
    const page = await filled(po)
    await page.route(
      '**/api/purchase-orders',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    await see(page.getByRole('status').getByText(/^(No connection|You are back online)/))
    expect(await made(po)).toBe(1)
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
    expect(await made(po)).toBe(1)
  })
})

describe('what was entered', () => {
  it('stays while the connection is away, which is said, and is saved afterwards', async () => {
    const po = freshNumber('AWAY')
    const page = await filled(po)
    await page.context().setOffline(true)
    await see(page.getByText(/^You are offline/))
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    await see(page.getByText('No connection. Your entries stay here; save again once you are back online.'))
    expect(await entry(page, 'PO number').inputValue()).toBe(po)
    await page.context().setOffline(false)
    await page.getByText(/^You are offline/).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
    expect(await made(po)).toBe(1)
  })

  it('is not left behind without asking: by a link, the back button, or closing the tab', async () => {
    const po = freshNumber('GUARD')
    const page = await stage.open('office')
    await page.getByRole('link', { name: 'New purchase order' }).click()
    await entry(page, 'PO number').fill(po)
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const leaving = [
      () =>
        page
          .getByRole('navigation')
          .getByRole('link', { name: /^Users/ })
          .click(),
      () => page.evaluate(() => history.back()),
    ]
    for (const leave of leaving) {
      await leave()
      await question.getByRole('button', { name: 'Stay here' }).click()
      await question.waitFor({ state: 'hidden' })
      expect(new URL(page.url()).pathname).toBe('/apps/purchase_order/new')
      expect(await entry(page, 'PO number').inputValue()).toBe(po)
    }
    const confirmation = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await confirmation
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await reach(page, '/apps/purchase_order')
  })

  it('is told field by field where it is wrong, with the focus on the first', async () => {
    const page = await stage.open('office', '/apps/purchase_order/new')
    await entry(page, 'PO number').fill('A')
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    const field = entry(page, 'PO number')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('combobox', { name: 'Supplier', exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    )
  })
})

interface Order {
  id: number
  notes_shared: string | null
  incoterm_place: string | null
}

const notes = (page: Page) => entry(page, /^Notes to the supplier/)

const edit = async (id: number) => {
  const page = await stage.open('office', `/apps/purchase_order/${id}/edit`)
  await see(notes(page))
  return page
}

/** A form with what a draft needs. */
const filled = async (po: string) => {
  const page = await stage.open('office', '/apps/purchase_order/new')
  await entry(page, 'PO number').fill(po)
  await choose(page, 'Supplier', 'Golden Loom Garment')
  const line = page.getByRole('group', { name: 'Line 10' })
  await choose(line, 'Article', 'ALW1001')
  await entry(line, 'Total').fill('120')
  await entry(line, 'Unit price').fill('3.1')
  return page
}

const made = async (po: string) => (await stage.ask<Order[]>('office', `purchase-orders?po_no=${po}`)).length

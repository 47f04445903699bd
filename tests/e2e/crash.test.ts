import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { copyFolder } from '../kit/db'
import { choose, entry, openStage, patience, portalsMade, reach, see } from '../kit/e2e'
import { freshNumber } from '../kit/e2e-orders'
import { startPortal } from '../kit/e2e-server'

const folder = await mkdtemp(join(tmpdir(), 'portal-crash-'))
const demo = inject('demo')
await portalsMade()
if (demo) await copyFolder(demo, folder)
const portal = await startPortal(folder)
const stage = openStage({ address: portal.address, folder })
// A test that failed may have left it dead.
beforeEach(portal.restart)
afterAll(async () => {
  await portal.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a server that is killed under an open form', { timeout: 240_000 }, () => {
  it('loses nothing: the form keeps what was typed, says so, and saves one order when it is back', async () => {
    const po = freshNumber('KILL')
    const page = await begun(po)
    await portal.kill()
    await entry(page, 'Unit price').fill('3.1')
    await notes(page).fill('Typed while nobody answered.')
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    await see(page.getByRole('status').getByText(/^No connection\. Your entries stay here/))
    expect(await entered(page)).toEqual([po, ...chosen, '120', '3.1'])

    await portal.restart()
    await see(page.getByRole('status').getByText(/^You are back online/))
    expect(await orders(po)).toEqual([])
    await page.getByRole('button', { name: 'Save again' }).click()
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
    expect(await orders(po)).toMatchObject([{ notes_shared: 'Typed while nobody answered.' }])
  })

  it('makes no second order of the one that it had taken before it died', async () => {
    const po = freshNumber('KILL')
    const page = await begun(po)
    await page.route(
      '**/api/purchase-orders',
      async (route) => {
        const answer = await route.fetch()
        expect(answer.status()).toBe(201)
        await portal.kill()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    await see(page.getByRole('status').getByText(/^No connection\. Your entries stay here/))
    await portal.restart()
    await page.getByRole('button', { name: 'Save again' }).click()
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
    expect(await orders(po)).toHaveLength(1)
  })

  it('costs nothing even when the browser goes with it', async () => {
    const po = freshNumber('KILL')
    const page = await begun(po)
    await portal.kill()
    await notes(page).fill('Typed before the lights went out.')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('about:blank')
    await portal.restart()
    await page.goto('/apps/purchase_order/new')
    await page.getByRole('region', { name: 'Unsaved draft' }).getByRole('button', { name: 'Restore' }).click()
    // What supplier and article are called is asked for anew.
    await expect.poll(() => entered(page), { timeout: patience }).toEqual([po, ...chosen, '120', ''])
    expect(await notes(page).inputValue()).toBe('Typed before the lights went out.')
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
    expect(await orders(po)).toHaveLength(1)
  })
})

const notes = (page: Page) => entry(page, /^Notes to the supplier/)
const line = (page: Page) => page.getByRole('group', { name: 'Line 10' })

const chosen = ['Golden Loom Garment', 'ALW1001']

/** A new order, half filled. */
const begun = async (po: string) => {
  const page = await stage.open('office', '/apps/purchase_order/new')
  await entry(page, 'PO number').fill(po)
  await choose(page, 'Supplier', 'Golden Loom Garment')
  await choose(line(page), 'Article', 'ALW1001')
  await entry(line(page), 'Total').fill('120')
  return page
}

const entered = (page: Page) =>
  Promise.all(
    [
      entry(page, 'PO number'),
      page.getByRole('combobox', { name: 'Supplier', exact: true }),
      line(page).getByRole('combobox', { name: 'Article', exact: true }),
      entry(line(page), 'Total'),
      entry(line(page), 'Unit price'),
    ].map((field) => field.inputValue()),
  )

const orders = (po: string) => stage.ask<{ notes_shared: string | null }[]>('office', `purchase-orders?po_no=${po}`)

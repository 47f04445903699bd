import { describe, expect, it } from 'vitest'
import { choose, openStage, see } from '../kit/e2e'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()

/** An order that the demo's Agent has acknowledged. */
const confirmedOrder = async (name: string) => {
  const po_no = freshNumber(name)
  const { id, version } = await issuedOrder(stage, po_no)
  await stage.ask('agent', `purchase-orders/${id}/moves/acknowledge`, { version })
  return po_no
}

describe('the worklists over order lines', () => {
  it('the office moves a forecast in its cell, is asked why once it is too late, and takes it back', async () => {
    const po_no = await confirmedOrder('WLF')
    const page = await stage.open('office', `/apps/sales/delivery_status?q=${po_no}`)
    const cell = page.locator('[role=gridcell][data-field="forecast_ex_factory_date"]')
    await see(cell.getByText('10 Mar 2027'))
    await cell.dblclick()
    const editor = page.getByRole('dialog', { name: `Forecast ex-factory date of ${po_no} / 10` })
    await editor.getByRole('textbox').fill('2027-04-05')
    await page.keyboard.press('Enter')
    await see(editor.getByRole('alert').getByText('say why it is late'))
    await editor.getByRole('combobox').selectOption('Material late')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'hidden' })
    await see(cell.getByText('5 Apr 2027'))
    await see(page.getByRole('gridcell').getByText(/^Forecast after the ship window/))
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await see(cell.getByText('10 Mar 2027'))
  })

  it('the office gives chosen lines a season, with a result for all', async () => {
    const po_no = await confirmedOrder('WLS')
    const page = await stage.open('office', `/apps/sales/season?q=${po_no}`)
    await page
      .getByRole('row', { name: new RegExp(po_no) })
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: 'Edit fields' }).click()
    await choose(page, 'Choose a field to change', 'Season')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /^Season/ }).click()
    const offers = page.getByRole('listbox').getByRole('option')
    await see(offers)
    const season = (await offers.first().textContent())?.slice(0, 4) ?? ''
    await offers.first().click()
    await dialog.getByRole('button', { name: 'Change 1 record' }).click()
    await see(page.getByText('1 record changed'))
    await see(page.locator('[role=gridcell][data-field="season_id"]').getByText(season))
    const [line] = await stage.ask<{ season: { title: string } }[]>('office', `po-lines?q=${po_no}`)
    expect(line?.season.title).toContain(season)
  })
})

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { go, openStage, see } from '../kit/e2e'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()

/** An order that the demo's Agent has acknowledged. */
const confirmedOrder = async (name: string) => {
  const po_no = freshNumber(name)
  const { id, version } = await issuedOrder(stage, po_no)
  await stage.ask('agent', `purchase-orders/${id}/moves/acknowledge`, { version })
  return po_no
}

interface Line {
  qty: number
  unit_price: string
  ex_factory_date: string
  season: { title: string }
}

const lineOf = async (po_no: string): Promise<Line> => {
  const [line] = await stage.ask<Line[]>('office', `po-lines?q=${po_no}`)
  if (!line) throw new Error(`There is no line of ${po_no}.`)
  return line
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
    await see(editor.getByRole('alert').getByText('Enter the reason for the delay'))
    await editor.getByRole('combobox').selectOption('Material late')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'hidden' })
    await see(cell.getByText('5 Apr 2027'))
    await see(page.getByRole('gridcell').getByText(/^Ex-factory after the ship window/))
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await see(cell.getByText('10 Mar 2027'))
  })

  it('say on a desk why a delivery is at risk, to the last letter', async () => {
    const page = await stage.open('office', '/apps/sales/delivery_status?delivery_risk=red')
    const message = page
      .locator('[role=gridcell][data-field="delivery_risk"]')
      .getByText('Ex-factory after the ship window')
    await see(message)
    expect(await message.first().evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  })

  it('the office gives chosen lines a season, with a result for all', async () => {
    const po_no = await confirmedOrder('WLS')
    const page = await stage.open('office', `/apps/sales/season?q=${po_no}`)
    await page
      .getByRole('row', { name: new RegExp(po_no) })
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: 'Edit fields' }).click()
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

  it('an administrator edits a list in a spreadsheet and brings it back: what was edited changes, and nothing else', async () => {
    const po_no = await confirmedOrder('WLB')
    const page = await stage.open('admin', `/apps/sales/season?q=${po_no}`)
    await see(page.getByRole('row', { name: new RegExp(po_no) }))
    await page.getByRole('button', { name: /^Export \d+ row/ }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'For editing and re-import (CSV)' }).click()
    const text = await readFile(await (await coming).path(), 'utf8')
    const [head = '', row = ''] = text.replace('\uFEFF', '').split('\r\n')
    const [at, cells] = [head.split(',').findIndex((heading) => heading.startsWith('Season')), row.split(',')]
    // The office itself takes no frozen season, and only one of the demo's is open.
    const seasons = await stage.ask<{ code: string }[]>('admin', 'seasons?status_in=open,frozen')
    const season = seasons.find(({ code }) => code !== cells[at])?.code ?? ''
    expect(season).not.toBe('')
    const before = await lineOf(po_no)

    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await see(page.getByText(/You can change: Season\./))
    await page.getByLabel(/Choose file/).setInputFiles({
      name: 'season.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([head, cells.with(at, season).join(',')].join('\r\n')),
    })
    await see(page.getByText(/^For reference only, not changed here:/))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await see(page.getByRole('button', { name: /^Changed 1$/ }))
    await page.getByRole('button', { name: 'Import 1 record' }).click()
    await see(page.getByRole('heading', { name: 'Import finished' }))
    const after = await lineOf(po_no)
    expect(after.season.title).toContain(season)
    expect([after.qty, after.unit_price, after.ex_factory_date]).toEqual([
      before.qty,
      before.unit_price,
      before.ex_factory_date,
    ])
  })

  it('the agent sees on a phone, in Chinese, how each delivery stands, and brings no season', async () => {
    const po_no = await confirmedOrder('WLZ')
    const page = await stage.open('agent', `/apps/sales/delivery_status?q=${po_no}`, { language: 'zh', phone: true })
    await see(page.getByRole('heading', { level: 1, name: '交货状态' }))
    await see(page.getByRole('link', { name: new RegExp(po_no) }))
    await see(page.getByText('已确认'))
    await see(page.getByRole('link', { name: '导入', exact: true }))
    await go(page, '/apps/sales/season/import')
    expect(await page.getByLabel(/选择文件/).count()).toBe(0)
  })
})

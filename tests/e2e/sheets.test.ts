import { readFile } from 'node:fs/promises'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { go, openStage, see } from '../kit/e2e'

const stage = openStage()

describe('a workbook', () => {
  it('is exported, edited and brought back, and changes only what was edited', async () => {
    const page = await stage.open('office', '/apps/locations')
    await see(page.getByRole('gridcell'))
    await page.getByRole('button', { name: /^Export \d+ rows$/ }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'For editing and re-import (Excel workbook)' }).click()
    const file = await readFile(await (await coming).path())
    const name = `Hall ${Date.now().toString(36)}`
    const { edited, before } = withFirstName(file, name)

    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByLabel(/Choose file/).setInputFiles({
      name: 'locations.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: edited,
    })
    await see(page.getByText('This is an edited export'))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await see(page.getByRole('button', { name: /^Changed 1$/ }))
    await page.getByRole('button', { name: 'Import 1 record' }).click()
    await see(page.getByRole('heading', { name: 'Import finished' }))

    await go(page, `/apps/locations?q=${encodeURIComponent(name)}`)
    await see(page.getByRole('rowheader', { name }))
    const named = async (q: string) =>
      (await stage.ask<{ name_en: string }[]>('office', `locations?q=${encodeURIComponent(q)}`)).map(
        ({ name_en }) => name_en,
      )
    expect(await named(name)).toEqual([name])
    expect(await named(before)).not.toContain(before)
  })
})

describe('many lines at once', () => {
  it('move a date by days, each from its own, and are put back', async () => {
    const lines = '/apps/sales/po_line_approval?status=not_submitted&ex_factory_date_nnull=true&_sort=id&_order=desc'
    const [first] = await stage.ask<{ id: number; ex_factory_date: string }[]>(
      'office',
      'po-lines?status=not_submitted&ex_factory_date_nnull=true&_sort=id&_order=desc&_end=1',
    )
    const dateNow = async () =>
      (await stage.ask<{ ex_factory_date: string }>('office', `po-lines/${first?.id}`)).ex_factory_date
    const page = await stage.open('office', lines)
    const rows = page.getByRole('gridcell').getByRole('checkbox')
    await rows.nth(0).click()
    await rows.nth(1).click()
    // The order is by a field that has no column.
    expect(page.url()).toContain('_sort=id&_order=desc')
    await page.getByRole('button', { name: 'Edit fields' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 records' })
    await see(dialog)
    const field = dialog.getByRole('combobox', { name: 'Choose a field to change' })
    await field.fill('Ex-factory')
    await page.getByRole('listbox').getByRole('option', { name: 'Ex-factory date', exact: true }).click()
    await dialog.getByRole('button', { name: 'Move by days' }).click()
    await dialog.getByRole('textbox', { name: 'Ex-factory date: days' }).fill('-1')
    await dialog.getByRole('button', { name: 'Change 2 records' }).click()
    await see(page.getByText('2 records changed'))
    await expect.poll(dateNow).toBe(dayBefore(first?.ex_factory_date ?? ''))
    await page.getByRole('button', { name: 'Undo' }).click()
    await see(page.getByText('2 records reverted'))
    await expect.poll(dateNow).toBe(first?.ex_factory_date)
  })
})

/** The workbook with another English name in its first record, as somebody would type it over the old one. */
const withFirstName = (file: Buffer, name: string) => {
  const path = 'xl/worksheets/sheet1.xml'
  const parts = unzipSync(file)
  const sheet = strFromU8(parts[path] ?? new Uint8Array())
  const column = /r="([A-Z]+)1"[^>]*><is><t[^>]*>Name \(English\)</.exec(sheet)?.[1]
  const cell = new RegExp(`(r="${column}2"[^>]*><is><t[^>]*>)([^<]+)`)
  const before = cell.exec(sheet)?.[2]
  if (!before) throw new Error('The exported workbook has no English name in its first record.')
  parts[path] = strToU8(sheet.replace(cell, (_, head: string) => head + name))
  return { edited: Buffer.from(zipSync(parts)), before }
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

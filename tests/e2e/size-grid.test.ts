import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openStage, reach, see } from '../kit/e2e'
import { faultless, faultlessInBothLooks, faultlessInThisLook } from '../kit/e2e-axe'
import { freshNumber } from '../kit/e2e-orders'

const stage = openStage()

interface Order {
  id: number
  lines: { qty: number; sizes: { qty: number }[]; pack_type: string; ratio_packs: number | null }[]
}

describe('the grid of colourways and sizes', () => {
  it('is filled by keys and from the clipboard, undone, saved and read', async () => {
    const id = await draft(2)
    const page = await open(id)
    await cell(page, 'S').first().click()
    await page.keyboard.type('120')
    await page.keyboard.press('Tab')
    await page.keyboard.type('240')
    await page.keyboard.press('Enter')
    expect(await units(page)).toEqual([
      ['120', '240'],
      ['', ''],
    ])

    const [, second] = await colours()
    await copy(page, `Colour\tM\tS\r\n${second?.name_en}\t1,060\t80\r\n`)
    await page.keyboard.press('Control+v')
    expect(await units(page)).toEqual([
      ['120', '240'],
      ['80', '1,060'],
    ])
    await page.keyboard.press('Control+z')
    expect((await units(page))[1]).toEqual(['', ''])
    await page.keyboard.press('Control+y')
    expect((await units(page))[1]).toEqual(['80', '1,060'])

    // Out to the spreadsheet, as it reads it: the sizes in which the colours are sold begin with XS.
    await page.keyboard.press('Control+Home')
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key)
    await page.keyboard.press('Control+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\t120\r?\n\t80$/)

    await page.keyboard.press('Control+s')
    await reach(page, `/apps/purchase_order/${id}`)
    await see(page.getByRole('cell', { name: '1,500', exact: true }))
    const saved = await stage.ask<Order>('office', `purchase-orders/${id}`)
    expect(saved.lines.map(({ qty }) => qty)).toEqual([360, 1140])
  })

  it('grows by several colourways, which are packed in whole packs', async () => {
    const id = await draft(1)
    const page = await open(id, false)
    await page.getByRole('button', { name: 'Add colourways' }).click()
    const dialog = page.getByRole('dialog', { name: /^Colourways of / })
    await dialog.getByRole('button', { name: 'Select all' }).click()
    await dialog.getByRole('button', { name: /^Add \d+ colourway/ }).click()
    await see(page.getByRole('grid'))

    await page.getByRole('button', { name: 'Distribute a total' }).click()
    const share = page.getByRole('dialog', { name: 'Distribute a total' })
    await share.getByRole('combobox', { name: 'Ratio' }).selectOption('Six pack 1-2-2-1')
    await share.getByRole('checkbox', { name: 'Pack in whole packs of this ratio' }).check()
    await share.getByRole('textbox', { name: 'Units per colourway' }).fill('100')
    await faultless(page, 'share out')
    await share.getByRole('button', { name: 'Use 102' }).click()
    await share.getByRole('button', { name: /^Distribute to / }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await reach(page, `/apps/purchase_order/${id}`)
    const saved = await stage.ask<Order>('office', `purchase-orders/${id}`)
    expect(saved.lines.length).toBeGreaterThan(1)
    for (const line of saved.lines) {
      expect(line).toMatchObject({ qty: 102, pack_type: 'ratio', ratio_packs: 17 })
      expect(line.sizes.map(({ qty }) => qty)).toEqual([17, 34, 34, 17])
    }
  })

  it('is written on a telephone with one tap a cell', async () => {
    const id = await draft(2)
    const page = await open(id, true, { phone: true })
    const grid = page.getByRole('grid')
    await grid.scrollIntoViewIfNeeded()
    await cell(page, 'S').first().tap()
    const input = grid.getByRole('textbox')
    await see(input)
    expect(await input.getAttribute('inputmode')).toBe('numeric')
    await input.fill('48')
    await page.keyboard.press('Enter')
    await see(grid.getByRole('gridcell', { name: /, S, quantity: 48$/ }))
    const wide = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })

  it('has no fault that axe finds, in both looks', async () => {
    const page = await open(await draft(2))
    await page.getByRole('grid').getByRole('gridcell').first().click()
    await page.keyboard.type('1x')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowRight')
    await faultless(page, 'the grid')
    await page.getByRole('grid').getByRole('button').first().click()
    await faultlessInBothLooks(page, 'the grid with a line unfolded')
    await page.getByRole('grid').getByRole('button').first().click()
    await page.getByRole('grid').getByRole('gridcell').first().click()
    await page.keyboard.press('Shift+ArrowRight')
    await faultlessInThisLook(page, 'the grid, Chinese, light')
  })
})

type Look = Parameters<typeof stage.open>[2]

const open = async (id: number, asGrid = true, look: Look = {}) => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  const page = await stage.open('office', `/apps/purchase_order/${id}/edit`, { context, ...look })
  if (asGrid) await see(page.getByRole('grid'))
  return page
}

/** The cells of a size, from the first colourway on. */
const cell = (page: Page, size: string) =>
  page.getByRole('grid').getByRole('gridcell', { name: new RegExp(`, ${size}, quantity: `) })

/** What stands in S and M, row by row. */
const units = async (page: Page) => {
  const [small, middle] = [await cell(page, 'S').allTextContents(), await cell(page, 'M').allTextContents()]
  return small.map((text, row) => [text, middle[row]])
}

const copy = (page: Page, text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text)

/** ALW1001 as the demo has it. */
const article = async () => {
  const [article] = await stage.ask<{ id: number; size_scale_id: number }[]>(
    'office',
    'articles?article_no=ALW1001&_end=1',
  )
  if (!article) throw new Error('The demo data has no ALW1001.')
  return article
}

const colours = async () =>
  stage.ask<{ id: number; name_en: string }[]>(
    'office',
    `colourways?article_id=${(await article()).id}&_sort=id&_order=asc&_end=9`,
  )

/** A draft of the article in so many of its colourways, without a quantity of any size. */
const draft = async (count: number) => {
  const { id: article_id, size_scale_id } = await article()
  const lines = (await colours())
    .slice(0, count)
    .map(({ id }) => ({ article_id, colourway_id: id, size_scale_id, unit_price: '3.10', qty: 1 }))
  const made = await stage.ask<Order>('office', 'purchase-orders', {
    po_no: freshNumber('GRID'),
    supplier_id: 60,
    lines,
  })
  return made.id
}

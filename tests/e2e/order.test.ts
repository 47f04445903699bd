import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose, entry, go, openStage, reach, see } from '../kit/e2e'

const stage = openStage()

// Numbers that no other run has used on the same portal.
const run = Date.now().toString(36).toUpperCase()
const number = (name: string) => `E2E-${run}-${name}`

describe('an order book from a file', () => {
  it('comes in through the steps of the import, with what it names for the first time', async () => {
    const page = await stage.open('office')
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByLabel(/Choose file/).setInputFiles({
      name: 'order-book.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(orderBook.join('\n')),
    })
    await see(page.getByRole('heading', { name: 'Match columns' }))
    await see(page.getByText('2021/1/8 → 8 Jan 2021'))

    expect(await page.getByRole('combobox', { name: 'House brand', exact: true }).inputValue()).toBe('0')
    await page.getByRole('combobox', { name: 'Supplier', exact: true }).selectOption('One value for all rows')
    await choose(page, 'Supplier for all rows', 'Golden Loom Garment')
    await page.getByRole('button', { name: 'Check the file' }).click()

    await see(page.getByRole('button', { name: 'Rejected 3' }))
    await see(page.getByText(`“B-${run}” not found`))
    await page.getByRole('checkbox', { name: 'House brand: create 1 new' }).click()
    await see(page.getByRole('checkbox', { name: 'House brand: create 1 new', checked: true }))
    await page.getByRole('checkbox', { name: 'Lines › Article: create 2 new' }).click()
    await see(page.getByRole('button', { name: 'New 2' }))
    // The third order has a day that no month has: it stays out as a whole, and says why.
    await page.getByRole('button', { name: 'Rejected 1' }).click()
    await see(page.getByRole('row', { name: new RegExp(`${number('B3')}.*2021/2/30`) }))

    await page.getByRole('button', { name: 'Import 2 records' }).click()
    await see(page.getByRole('heading', { name: 'Import finished' }))
    await go(page, `/apps/purchase_order?q=${number('B1')}`)
    await page.getByRole('link', { name: number('B1') }).click()
    await see(page.getByRole('heading', { name: new RegExp(number('B1')) }))
    await see(page.getByText('Draft', { exact: true }))
    await see(page.getByText('Golden Loom Garment'))
    await see(page.getByRole('row', { name: new RegExp(`ST1-${run}.*120.*8 Jan 2021`) }))
    await see(page.getByRole('row', { name: new RegExp(`ST2-${run}.*80.*8 Jan 2021`) }))
  })
})

describe('an order from the form to the acknowledgement', () => {
  const po = number('F1')
  let path = ''

  it('is entered and submitted by the office, which cannot approve its own', async () => {
    const page = await stage.open('office')
    await page.getByRole('link', { name: 'New purchase order' }).click()
    await fillOrder(page, po)
    await page.getByRole('button', { name: 'Create purchase order' }).click()
    await see(page.getByRole('status').getByText(`${po} created`))
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
    path = new URL(page.url()).pathname

    await move(page, 'Submit for approval')
    await see(page.getByText('Pending approval', { exact: true }))
    await page.getByRole('button', { name: 'More actions' }).click()
    const approve = page.getByRole('menuitem', { name: 'Approve order' })
    await see(approve)
    expect(await approve.getAttribute('aria-disabled')).toBe('true')
    await see(approve.getByText('You created this order, so someone else must decide on it.'))
  })

  it('is approved and issued by somebody else', async () => {
    const page = await stage.open('admin', path)
    await move(page, 'Approve order')
    await see(page.getByText('Approved', { exact: true }))
    await move(page, 'Issue order')
    await see(page.getByText('Issued', { exact: true }))
  })

  it('is nowhere to be found for another supplier', async () => {
    const page = await stage.open('agent2')
    await see(page.getByRole('grid').getByRole('link'))
    await page.getByRole('searchbox', { name: 'Search' }).fill(po)
    await see(page.getByText('Nothing matches'))
    await page.goto(path)
    await see(page.getByText('Record not found'))
    expect(await page.getByText(po).count()).toBe(0)
  })

  it('is acknowledged by the agent, who is shown no target price and no internal note', async () => {
    const page = await stage.open('agent')
    await page.getByRole('searchbox', { name: 'Search' }).fill(po)
    await page.getByRole('link', { name: po }).click()
    await see(page.getByRole('heading', { name: new RegExp(po) }))
    await see(page.getByText('Pack in pairs.'))
    expect(await page.getByText('Margin is thin.').count()).toBe(0)
    expect(await page.getByText(/target/i).count()).toBe(0)
    await move(page, 'Acknowledge order')
    await see(page.getByText('Confirmed', { exact: true }))
  })

  it('is confirmed for the office, with all that happened in words', async () => {
    const page = await stage.open('office', path)
    await see(page.getByText('Confirmed', { exact: true }))
    const history = page.getByRole('region', { name: 'History' })
    const historyText = async () => (await history.getByRole('listitem').allTextContents()).join('\n')
    await see(history.getByText('Acknowledge order'))
    for (const word of ['Issue order', 'Approve order', 'Submit for approval', 'Created', 'Wei Chen'])
      expect(await historyText()).toContain(word)
  })
})

/** Goes through the move's dialog, whose button says the same as the one that opens it. */
const move = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

const fillOrder = async (page: Page, po: string) => {
  await entry(page, 'PO number').fill(po)
  await choose(page, 'Supplier', 'Golden Loom Garment')
  await choose(page, 'House brand', 'Alderwick')
  await choose(page, 'Season', 'SS27')
  await choose(page, 'Market', 'United Kingdom')
  await entry(page, 'Ship window opens').fill('1 Mar 2027')
  await entry(page, 'Ship window closes').fill('2027-03-31')
  await entry(page, 'Ex-factory date').first().fill('10/03/2027')
  await page.getByRole('combobox', { name: 'Incoterm' }).selectOption('FOB free on board')
  await entry(page, 'Named place').fill('Ningbo')
  await page.getByRole('combobox', { name: 'Transport mode' }).selectOption('Sea')
  await choose(page, 'Ship to', '')
  const line = page.getByRole('group', { name: 'Line 10' })
  await choose(line, 'Article', 'tee')
  await choose(line, 'Colourway', '')
  await entry(line, 'Unit price').fill('4.2')
  await entry(line, 'Total').fill('240')
  await entry(page, /^Notes to the supplier/).fill('Pack in pairs.')
  await entry(page, /^Internal notes/).fill('Margin is thin.')
}

const orderBook = [
  'buyer,style,due_date,po,po_qty,packed_qty',
  `B-${run},ST1-${run},2021/1/8,${number('B1')},120,0`,
  `B-${run},ST2-${run},2021/1/8,${number('B1')},80,40`,
  `B-${run},ST1-${run},2021/2/28,${number('B2')},300,300`,
  `B-${run},ST1-${run},2021/2/30,${number('B3')},10,0`,
]

it('a price and what it is compared with stay within their column', async () => {
  const [line] = await stage.ask<{ purchase_order_id: number }[]>('office', 'po-lines?q=PO-24372&_start=0&_end=1')
  const page = await stage.open('office', `/apps/purchase_order/${line?.purchase_order_id}`)
  const compared = page.getByRole('region', { name: 'Lines', exact: true }).getByText(/^target /)
  await see(compared)
  const [price, column] = await compared
    .first()
    .evaluate((text) => [text, text.closest('td')].map((part) => part?.getBoundingClientRect()))
  expect(price?.left).toBeGreaterThanOrEqual(column?.left ?? Number.POSITIVE_INFINITY)
  expect(price?.right).toBeLessThanOrEqual(column?.right ?? 0)
})

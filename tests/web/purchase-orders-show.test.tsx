import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { Show } from '#areas/purchase-orders/screens/show.tsx'
import { answerWith, drawPage, signIn } from './kit-screen'
import { line, order, withOrder } from './purchase-orders-fixture'

const show = () => drawPage(purchaseOrders, Show, '12')
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const rowOf = async (article: string) => (await screen.findByText(article)).closest('tr') as HTMLElement

afterEach(cleanup)

describe('the page of an order, for the office', () => {
  beforeAll(() => signIn('Office'))

  it('says in its head what it is, and on its way where it slips', async () => {
    answerWith(withOrder(order()))
    show()
    expect(await screen.findByRole('heading', { name: 'PO 4501 rev 2' })).toBeTruthy()
    const way = within(screen.getByRole('list', { name: 'Dates of the order' }))
    const forecast = way.getByText('Forecast ex-factory').closest('li')
    expect(forecast?.textContent).toBe('Forecast ex-factory12 Mar 2027+7 d')
  })

  it('says of a draft what approvers will look closer at', async () => {
    const facts = { standing: 'watch', seasons: [{ id: 4, purchase_from: '2026-02-01', purchase_to: '2026-06-30' }] }
    const moves = [{ name: 'submit', allowed: true, reason: null }]
    const all = answerWith(withOrder(order({ status: 'draft', moves, facts })))
    show()
    const findings = within(await screen.findByRole('region', { name: 'What needs attention' }))
    expect(findings.getByText(/^Supplier: This supplier is on watch/)).toBeTruthy()
    expect(findings.getByText(/^Season: The order date is outside/)).toBeTruthy()
    // What comes later would push away what is being read.
    expect(all.filter(({ path }) => path === 'suppliers/60' || path === 'seasons')).toEqual([])
  })

  it('says once of a draft that came back why it did', async () => {
    const lines = [10, 20].map((line_no) =>
      line({ id: line_no, line_no, status: 'not_submitted', approval_comment: 'Ask for 7.60' }),
    )
    answerWith(withOrder(order({ status: 'draft', lines })))
    show()
    expect(await screen.findByText('Returned to draft: “Ask for 7.60”')).toBeTruthy()
    expect(screen.getAllByText(/Ask for 7\.60/)).toHaveLength(1)
  })

  it('drops a line of a confirmed order by asking for nothing of any of its sizes', async () => {
    const moves = [{ name: 'request_change', allowed: true, reason: null }]
    const lines = [line(), line({ id: 121, line_no: 20, packed_qty: 12 })]
    const all = answerWith(withOrder(order({ moves, lines })))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Actions of line 20' }))
    const refused = await screen.findByRole('menuitem', { name: /^Drop line/ })
    expect(refused.textContent).toContain('Goods of this line are packed, booked or shipped')
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Actions of line 10' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Drop line' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Drop line 10 of 4501' }))
    expect(dialog.getByText(/once the supplier accepts/)).toBeTruthy()
    expect(dialog.getByText('The whole line is dropped')).toBeTruthy()
    await user.click(dialog.getByRole('combobox', { name: /^Reason/ }))
    await user.click(await screen.findByRole('option', { name: 'Quantity changed by the buyer' }))
    await user.click(dialog.getByRole('button', { name: 'Drop line' }))
    await waitFor(() => expect(all.some(({ method }) => method === 'POST')).toBe(true))
    const request = all.find(({ method }) => method === 'POST')
    const none = (size_id: number) => ({ po_line_id: 120, size_id, field: 'qty', new_value: '0' })
    expect(request?.path).toBe('purchase-orders/12/moves/request_change')
    expect(request?.body).toEqual({ version: 4, reason_code: 'quantity_change_buyer', items: [none(32), none(31)] })
  })

  it('asks before what was said of a change is lost, also where no value was changed yet', async () => {
    const moves = [{ name: 'request_change', allowed: true, reason: null }]
    answerWith(withOrder(order({ moves, lines: [line(), line({ id: 121, line_no: 20 })] })))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Request a change' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), 'The launch is two weeks later')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(question.getByRole('button', { name: 'Stay here' }))
    const said = await within(dialog).findByRole<HTMLInputElement>('textbox', { name: 'Comment' })
    expect(said.value).toBe('The launch is two weeks later')
  })

  it('opens to drop the line that its own page names', async () => {
    const moves = [{ name: 'revise', allowed: true, reason: null }]
    answerWith(withOrder(order({ status: 'issued', moves, lines: [line(), line({ id: 121, line_no: 20 })] })))
    const { where, user } = drawPage(purchaseOrders, Show, '12', '?drop=121')
    const dialog = within(await screen.findByRole('dialog', { name: 'Drop line 20 of 4501' }))
    expect(dialog.getByText(/must answer the order again/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(where()).toBe('/apps/purchase_order/12')
  })

  it('sums up each scale where an order has several', async () => {
    const shoe = { size_scale_id: 4, size_scale: { id: 4, title: 'Shoes' } }
    const pairs = [{ id: 9, version: 1, size_id: 90, size: { id: 90, title: '39' }, qty: 40 }]
    const lines = [
      line(),
      line({ id: 121, line_no: 20, colourway: { id: 71, title: 'Rust' } }),
      line({ id: 122, line_no: 30, ...shoe, qty: 40, sizes: pairs }),
    ]
    answerWith(withOrder(order({ lines })))
    show()
    const table = within(await screen.findByRole('table'))
    const sums = table.getAllByRole('row').filter((row) => row.querySelector('th')?.textContent === 'Total')
    expect(
      sums.map((row) => [...row.querySelectorAll('td')].slice(0, 3).map(({ textContent }) => textContent)),
    ).toEqual([
      ['200', '400', '600'],
      ['', '640', ''],
    ])
  })

  it('has a column for each size in the order of the scale, and totals below', async () => {
    answerWith(withOrder(order({ lines: [line(), line({ id: 121, line_no: 20, article: { id: 8, title: 'ALW2' } })] })))
    show()
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('columnheader')
          .map(({ textContent }) => textContent)
          .slice(3, 6),
      ).toEqual(['S', 'M', 'Units']),
    )
    expect(cells(await rowOf('ALW1012')).slice(2, 6)).toEqual(['Navy', '100', '200', '300'])
    expect(cells((await screen.findByText('Total')).closest('tr') as HTMLElement).slice(0, 3)).toEqual([
      '200',
      '400',
      '600',
    ])
  })

  it('compares prices, and tells internal notes from those that the supplier reads', async () => {
    answerWith(withOrder(order()))
    show()
    expect((await rowOf('ALW1012')).textContent).toContain('target 5.00 +5.0%')
    expect(screen.getByRole('region', { name: 'Internal notes' }).textContent).toContain('Never shown to the supplier.')
  })

  it('says what a draft still needs, of the order and of each line', async () => {
    const draft = order({
      status: 'draft',
      acknowledged_at: null,
      season_id: null,
      lines: [line({ status: 'not_submitted', unit_price: null })],
      moves: [{ name: 'submit', allowed: false, reason: 'Required before the order can be submitted' }],
    })
    answerWith(withOrder(draft))
    show()
    const needs = await screen.findByRole('region', { name: 'What needs attention' })
    expect(needs.textContent).toMatch(/Still missing: .*Season/)
    expect(needs.textContent).toContain('One line needs attention')
    expect(screen.getByText(/^Still missing: .*Unit price$/).closest('tr')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Submit for approval' })).toBeNull()
  })

  it('says once why nobody here may decide, and leaves the answers out', async () => {
    const pending = order({ status: 'pending_approval', lines: [line({ status: 'pending' })] })
    const reason = 'You created this order, so someone else must decide on it.'
    answerWith(
      withOrder(pending, ({ path }) =>
        path === 'po-lines/120'
          ? { body: { ...line({ status: 'pending' }), moves: [{ name: 'approve', allowed: false, reason }] } }
          : undefined,
      ),
    )
    show()
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Approve line/ })).toBeNull()
  })
})

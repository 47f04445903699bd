import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poLines } from '#areas/po-lines/area.ts'
import { List } from '#areas/po-lines/screens/list.tsx'
import { answerWith, draw, type Seen, signIn } from './kit-screen'
import { line } from './purchase-orders-fixture'

// The grid has no width in a simulated browser: this list is a phone's.
beforeAll(() => signIn('Office', 400))
afterEach(cleanup)

const waiting = line({
  status: 'pending',
  purchase_order_id: 12,
  purchase_order: { id: 12, title: '4501' },
  last_price: '5.0000',
  approval_reasons: ['price_above_last', 'value_above_limit'],
})
const lines = (seen: Seen) => {
  if (seen.path === 'po-lines') return { body: [waiting], headers: { 'x-total-count': '1' } }
  if (seen.path === 'purchase-orders')
    return { body: [{ id: 12, supplier: { id: 60, title: 'Golden Loom Garment' }, currency: 'USD' }] }
  if (seen.path === 'po-lines/bulk/moves')
    return { body: { rows: [{ id: 120, version: 2 }], isExact: true, moves: [{ name: 'reject', ids: [120] }] } }
  if (seen.path === 'po-lines/bulk/moves/reject')
    return { body: { results: [{ id: 120, ok: false, status: 409, message: 'You made this order yourself.' }] } }
  if (seen.path === 'po-lines/totals')
    return { body: seen.params.has('by') ? { values: [{ value: 'pending', count: 1 }] } : { count: 1, sums: [] } }
  return undefined
}
const list = (at = '') => draw(<List area={poLines} />, `${poLines.path}${at}`)

describe('the approval of lines', () => {
  it('starts with what waits, and leaves an address that asks for something alone', async () => {
    const all = answerWith(lines)
    const { where } = list()
    await waitFor(() => expect(where()).toBe(`${poLines.path}?status=pending`))
    const requests = all.filter(({ path, params }) => path === 'po-lines' && params.get('_end') === '25')
    expect(requests.map(({ params }) => params.get('status'))).toEqual(['pending'])
    cleanup()
    const other = list('?q=lotus')
    await screen.findByRole('link', { name: '4501 / 10' })
    expect(other.where()).toBe(`${poLines.path}?q=lotus`)
  })

  it('says in words and figures why to look closer, whose line it is, and leads to its order', async () => {
    answerWith(lines)
    list()
    expect(await screen.findByText('5% above last price 5.00')).toBeTruthy()
    expect(screen.getByText('Order above the office limit')).toBeTruthy()
    expect(await screen.findByText('Golden Loom Garment')).toBeTruthy()
    expect(screen.getByRole('link', { name: '4501' }).getAttribute('href')).toBe('/apps/purchase_order/12')
  })

  it('decides on many with one comment, and says of each why it could not be', async () => {
    const all = answerWith(lines)
    const { user } = list()
    await user.click(await screen.findByRole('checkbox', { name: 'Select 4501 / 10' }))
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Reject line/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Too dear')
    await user.click(dialog.getByRole('button', { name: 'Reject line' }))
    expect(await screen.findByText('You made this order yourself.')).toBeTruthy()
    expect(all.find(({ path }) => path === 'po-lines/bulk/moves/reject')?.body).toEqual({
      rows: [{ id: 120, version: 2 }],
      comment: 'Too dear',
    })
  })
})

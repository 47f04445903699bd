import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poLines } from '../../src/areas/po-lines/area'
import { Show } from '../../src/areas/po-lines/screens/show'
import { answerWith, draw, type Seen, signIn } from './kit-screen'
import { line, order } from './purchase-orders-fixture'

afterEach(cleanup)

const show = () =>
  draw(
    <Routes>
      <Route path={`${poLines.path}/:id`} element={<Show area={poLines} />} />
    </Routes>,
    `${poLines.path}/120`,
  )
const offer = (name: string, reason: string | null = null) => ({ name, allowed: reason === null, reason })
const waiting = (changes: Record<string, unknown> = {}) =>
  line({
    status: 'pending',
    purchase_order_id: 12,
    purchase_order: { id: 12, title: '4501' },
    last_price: '5.0000',
    approval_reasons: ['price_above_target', 'price_above_last', 'supplier_on_watch'],
    moves: [offer('approve'), offer('request_revision'), offer('reject')],
    ...changes,
  })
const api = (record: ReturnType<typeof waiting>) => (seen: Seen) => {
  if (seen.method === 'POST') return { body: { ...record, status: 'approved', version: 3 } }
  if (seen.path === 'po-lines/120') return { body: record }
  if (seen.path === 'purchase-orders/12') return { body: order({ status: 'pending_approval', issued_at: null }) }
  if (seen.path === 'purchase-orders/12/history')
    return {
      body: [
        {
          id: 1,
          at: '2026-01-12T08:00:00Z',
          actor: { id: null, title: 'system' },
          action: 'import',
          from_status: null,
          to_status: 'draft',
          comment: null,
          changes: [],
        },
      ],
    }
  if (seen.path === 'po-lines') return { body: [record, { ...record, id: 121 }], headers: { 'x-total-count': '4' } }
  return undefined
}

describe('the page of a line, for who decides', () => {
  beforeAll(() => signIn('Office'))

  it('says what it costs and why to look closer, in words and figures', async () => {
    answerWith(api(waiting()))
    show()
    const approval = within(await screen.findByRole('region', { name: 'Approval' }))
    expect(approval.getByText('5 % above target 5.00')).toBeTruthy()
    expect(approval.getByText('5 % above last price 5.00')).toBeTruthy()
    expect(approval.getByText('Supplier on watch')).toBeTruthy()
    expect(await approval.findByText('Order value')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open order' }).getAttribute('href')).toBe('/apps/purchase_order/12')
    expect(screen.getByRole('link', { name: 'PO line approval' })).toBeTruthy()
    expect(await screen.findByText(/The portal/)).toBeTruthy()
  })

  it('takes the answer with a comment, and leads on to the next line', async () => {
    const all = answerWith(api(waiting()))
    const { user } = show()
    const next = await screen.findByRole('link', { name: 'Next line (3 more wait)' })
    expect(next.getAttribute('href')).toBe(`${poLines.path}/121`)
    await user.click(screen.getByRole('button', { name: 'Reject line' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Too dear')
    await user.click(dialog.getByRole('button', { name: 'Reject line' }))
    await waitFor(() =>
      expect(all.find(({ method }) => method === 'POST')).toMatchObject({
        path: 'po-lines/120/moves/reject',
        body: { comment: 'Too dear', version: 2 },
      }),
    )
  })

  it('says why one cannot decide in place of the buttons, and that nothing speaks against a line', async () => {
    const refused = 'You made this order yourself.'
    const moves = ['approve', 'request_revision', 'reject'].map((name) => offer(name, refused))
    answerWith(api(waiting({ approval_reasons: [], moves })))
    show()
    expect(await screen.findByText(refused)).toBeTruthy()
    expect(screen.getByText(/^Nothing speaks against this line/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve line' })).toBeNull()
  })

  it('says who decided and with which words', async () => {
    const decided = {
      status: 'rejected',
      decided_by: 3,
      decided_at: '2026-01-13T08:00:00Z',
      approval_comment: 'Too dear',
    }
    answerWith(api(waiting({ ...decided, moves: [] })))
    show()
    expect(await screen.findByText('“Too dear”')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve line' })).toBeNull()
  })
})

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { suppliers } from '#areas/suppliers/area.ts'
import { List } from '#areas/suppliers/screens/list.tsx'
import { Show } from '#areas/suppliers/screens/show.tsx'
import { ProposalSection, type Supplier } from '#areas/suppliers/screens/standings.tsx'
import { monthsBefore, type ScoreCount, scoreOf } from '#shared/trade/scorecard.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { type Answer, answerWith, draw, drawPage, type Seen, signIn } from './kit-screen'
import { supplier } from './supplier-fixture'

beforeAll(() => signIn('admin'))
afterEach(cleanup)

const months = monthsBefore('2026-11-22')
const counts: ScoreCount[] = [
  { figure: 'acknowledged', month: '2026-09-01', part: 3, whole: 4 },
  { figure: 'ex_factory', month: '2026-10-01', part: 1, whole: 2 },
  { figure: 'compliance', month: '2026-10-01', part: 900, whole: 1000 },
]
const settings = {
  score_weight_delivery: 40,
  score_weight_quality: 30,
  score_weight_samples: 10,
  score_weight_documents: 10,
  score_weight_compliance: 10,
  score_watch_from: 50,
  score_approved_from: 75,
}
const scored = { scored_on: '2026-11-22', scorecard: scoreOf(counts, months, settings) }

const proposal = {
  id: 9,
  seq: 2,
  from_standing: 'approved',
  to_standing: 'watch',
  outcome: 'proposed',
  basis: 'person',
  score: null,
  reason: 'Three late deliveries.',
  proposed_by: 5,
  proposed_by_title: { id: 5, title: 'Oliver Bennett' },
  proposed_at: '2026-11-20T09:00:00Z',
  answered_by_title: null,
  answered_at: null,
  answer: null,
}
const existing = {
  ...proposal,
  id: 8,
  seq: 1,
  from_standing: null,
  to_standing: 'approved',
  outcome: 'applied',
  reason: null,
  answered_at: '2026-11-20T09:00:00Z',
}
const internal = {
  standing: 'approved',
  proposed_standing: 'watch',
  score: '60.0',
  scored_on: '2026-11-22',
  standings: [proposal, existing],
  moves: [
    { name: 'confirm_standing', allowed: true, reason: null },
    { name: 'refuse_standing', allowed: true, reason: null },
    { name: 'withdraw_standing', allowed: false, reason: 'Only the person who proposed it can withdraw it.' },
  ],
}

const api =
  (record: object, more: (seen: Seen) => Answer | undefined = () => undefined) =>
  (seen: Seen): Answer | undefined =>
    more(seen) ??
    (seen.path === 'suppliers/60/scorecard'
      ? { body: scored }
      : seen.path.startsWith('suppliers/60')
        ? { body: seen.path.endsWith('history') ? [] : record }
        : undefined)

const show = () => drawPage(suppliers, Show, '60')

describe('the page of a supplier, for whoever decides', () => {
  it('says who proposed which standing and why, and confirms it beside its reason', async () => {
    const all = answerWith(api({ ...supplier, ...internal }))
    const { user } = draw(<ProposalSection area={suppliers} supplier={{ ...supplier, ...internal } as Supplier} />, '/')
    expect(screen.getByText(/proposed by Oliver Bennett/)).toBeTruthy()
    expect(screen.getByText('“Three late deliveries.”')).toBeTruthy()
    // Beside the title where there is room, and below the words on a phone.
    await user.click(screen.getAllByText('Confirm standing')[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText(/^Comment/), { target: { value: 'Agreed.' } })
    await user.click(dialog.getByRole('button', { name: 'Confirm standing' }))
    await waitFor(() => expect(all.find(({ method }) => method === 'POST')).toBeTruthy())
    const request = all.find(({ method }) => method === 'POST')
    expect([request?.path, request?.body]).toEqual([
      'suppliers/60/moves/confirm_standing',
      { comment: 'Agreed.', version: 3 },
    ])
  })

  it('shows what the score is made of, what is missing, and the way to the rows behind', async () => {
    answerWith(api({ ...supplier, ...internal }))
    show()
    const card = within(await screen.findByRole('region', { name: 'Scorecard' }))
    // Delivery is the mean of 75 and 50, compliance 90: four parts to one.
    expect(await card.findByText('68.0')).toBeTruthy()
    expect(card.getByText('On watch is proposed and awaits a decision.')).toBeTruthy()
    expect(card.getAllByText(/^No figures yet; its \d+% are shared among the others$/)).toHaveLength(3)
    expect(card.getByText('counts for 80% (weight 40)')).toBeTruthy()
    const orders = card.getByRole('link', { name: '3 of 4 orders' })
    const address = new URL(orders.getAttribute('href') ?? '', 'http://portal.test')
    expect([address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
      '/apps/purchase_order',
      {
        supplier_id: '60',
        ack_due_date_gte: '2025-11-01',
        ack_due_date_lt: '2026-11-01',
        status_in: 'issued,confirmed,closed,completed',
      },
    ])
    const table = within(card.getByRole('table'))
    expect(table.getByRole('row', { name: /Sept? 2026 3 \/ 4 –/ })).toBeTruthy()
    expect(table.getAllByRole('row')).toHaveLength(13)
  })

  it('tells the history of the standings, the taking on among it', async () => {
    answerWith(api({ ...supplier, ...internal, proposed_standing: null, standings: [existing] }))
    show()
    const history = within(await screen.findByRole('region', { name: 'History of standings' }))
    expect(history.getByText(/^supplier created/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Proposed standing awaiting a decision' })).toBeNull()
  })
})

describe('the page of a supplier, for the house', () => {
  it('says that an administrator decides, where it may not', async () => {
    answerWith(api({ ...supplier, ...internal, moves: [] }))
    show()
    const waits = within(await screen.findByRole('region', { name: 'Proposed standing awaiting a decision' }))
    expect(waits.getByText('An administrator decides.')).toBeTruthy()
    expect(waits.queryByRole('button')).toBeNull()
  })

  it('says that nothing was counted before the first count', async () => {
    answerWith(
      api({ ...supplier, ...internal }, ({ path }) =>
        path === 'suppliers/60/scorecard' ? { body: { scored_on: null, scorecard: null } } : undefined,
      ),
    )
    show()
    expect(await screen.findByText(/calculated once a day; there are none for this supplier yet/)).toBeTruthy()
  })

  it('keeps its contacts with the supplier in one form', async () => {
    const all = answerWith(api(supplier))
    const { user } = drawPage(suppliers, AreaForm, '60/edit')
    fireEvent.change(await screen.findByDisplayValue('刘洋 Yang Liu'), { target: { value: 'Yang Liu' } })
    await user.click(screen.getByText('Save changes'))
    await waitFor(() => expect(all.find(({ method }) => method === 'PATCH')).toBeTruthy())
    expect(all.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      contacts: [{ id: 1, full_name: 'Yang Liu', function: 'shipping' }],
      version: 3,
    })
  })
})

describe('the list of suppliers', () => {
  const list = () => draw(<List area={suppliers} />, suppliers.path ?? '')

  it('shows the office those on watch, blocked or waiting, and how each stands', async () => {
    const all = answerWith(({ path }) =>
      path === 'suppliers' ? { body: [{ ...supplier, ...internal }], headers: { 'x-total-count': '1' } } : undefined,
    )
    const { user } = list()
    await user.click(await screen.findByRole('button', { name: /^Standing proposed/ }))
    await waitFor(() => expect(all.some(({ params }) => params.get('proposed_standing_nnull') === 'true')).toBe(true))
    expect(screen.getByRole('button', { name: /^Blocked/ })).toBeTruthy()
  })
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poLines } from '#areas/po-lines/area.ts'
import { Show as ShowLine } from '#areas/po-lines/screens/show.tsx'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { List } from '#areas/purchase-orders/screens/list.tsx'
import { Show } from '#areas/purchase-orders/screens/show.tsx'
import { answerWith, draw, drawPage, signIn } from './kit-screen'
import { line, order, withOrder } from './purchase-orders-fixture'

// A clerk of the factory, on a phone between two machines.
beforeAll(() => signIn('Agent', 400))
afterEach(cleanup)

const list = () => draw(<List area={purchaseOrders} />, purchaseOrders.path ?? '')
const show = () => drawPage(purchaseOrders, Show, '12')
const issued = order({ status: 'issued', acknowledged_at: null })

describe('the orders, for a supplier', () => {
  it('acknowledges an order from its card', async () => {
    const all = answerWith(withOrder(issued))
    const { user } = list()
    await user.click(await screen.findByRole('button', { name: 'Acknowledge order' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Acknowledge order' }))
    await waitFor(() => expect(all.find(({ method }) => method === 'POST')).toBeTruthy())
    const request = all.find(({ method }) => method === 'POST')
    expect(request?.path).toBe('purchase-orders/12/moves/acknowledge')
    expect(request?.body).toMatchObject({ version: 4 })
  })

  it('says on a card what comes next as the page does, and leads there where something is to be read first', async () => {
    const late = order({
      status: 'issued',
      acknowledged_at: null,
      lines: [line({ promised_ex_factory_date: '2027-03-12' }), line({ id: 121, promised_ex_factory_date: null })],
    })
    answerWith(withOrder(late))
    list()
    const propose = await screen.findByRole('link', { name: 'Propose change (1 line)' })
    expect(propose.getAttribute('href')).toBe('/apps/purchase_order/12')
    expect(screen.queryByRole('button', { name: 'Acknowledge order' })).toBeNull()
    cleanup()
    answerWith(withOrder(order({ change_awaits: 'supplier' })))
    list()
    expect(await screen.findByRole('link', { name: 'Answer the change' })).toBeTruthy()
    cleanup()
    answerWith(withOrder(order({ ...issued, on_hold: true })))
    list()
    expect(await screen.findByText('On hold')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Acknowledge order' })).toBeNull()
  })

  it('has the presets of what it answers, and not whose orders they are', async () => {
    answerWith(withOrder(issued))
    list()
    expect(await screen.findByRole('button', { name: /^To acknowledge/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^My orders/ })).toBeNull()
    expect(screen.queryByText('Golden Loom Garment')).toBeNull()
  })
})

describe('the page of an order, for a supplier', () => {
  it('changes a forecast where it stands', async () => {
    const all = answerWith(withOrder(order(), ({ method }) => (method === 'PATCH' ? { body: line() } : undefined)))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: /^Change Forecast ex-factory date of 4501 \/ 10/ }))
    const input = await screen.findByRole('textbox', { name: 'Forecast ex-factory date of 4501 / 10' })
    await user.clear(input)
    await user.type(input, '20 Mar 2027{Enter}')
    await waitFor(() => expect(all.find(({ method }) => method === 'PATCH')).toBeTruthy())
    const request = all.find(({ method }) => method === 'PATCH')
    expect([request?.path, request?.body]).toEqual([
      'po-lines/120',
      { forecast_ex_factory_date: '2027-03-20', version: 2 },
    ])
  })

  it('takes a change back on Esc, and asks nothing of the API', async () => {
    const all = answerWith(withOrder(order()))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: /^Change Forecast/ }))
    await screen.findByRole('textbox', { name: /^Forecast/ })
    await user.keyboard('1{Escape}')
    expect(await screen.findByRole('button', { name: /^Change Forecast.*12 Mar 2027$/ })).toBeTruthy()
    expect(all.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  it('says that it is on hold, and why where the office shares that', async () => {
    answerWith(withOrder(order({ on_hold: true, hold_reason_shared: 'Lab test failed' })))
    show()
    expect(await screen.findByText('On hold')).toBeTruthy()
    expect(await screen.findByText('Lab test failed')).toBeTruthy()
    expect(screen.queryByText('Hold reason')).toBeNull()
  })

  it('says of a held order since when it waits, and what can be done meanwhile', async () => {
    const held = {
      status: 'issued',
      on_hold: true,
      held_at: '2026-11-20T09:00:00Z',
      moves: [
        { name: 'acknowledge', allowed: true, reason: null },
        { name: 'decline', allowed: true, reason: null },
        { name: 'withdraw_change', allowed: false, reason: 'No change is open' },
      ],
    }
    answerWith(withOrder(order({ ...held, hold_reason_shared: 'Lab test failed' })))
    show()
    const note = within(await screen.findByRole('region', { name: /^On hold since 20 Nov 2026/ }))
    expect(note.getByText('Reason: Lab test failed')).toBeTruthy()
    expect(note.getByText(/cannot be booked/)).toBeTruthy()
    expect(note.getByText('Still available under More actions: Acknowledge order, Decline order.')).toBeTruthy()
    expect(note.getByText(/update the forecast ex-factory date/)).toBeTruthy()
    cleanup()
    answerWith(withOrder(order({ ...held, moves: [] })))
    show()
    const unexplained = within(await screen.findByRole('region', { name: /^On hold since/ }))
    expect(unexplained.queryByText(/^Reason/)).toBeNull()
    expect(unexplained.queryByText(/More actions/)).toBeNull()
  })

  it('reads of a line that the buyer drops that it is dropped, not a zero for each size', async () => {
    const { id, sizes } = line()
    const items = sizes.map(({ size_id, qty }) => ({
      po_line_id: id,
      size_id,
      field: 'qty',
      old_value: String(qty),
      new_value: '0',
    }))
    const change = {
      id: 1,
      seq: 1,
      outcome: 'proposed',
      initiated_by: 'buyer',
      proposed_at: '2027-01-12T08:00:00Z',
      items,
    }
    answerWith(withOrder(order({ change_awaits: 'supplier', changes: [change] })))
    show()
    expect(await screen.findByText('The whole line is dropped')).toBeTruthy()
    expect(screen.queryByText('→')).toBeNull()
  })

  it('shows neither target prices nor approvals', async () => {
    answerWith(withOrder(order({ lines: [line({ target_price: undefined, status: 'approved' })] })))
    show()
    await screen.findByText('ALW1012')
    expect(screen.queryByText(/target/)).toBeNull()
    expect(screen.queryByText('Approval')).toBeNull()
  })
})

describe('the answer to an order, for a supplier', () => {
  const may = (name: string, reason: string | null = null) => ({ name, allowed: reason === null, reason })
  const lines = (promised: (string | null)[]) =>
    promised.map((promised_ex_factory_date, index) =>
      line({
        id: 120 + index,
        line_no: 10 * (index + 1),
        line_title: `4501 / ${10 * (index + 1)}`,
        promised_ex_factory_date,
        forecast_ex_factory_date: null,
      }),
    )
  const late = order({
    status: 'issued',
    acknowledged_at: null,
    moves: [may('acknowledge', 'A line is promised later'), may('propose_change'), may('decline')],
    lines: lines([null, '2027-03-12', '2027-03-12']),
  })
  const asOrdered = order({
    status: 'issued',
    acknowledged_at: null,
    moves: [may('acknowledge'), may('propose_change'), may('decline')],
    lines: lines([null, null, '2027-03-01']),
  })
  const requestBy = (all: ReturnType<typeof answerWith>, method: string) =>
    all.filter((request) => request.method === method)
  const answerDialog = async () => within(await screen.findByRole('dialog', { name: 'Answer order 4501' }))

  it('is named by the button: acknowledged as ordered, else how many lines differ', async () => {
    answerWith(withOrder(asOrdered))
    show()
    expect(await screen.findByRole('button', { name: 'Acknowledge order' })).toBeTruthy()
    cleanup()
    answerWith(withOrder(late))
    show()
    expect(await screen.findByRole('button', { name: 'Propose change (2 lines)' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Acknowledge order' })).toBeNull()
    expect(screen.getAllByText('Later than ordered')).toHaveLength(2)
    expect(screen.getAllByText('As ordered')).toHaveLength(1)
  })

  it('proposes the later dates that were promised, and nothing else', async () => {
    const all = answerWith(withOrder(late))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Propose change (2 lines)' }))
    const dialog = await answerDialog()
    // What is not opened cannot be changed: there is nothing to type but the day of all lines and the comment.
    expect(dialog.getAllByRole('textbox')).toHaveLength(2)
    const send = dialog.getByRole('button', { name: 'Propose change (2 lines)' })
    await user.click(send)
    expect(dialog.getByText('Fill this in')).toBeTruthy()
    expect(requestBy(all, 'POST')).toEqual([])
    await user.click(dialog.getByRole('combobox', { name: /^Reason/ }))
    await user.click(await screen.findByRole('option', { name: 'Raw material late' }))
    await user.click(send)
    await waitFor(() => expect(requestBy(all, 'POST')).toHaveLength(1))
    const [request] = requestBy(all, 'POST')
    const item = (po_line_id: number) => ({
      po_line_id,
      size_id: null,
      field: 'ex_factory_date',
      new_value: '2027-03-12',
    })
    expect(request?.path).toBe('purchase-orders/12/moves/propose_change')
    expect(request?.body).toEqual({ version: 4, reason_code: 'raw_material_late', items: [item(121), item(122)] })
  })

  it('opens at the line that is to differ, and counts what does', async () => {
    const all = answerWith(withOrder(asOrdered))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Change line 20' }))
    const dialog = await answerDialog()
    expect(dialog.getByRole('button', { name: /^20/ }).getAttribute('aria-expanded')).toBe('true')
    expect(dialog.getByRole('button', { name: /^10/ }).getAttribute('aria-expanded')).toBe('false')
    expect(dialog.getByRole('button', { name: 'Acknowledge order' })).toBeTruthy()
    const quantity = dialog.getByRole('textbox', { name: 'M' })
    await user.clear(quantity)
    await user.type(quantity, '150')
    expect(dialog.getByRole('button', { name: 'Propose change (1 line)' })).toBeTruthy()
    expect(dialog.getByRole('button', { name: /^20.*1 change$/ })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Reset to as ordered' }))
    await user.click(dialog.getByRole('button', { name: 'Acknowledge order' }))
    await waitFor(() => expect(requestBy(all, 'POST')).toHaveLength(1))
    expect(requestBy(all, 'POST')[0]).toMatchObject({
      path: 'purchase-orders/12/moves/acknowledge',
      body: { version: 4 },
    })
  })

  it('keeps pasted quantities in their sizes, also behind an empty cell', async () => {
    answerWith(withOrder(asOrdered))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Change line 20' }))
    const dialog = await answerDialog()
    await user.click(dialog.getByRole('textbox', { name: 'M' }))
    await user.paste('\t80\r\n')
    const shownIn = (name: string) => (dialog.getByRole('textbox', { name }) as HTMLInputElement).value
    expect([shownIn('M'), shownIn('S')]).toEqual(['200', '80'])
  })

  it('takes a later promise back where the line is taken as ordered after all', async () => {
    const all = answerWith(withOrder(late, ({ method }) => (method === 'PATCH' ? { body: line() } : undefined)))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Change line 20' }))
    await user.click((await answerDialog()).getByRole('button', { name: 'Reset to as ordered' }))
    await waitFor(() => expect(requestBy(all, 'PATCH')).toHaveLength(1))
    const [request] = requestBy(all, 'PATCH')
    expect([request?.path, request?.body]).toEqual(['po-lines/121', { promised_ex_factory_date: null, version: 2 }])
  })

  it('says why it cannot be given', async () => {
    const moves = [may('acknowledge', 'A line is promised later'), may('propose_change', 'A change waits already')]
    answerWith(withOrder(order({ ...late, moves })))
    show()
    const findings = within(await screen.findByRole('region', { name: 'What needs attention' }))
    expect(findings.getByText('A change waits already')).toBeTruthy()
    expect(findings.queryByText('Before this order can be submitted')).toBeNull()
  })
})

describe('the page of a line, for a supplier', () => {
  it('has its price and its order, and nothing of the approval', async () => {
    const { target_price, last_price, approval_reasons, ...theirs } = line({ purchase_order_id: 12 })
    const bodies: Record<string, unknown> = {
      'po-lines/120': theirs,
      'po-lines/120/requirements': { readiness: 'missing', requirements: [] },
    }
    const all = answerWith(
      withOrder(issued, ({ path }) => {
        if (/^po-lines\/120\/(carton-marks|price-tickets|label)/.test(path))
          return { status: 404, body: { message: 'Not found' } }
        return bodies[path] ? { body: bodies[path] } : undefined
      }),
    )
    drawPage(poLines, ShowLine, '120')
    const price = within(await screen.findByRole('region', { name: 'Price' }))
    expect(price.getByText('USD 5.25')).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Order 4501' })).toBeTruthy()
    expect(screen.queryByText('Target price')).toBeNull()
    expect(all.some(({ params }) => params.get('status') === 'pending')).toBe(false)
  })
})

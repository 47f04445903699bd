import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poLines } from '../../src/areas/po-lines/area'
import { Show as ShowLine } from '../../src/areas/po-lines/screens/show'
import { purchaseOrders } from '../../src/areas/purchase-orders/area'
import { List } from '../../src/areas/purchase-orders/screens/list'
import { Show } from '../../src/areas/purchase-orders/screens/show'
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
    const sent = all.find(({ method }) => method === 'POST')
    expect(sent?.path).toBe('purchase-orders/12/moves/acknowledge')
    expect(sent?.body).toMatchObject({ version: 4 })
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
    const input = screen.getByRole('textbox', { name: 'Forecast ex-factory date of 4501 / 10' })
    await user.clear(input)
    await user.type(input, '20 Mar 2027{Enter}')
    await waitFor(() => expect(all.find(({ method }) => method === 'PATCH')).toBeTruthy())
    const sent = all.find(({ method }) => method === 'PATCH')
    expect([sent?.path, sent?.body]).toEqual(['po-lines/120', { forecast_ex_factory_date: '2027-03-20', version: 2 }])
  })

  it('takes a change back on Esc, and asks nothing of the API', async () => {
    const all = answerWith(withOrder(order()))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: /^Change Forecast/ }))
    await user.keyboard('1{Escape}')
    expect(await screen.findByRole('button', { name: /^Change Forecast.*12 Mar 2027$/ })).toBeTruthy()
    expect(all.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  it('shows neither target prices nor approvals', async () => {
    answerWith(withOrder(order({ lines: [line({ target_price: undefined, status: 'approved' })] })))
    show()
    await screen.findByText('ALW1012')
    expect(screen.queryByText(/target/)).toBeNull()
    expect(screen.queryByText('Approval')).toBeNull()
  })
})

describe('the page of a line, for a supplier', () => {
  it('has its price and its order, and nothing of the approval', async () => {
    const { target_price, last_price, approval_reasons, ...theirs } = line({ purchase_order_id: 12 })
    const bodies: Record<string, unknown> = {
      'po-lines/120': theirs,
      'po-lines/120/requirements': { readiness: 'missing', requirements: [] },
    }
    const all = answerWith(withOrder(issued, ({ path }) => (bodies[path] ? { body: bodies[path] } : undefined)))
    drawPage(poLines, ShowLine, '120')
    const price = within(await screen.findByRole('region', { name: 'Price' }))
    expect(price.getByText('USD 5.25')).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Order 4501' })).toBeTruthy()
    expect(screen.queryByText('Target price')).toBeNull()
    expect(all.some(({ params }) => params.get('status') === 'pending')).toBe(false)
  })
})

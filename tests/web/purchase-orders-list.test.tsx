import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { List } from '#areas/purchase-orders/screens/list.tsx'
import { today } from '#shared/base/dates.ts'
import { activePreset, withPreset } from '#web/kit/list/presets.ts'
import { answerWith, draw, signIn } from './kit-screen'
import { order, withOrder } from './purchase-orders-fixture'

const list = () => draw(<List area={purchaseOrders} />, purchaseOrders.path ?? '')
const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
const issued = order({ status: 'issued', acknowledged_at: null })

afterEach(cleanup)

describe('the orders, for the office', () => {
  // The grid has no width in a simulated browser: this list is a phone's.
  beforeAll(() => signIn('Office', 400))

  it('counts what waits for each step and shows everything first', async () => {
    answerWith(withOrder(issued))
    list()
    expect(await screen.findByRole('button', { name: 'Unacknowledged 31' })).toBeTruthy()
    expect(pressed()).toEqual(['All 1'])
  })

  it('asks for what is overdue by one preset, and only that one is on', async () => {
    const all = answerWith(withOrder(issued))
    const { user, where } = list()
    await user.click(await screen.findByRole('button', { name: /^Acknowledgement overdue/ }))
    await waitFor(() => expect(where()).toContain(`status=issued&ack_due_date_lt=${today()}`))
    expect(pressed()).toEqual(['Acknowledgement overdue 1'])
    expect(all.some(({ params }) => params.get('ack_due_date_lt') === today())).toBe(true)
    await user.click(screen.getByRole('button', { name: /^All/ }))
    await waitFor(() => expect(where()).toBe(purchaseOrders.path))
  })

  it('says of an order by how much its answer is late, and offers the office no answer', async () => {
    answerWith(withOrder(issued))
    list()
    expect(await screen.findByText('3 d overdue')).toBeTruthy()
    expect(screen.getByText('Golden Loom Garment')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Acknowledge order' })).toBeNull()
  })
})

describe('the orders, for a supplier’s people', () => {
  it('lead staff to what they tell of the goods, which their menu does not name; an agent’s does', async () => {
    await signIn('staff', 400)
    answerWith(withOrder(issued))
    list()
    const link = await screen.findByRole('link', { name: 'Delivery Status' })
    expect(link.getAttribute('href')).toBe('/apps/sales/delivery_status')
    const others = screen
      .getAllByRole('link')
      .filter((other) => other !== link && other.className.includes('MuiButton'))
    expect(others.map(({ textContent }) => textContent)).toEqual(['Manufacturing Status'])
    cleanup()
    await signIn('Agent', 400)
    answerWith(withOrder(issued))
    list()
    expect(await screen.findByText('3 d overdue')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Delivery Status' })).toBeNull()
  })
})

describe('presets', () => {
  const preset = (name: string, ...values: string[]) => ({
    name,
    label: name,
    filters: values.map((value) => ({ field: value, op: '' as const, values: ['1'] })),
  })
  const presets = [preset('all'), preset('one', 'a'), preset('both', 'a', 'b')]
  const on = (...fields: string[]) =>
    activePreset(
      presets,
      fields.map((field) => ({ field, op: '', values: ['1'] })),
    )?.name

  it('replace the one in force and what asks the same of the same field, and leave the other conditions', () => {
    const is = (field: string, value: string) => ({ field, op: '' as const, values: [value] })
    const named = (field: string) => presets.find(({ name }) => name === field) as (typeof presets)[number]
    expect(withPreset(presets, [is('a', '1'), is('b', '1'), is('c', '9')], named('one'))).toEqual([
      is('c', '9'),
      is('a', '1'),
    ])
    expect(withPreset(presets, [is('a', '2')], named('one'))).toEqual([is('a', '1')])
    expect(withPreset(presets, [is('a', '1'), is('c', '9')], named('all'))).toEqual([is('c', '9')])
  })

  it('are on where all their conditions are set, the one that says most', () => {
    expect([on(), on('a'), on('a', 'b'), on('b'), on('c')]).toEqual(['all', 'one', 'both', 'all', 'all'])
  })

  it('are on however their condition is written: the address says status_ne for one status that is not', () => {
    const open = {
      name: 'open',
      label: 'Open',
      filters: [{ field: 'status', op: '_nin' as const, values: ['closed'] }],
    }
    const all = { name: 'all', label: 'All', filters: [] }
    expect(activePreset([all, open], [{ field: 'status', op: '_ne', values: ['closed'] }])?.name).toBe('open')
  })
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutGaps } from '#web/pages/dashboard/ship-data.ts'
import { Page as Analytics } from '#web/pages/site/analytics.tsx'
import { startSession } from '#web/providers/session.ts'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

const point = (ship_date: string, units: number, orders: number) => ({
  ship_date,
  stock_ordered_units: units,
  total_po_count: orders,
})
const suppliers = [
  { id: 61, supplier_name: 'Bluewater' },
  { id: 60, supplier_name: 'Golden Loom' },
]

const tiles = [
  {
    name: 'overdue',
    area: 'purchase-orders',
    path: '/apps/purchase_order',
    query: 'status=issued&ack_due_date_lt=2027-03-01',
    count: 3,
  },
  {
    name: 'acknowledged',
    area: 'purchase-orders',
    path: '/apps/purchase_order',
    query: 'acknowledged_at_gte=2027-02-01',
    count: 46,
    before: 40,
    facts: { on_time_pct: 92, on_time_pct_before: 88, hours: 51, hours_before: null },
    parts: [{ name: 'late', query: 'acknowledged_late=true', count: 4 }],
  },
  {
    name: 'open',
    area: 'po-lines',
    path: '/apps/sales/delivery_status',
    query: 'line_status=open',
    count: 1204,
    sums: [{ currency: 'USD', count: 1204, qty: 90000, line_value: '412345.60' }],
  },
]

const open = async (
  role: 'Office' | 'Agent',
  at = '',
  answers: (seen: Seen) => Answer | undefined = () => undefined,
) => {
  await become(role)
  const requests = answerWith((seen) => {
    const answered = answers(seen)
    if (answered) return answered
    if (seen.path === 'supplier/get-supplier') return { body: { supplier: suppliers } }
    if (seen.path === 'dashboard/tiles') return { body: { tiles } }
    if (seen.path !== 'dashboard/graph') return undefined
    const of = seen.params.get('supplier_id')
    return { body: { info: [point('2027-03-01', of ? 40 : 1400, 1), point('2027-03-15', 20, 2)] } }
  })
  return {
    requests: () => requests.filter(({ path }) => path === 'dashboard/graph'),
    ...draw(<Analytics />, `/apps/dashboards/analytics${at}`),
  }
}

/** The session of another role, without loading the texts anew. */
const become = async (role: 'Office' | 'Agent') => {
  const info = JSON.parse(localStorage.getItem('info') ?? '{}')
  localStorage.setItem('info', JSON.stringify({ ...info, type: role }))
  localStorage.setItem('role', role)
  await startSession()
}

const figures = async (name: RegExp) =>
  within(await screen.findByRole('region', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))

describe('the analytics page', () => {
  test('shows the office all suppliers and supplier 60, with the figures as a table', async () => {
    const page = await open('Office')
    expect(await figures(/^All suppliers: /)).toEqual([
      ['1 Mar 2027', '1,400', '1'],
      ['15 Mar 2027', '20', '2'],
    ])
    expect(await figures(/^Golden Loom: /)).toEqual([
      ['1 Mar 2027', '40', '1'],
      ['15 Mar 2027', '20', '2'],
    ])
    expect(page.requests().map(({ params }) => params.toString())).toEqual(['', 'supplier_id=60'])
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Suppliers' })
    const options = [...select.options].map(({ value, text, disabled }) => [value, text, disabled])
    expect(options).toEqual([
      ['', '', true],
      ['61', 'Bluewater', false],
      ['60', 'Golden Loom', false],
    ])
    expect(select.value).toBe('60')
  })

  test('shows another supplier when it is chosen, and says so in the address', async () => {
    const page = await open('Office')
    await figures(/^Golden Loom: /)
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Suppliers' }), 'Bluewater')
    await figures(/^Bluewater: /)
    expect(page.requests().at(-1)?.params.toString()).toBe('supplier_id=61')
    expect(page.where()).toBe('/apps/dashboards/analytics?supplier=61')
  })

  test('begins with the first supplier where there is no number 60', async () => {
    const page = await open('Office', '', ({ path }) =>
      path === 'supplier/get-supplier' ? { body: { supplier: suppliers.slice(0, 1) } } : undefined,
    )
    await figures(/^Bluewater: /)
    expect(page.requests().at(-1)?.params.get('supplier_id')).toBe('61')
  })

  test('shows an agent the own orders and nothing to choose from', async () => {
    const page = await open('Agent')
    expect(await figures(/^Own orders: /)).toHaveLength(2)
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(page.requests().map(({ params }) => params.toString())).toEqual([''])
  })

  test('leads from each date to the orders behind it', async () => {
    await open('Office', '?by=month')
    const [all, single] = await Promise.all(
      [/^All suppliers: /, /^Golden Loom: /].map((name) => screen.findByRole('region', { name })),
    )
    const first = (part: HTMLElement | undefined) =>
      within(part as HTMLElement)
        .getAllByRole('link')[0]
        ?.getAttribute('href')
    expect(first(all)).toBe('/apps/purchase_order?ship_date_gte=2027-03-01&ship_date_lte=2027-03-31')
    expect(first(single)).toBe('/apps/purchase_order?ship_date_gte=2027-03-01&ship_date_lte=2027-03-31&supplier_id=60')
  })

  test('asks for weeks or months when these are chosen', async () => {
    const page = await open('Agent')
    await figures(/^Own orders: /)
    await page.user.click(screen.getByRole('button', { name: 'Week' }))
    await waitFor(() => expect(page.requests().at(-1)?.params.toString()).toBe('by=week'))
    expect(page.where()).toBe('/apps/dashboards/analytics?by=week')
    expect(await screen.findByRole('columnheader', { name: 'Week from' })).toBeTruthy()
  })

  test('says what stands here when nothing is ordered, and what failed, with a way to try again', async () => {
    let fails = true
    const page = await open('Agent', '', ({ path }) => {
      if (path !== 'dashboard/graph') return undefined
      const answer = fails ? { status: 500, body: { message: 'Out of order', code: 'error' } } : { body: { info: [] } }
      fails = false
      return answer
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
    await page.user.click(screen.getByRole('button', { name: /again/i }))
    expect(await screen.findByText('Nothing ordered yet')).toBeTruthy()
  })
})

describe('the figures of today', () => {
  test('each lead to the records that they count, and say how they compare', async () => {
    await open('Office')
    const overdue = await screen.findByRole('link', { name: 'Acknowledgement overdue: 3, open the list' })
    expect(overdue.getAttribute('href')).toBe('/apps/purchase_order?status=issued&ack_due_date_lt=2027-03-01')
    const acknowledged = screen.getByRole('article', { name: 'Acknowledged, last 30 days' })
    expect(acknowledged.textContent).toContain('92% on time (before: 88%)')
    expect(acknowledged.textContent).toContain('51 h on average')
    expect(acknowledged.textContent).toContain('40 in the 30 days before')
    expect(within(acknowledged).getByRole('link', { name: /Late/ }).getAttribute('href')).toBe(
      '/apps/purchase_order?acknowledged_late=true',
    )
    expect(screen.getByRole('link', { name: 'Open lines: 1,204, open the list' }).getAttribute('href')).toBe(
      '/apps/sales/delivery_status?line_status=open',
    )
    expect(screen.getByRole('article', { name: 'Open lines' }).textContent).toContain('90,000 units · USD 412,345.60')
  })

  test('say what they mean', async () => {
    const { user } = await open('Office')
    await user.hover(await screen.findByRole('button', { name: 'What “Acknowledgement overdue” means' }))
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/answered before today/)
  })

  test('fail in their place alone', async () => {
    await open('Agent', '', ({ path }) =>
      path === 'dashboard/tiles' ? { status: 500, body: { message: 'Out of order' } } : undefined,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
    expect(await figures(/^Own orders: /)).toHaveLength(2)
  })
})

describe('the axis of weeks and months', () => {
  test('has those that nothing ships in', () => {
    const days = (from: string, to: string, grain: 'day' | 'week' | 'month') =>
      withoutGaps([point(from, 1, 1), point(to, 1, 1)], grain).map(({ ship_date }) => ship_date)
    expect(days('2027-02-22', '2027-03-15', 'week')).toEqual(['2027-02-22', '2027-03-01', '2027-03-08', '2027-03-15'])
    expect(days('2026-12-01', '2027-03-01', 'month')).toEqual(['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01'])
    expect(days('2027-03-01', '2027-03-05', 'day')).toEqual(['2027-03-01', '2027-03-05'])
  })
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, today } from '#shared/base/dates.ts'
import {
  ageBuckets,
  dueWindows,
  type PayableFigure,
  type PayablesAgeing,
  type PayablesOverview,
  weeksFrom,
} from '#shared/trade/payables.ts'
import type { Statement } from '#shared/trade/statement.ts'
import { Page as Finance } from '#web/pages/site/finance.tsx'
import { Page as AgeingPage } from '#web/pages/site/finance-ageing.tsx'
import { Page as StatementPage } from '#web/pages/site/finance-statement.tsx'
import { startSession } from '#web/providers/session.ts'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

const day = today()
const figure = (query: string, count: number, amounts: Record<string, string> = {}): PayableFigure => ({
  query,
  count,
  sums: Object.entries(amounts).map(([currency, amount]) => ({
    currency,
    count,
    amount,
    query: `${query}&currency=${currency}`,
  })),
  base: { amount: count > 0 ? '790.00' : '0.00', unrated: 0 },
})
const period = { count: 12, median_days: 2.5, p90_days: 9, query: 'approved=now' }
const rate = { submitted: 40, exceptions: 5, submitted_query: 'submitted=now', exceptions_query: 'exceptions=now' }

const overview: PayablesOverview = {
  day,
  base_currency: 'GBP',
  total: figure('payable=true', 5, { JPY: '120000', USD: '1000.00' }),
  due: dueWindows.map((name) => ({
    name,
    ...(name === 'overdue' ? figure('due=overdue', 3, { JPY: '120000', USD: '-250.50' }) : figure(`due=${name}`, 0)),
  })),
  stuck: [
    { name: 'disputed', ...figure('stuck=disputed', 2, { USD: '80.00' }) },
    { name: 'no_receipt', ...figure('stuck=no_receipt', 0) },
  ],
  exceptions: [{ name: 'price_diff', ...figure('exception=price_diff', 1, { USD: '80.00' }) }],
  approval: { now: period, before: { ...period, count: 0, median_days: null, p90_days: null } },
  rate: { now: rate, before: { ...rate, submitted: 0, exceptions: 0 } },
  weeks: [
    { from: null, to: addDays(day, -1), ...figure('week=overdue', 3, { JPY: '120000', USD: '-250.50' }) },
    ...weeksFrom(day).map(({ from, to }, index) => ({
      ...{ from, to },
      ...(index === 1 ? figure('week=second', 2, { USD: '1250.50' }) : figure(`week=${index}`, 0)),
    })),
    { from: addDays(day, 90), to: null, ...figure('week=later', 0) },
    { from: null, to: null, ...figure('week=unknown', 0) },
  ],
}

const ageingRow = (supplier_id: number, supplier_name: string, currency: string, amount: string) => ({
  ...{ supplier_id, supplier_name, supplier_code: `S-${supplier_id}`, currency, amount },
  count: 2,
  base: { amount: '10.00', unrated: supplier_id === 61 ? 1 : 0 },
  query: `supplier_id=${supplier_id}`,
  buckets: ageBuckets.map((name) => ({
    name,
    count: name === 'days_30' ? 2 : 0,
    amount: name === 'days_30' ? amount : '0.00',
    query: `supplier_id=${supplier_id}&age=${name}`,
  })),
})
const ageing: PayablesAgeing = {
  day,
  base_currency: 'GBP',
  rows: [ageingRow(61, 'Bluewater', 'USD', '1200.00'), ageingRow(60, 'Golden Loom', 'USD', '950.50')],
}

const statement: Statement = {
  supplier: { id: 60, code: 'S-60', supplier_name: 'Golden Loom' },
  from: '2026-09-01',
  to: '2026-11-28',
  accounts: [
    {
      currency: 'USD',
      opening: '100.00',
      entries: [
        {
          ...{ day: '2026-09-03', kind: 'commercial', invoice_id: 7, invoice_no: 'GL-7', internal_no: 'INV-7' },
          ...{ reference: null, due_date: '2026-10-03', amount: '900.00', balance: '1000.00' },
        },
        {
          ...{ day: '2026-10-02', kind: 'payment', invoice_id: 7, invoice_no: 'GL-7', internal_no: 'INV-7' },
          ...{ reference: 'PR-1', due_date: null, amount: '-600.00', balance: '400.00' },
        },
      ],
      invoiced: '900.00',
      settled: '-600.00',
      closing: '400.00',
    },
  ],
}

const answers = (seen: Seen): Answer | undefined => {
  if (seen.path === 'finance/overview') return { body: overview }
  if (seen.path === 'finance/ageing') return { body: ageing }
  if (seen.path === 'finance/statement') return { body: statement }
  if (seen.path === 'finance/journal/batches' && seen.method === 'GET') return { body: { batches: [] } }
  return undefined
}

/** The session of another role, without loading the texts anew. */
const become = async (role: 'admin' | 'Office' | 'Agent') => {
  const info = JSON.parse(localStorage.getItem('info') ?? '{}')
  localStorage.setItem('info', JSON.stringify({ ...info, type: role }))
  localStorage.setItem('role', role)
  await startSession()
}

const leads = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

describe('the page of payables', () => {
  test('shows what is due by currency, each number with the list of its invoices', async () => {
    await become('Office')
    answerWith(answers)
    draw(<Finance />, '/app/finance')
    const overdue = await screen.findByRole('article', { name: 'Overdue' })
    expect(leads(overdue)).toEqual([
      ['3', '/apps/invoice?due=overdue'],
      ['JPY 120,000', '/apps/invoice?due=overdue&currency=JPY'],
      ['USD -250.50', '/apps/invoice?due=overdue&currency=USD'],
    ])
    expect(within(overdue).getByText('GBP 790.00 in total')).toBeTruthy()
    expect(leads(screen.getByRole('article', { name: 'Later' }))).toEqual([])
    expect(screen.getByText('5 invoices to pay or set off', { exact: false })).toBeTruthy()
    // The journal is for administrators.
    expect(screen.queryByRole('button', { name: 'Journal' })).toBeNull()
  })

  test('chooses no supplier any more once its address names none, as the menu leads to it', async () => {
    answerWith((seen) =>
      seen.path === 'suppliers' ? { body: [{ id: 60, supplier_name: 'Golden Loom' }] } : answers(seen),
    )
    const { user } = draw(
      <>
        <Link to="/app/finance">Payables of all</Link>
        <Finance />
      </>,
      '/app/finance?supplier_id=60',
    )
    const supplier = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Supplier' })
    await waitFor(() => expect(supplier.value).toBe('Golden Loom'))
    await user.click(screen.getByRole('link', { name: 'Payables of all' }))
    await waitFor(() => expect(supplier.value).toBe(''))
    expect(supplier.placeholder).toBe('All')
  })

  test('says why invoices are stuck, which exceptions wait, and how long approvals take', async () => {
    answerWith(answers)
    draw(<Finance />, '/app/finance')
    const stuck = await screen.findByRole('region', { name: 'Stuck' })
    expect(leads(stuck)).toEqual([
      ['2', '/apps/invoice?stuck=disputed'],
      ['USD 80.00', '/apps/invoice?stuck=disputed&currency=USD'],
    ])
    expect(within(stuck).getByRole('rowheader').textContent).toBe('Disputed')
    expect(leads(screen.getByRole('region', { name: 'Exceptions' }))[0]).toEqual([
      '1',
      '/apps/invoice?exception=price_diff',
    ])
    const rows = within(screen.getByRole('region', { name: 'Days to approve' }))
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['Period', 'Last 90 days', '90 days before'],
      ['Median', '2.5 days', '–'],
      ['90th percentile', '9 days', '–'],
      ['Approved', '12', '0'],
      ['Submitted', '40', '0'],
      ['With exceptions', '5', '0'],
      ['Exception rate', '12.5%', '–'],
    ])
  })

  test('plans cash by week in a table beside the chart, of the currency in the address', async () => {
    answerWith(answers)
    const page = draw(<Finance />, '/app/finance')
    const cash = await screen.findByRole('region', { name: 'Cash needed by week' })
    const rows = within(cash)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows[0]).toEqual(['Week', 'Invoices', 'JPY', 'USD', 'In GBP'])
    expect(rows[1]).toEqual(['Overdue', '3', '120,000', '-250.50', '790.00'])
    expect(rows[3]?.slice(1)).toEqual(['2', '', '1,250.50', '790.00'])
    expect(rows.at(-1)).toEqual(['Total', '5', '120,000', '1,000.00', '790.00'])
    expect(rows).toHaveLength(17)
    const usd = within(cash).getByRole('button', { name: 'USD' })
    expect(usd.getAttribute('aria-pressed')).toBe('false')
    await page.user.click(usd)
    await waitFor(() => expect(page.where()).toBe('/app/finance?currency=USD'))
    expect(usd.getAttribute('aria-pressed')).toBe('true')
  })

  test('says when there is nothing to pay, and lets one try again where it failed', async () => {
    let isDown = true
    answerWith((seen) =>
      seen.path !== 'finance/overview'
        ? undefined
        : isDown
          ? { status: 500, body: { message: 'The database rests.' } }
          : {
              body: {
                ...overview,
                total: figure('payable=true', 0),
                stuck: [],
                exceptions: [],
                weeks: overview.weeks.map((week) => ({ ...week, ...figure('x', 0) })),
              },
            },
    )
    const page = draw(<Finance />, '/app/finance')
    await screen.findByText('The database rests.')
    isDown = false
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Nothing to pay')
    expect(screen.queryByRole('region', { name: 'Cash needed by week' })).toBeNull()
  })

  test('lets administrators take a period of the journal into a batch', async () => {
    await become('admin')
    const seen = answerWith((request) =>
      request.path === 'finance/journal/batches' && request.method === 'POST'
        ? { status: 422, body: { message: 'x', errors: { to: ['Every row of this period is already in a batch.'] } } }
        : answers(request),
    )
    const page = draw(<Finance />, '/app/finance')
    await page.user.click(await screen.findByRole('button', { name: 'Journal' }))
    const dialog = await screen.findByRole('dialog', { name: 'Accounting journal' })
    await within(dialog).findByText('No batch yet.')
    await page.user.click(within(dialog).getByRole('button', { name: 'Create batch' }))
    await within(dialog).findByText('Every row of this period is already in a batch.')
    const sent = seen.find(({ method }) => method === 'POST')
    expect(Object.keys(sent?.body as object)).toEqual(['from', 'to'])
    await become('Office')
  })
})

describe('the page of ages', () => {
  const names = () =>
    screen
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
      .filter((name) => !name?.startsWith('Total in'))

  test('lists suppliers by age with sums, sorts and searches', async () => {
    answerWith(answers)
    const page = draw(<AgeingPage />, '/app/finance/ageing')
    await screen.findByRole('rowheader', { name: 'Bluewater' })
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows[1]).toEqual(['Bluewater', 'USD', '', '1,200.00', '', '', '', '', '1,200.00', '–'])
    expect(rows.at(-1)).toEqual([
      'Total in USD',
      'USD',
      '0.00',
      '2,150.50',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '2,150.50',
      '',
    ])
    const cell = screen.getByRole('link', { name: 'Bluewater, 1–30 days: USD 1,200.00, show the invoices' })
    expect(cell.getAttribute('href')).toBe('/apps/invoice?supplier_id=61&age=days_30')
    await page.user.click(screen.getByRole('button', { name: '1–30 days' }))
    expect(names()).toEqual(['Bluewater', 'Golden Loom'])
    await page.user.click(screen.getByRole('button', { name: '1–30 days' }))
    await waitFor(() => expect(names()).toEqual(['Golden Loom', 'Bluewater']))
    expect(screen.getByRole('columnheader', { name: '1–30 days' }).getAttribute('aria-sort')).toBe('ascending')
    await page.user.type(screen.getByRole('searchbox', { name: 'Search suppliers' }), 's-61')
    expect(names()).toEqual(['Bluewater'])
    await page.user.type(screen.getByRole('searchbox', { name: 'Search suppliers' }), 'x')
    await screen.findByText('No supplier matches “s-61x”.')
  })
})

describe('the statement', () => {
  test('asks the office for a supplier, and shows the account of the one in the address', async () => {
    const seen = answerWith(answers)
    draw(<StatementPage />, '/app/finance/statement')
    await screen.findByText('Choose a supplier')
    expect(seen.filter(({ path }) => path === 'finance/statement')).toEqual([])
    cleanup()
    draw(<StatementPage />, '/app/finance/statement?supplier_id=60&from=2026-09-01&to=2026-11-28')
    const account = await screen.findByRole('region', { name: 'Account in USD' })
    const rows = within(account)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['Date', 'Entry', 'Invoice', 'Reference', 'Due', 'Amount', 'Balance'],
      ['1 Sep 2026', 'Opening balance', '', '100.00'],
      ['3 Sep 2026', 'Invoice', 'GL-7', '', '3 Oct 2026', '900.00', '1,000.00'],
      ['2 Oct 2026', 'Payment', 'GL-7', 'PR-1', '', '-600.00', '400.00'],
      ['28 Nov 2026', 'Closing balance', '', '400.00'],
    ])
    expect(seen.find(({ path }) => path === 'finance/statement')?.params.toString()).toBe(
      'supplier_id=60&from=2026-09-01&to=2026-11-28',
    )
  })

  test('shows agents their own, whatever the address names', async () => {
    await become('Agent')
    const seen = answerWith(answers)
    const page = draw(<StatementPage />, '/app/finance/statement?supplier_id=61&from=2026-09-01&to=2026-11-28')
    await screen.findByRole('region', { name: 'Account in USD' })
    expect(seen.find(({ path }) => path === 'finance/statement')?.params.has('supplier_id')).toBe(false)
    expect(screen.queryByRole('combobox')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Download' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toHaveLength(5)
    await become('Office')
  })
})

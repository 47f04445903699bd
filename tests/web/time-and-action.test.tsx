import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Page as TimeAndAction } from '#areas/tna-tasks/screens/time-and-action-page.tsx'
import { addDays } from '#shared/base/dates.ts'
import { today } from '#web/fields/day.ts'
import { answerWith, draw, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

const day = today()
const task = (id: number, code: string, name_en: string, more: object = {}) => ({
  id,
  version: 1,
  seq: id,
  code,
  name_en,
  name_zh: null,
  owner: 'supplier',
  status: 'pending',
  anchor: 'ex_factory',
  filled_by: 'manual',
  planned_date: addDays(day, 20),
  revised_date: addDays(day, 20),
  expected_date: null,
  actual_date: null,
  duration_days: 5,
  after_code: null,
  and_after_code: null,
  reason: null,
  set_by: null,
  ...more,
})
const line = {
  id: 7,
  line_title: 'PO-1/10',
  purchase_order_id: 1,
  po_no: 'PO-1',
  article_no: 'TEE-1',
  article_en: 'Jersey tee',
  article_zh: null,
  supplier_id: 60,
  supplier: 'Golden Loom',
  country: 'CN',
  qty: 100,
  uom: 'piece',
  ex_factory_date: addDays(day, 10),
  line_status: 'open',
  tasks: [
    task(1, 'po_issued', 'Order issued', { status: 'done', actual_date: day, filled_by: 'issued' }),
    task(2, 'fabric', 'Fabric booked', { revised_date: addDays(day, -6) }),
    task(3, 'ex_factory', 'Ex-factory', {
      revised_date: addDays(day, 2),
      after_code: 'fabric',
      filled_by: 'ex_factory',
    }),
  ],
}

const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7], holidays: [], makeUpDays: [] }

const open = (at = '') => {
  const requests = answerWith(({ path }) => {
    if (path === 'supplier/get-supplier') return { body: { supplier: [{ id: 60, supplier_name: 'Golden Loom' }] } }
    if (path === 'tna-tasks/plan')
      return { body: { lines: [line], more: false, calendars: { CN: everyDay, office: everyDay } } }
    return undefined
  })
  draw(<TimeAndAction />, `/apps/dashboards/project${at}`)
  return { plans: () => requests.filter(({ path }) => path === 'tna-tasks/plan') }
}

describe('the plan of order lines', () => {
  test('says when a line leaves as things are, and what holds it up', async () => {
    open()
    expect(await screen.findByText('Held up by: Fabric booked (Supplier)')).toBeTruthy()
    expect(screen.getByText(/3 days late$/, { selector: 'div' }).textContent).toContain('Forecast')
    // The first line stands open with what is still to do.
    expect(screen.getByRole('link', { name: 'Fabric booked' }).getAttribute('href')).toBe('/apps/tna_tasks/2')
    expect(screen.queryByRole('link', { name: 'Order issued' })).toBeNull()
    const toggle = screen.getByRole('button', { name: 'Milestones of PO-1/10' })
    fireEvent.click(toggle)
    expect(screen.queryByRole('link', { name: 'Fabric booked' })).toBeNull()
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
  })

  test('points with an arrow to what is due before the weeks on show', async () => {
    open()
    const chart = (await screen.findByRole('link', { name: 'Fabric booked' })).closest('ul')
    const arrows = () => chart?.querySelectorAll('[data-beyond="before"]').length
    expect(arrows()).toBe(0)
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(arrows()).toBeGreaterThan(0)
  })

  test('is told in a table as well', async () => {
    open('?view=table')
    const table = await screen.findByRole('region', { name: 'Table' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(within(table).getByText('6 days late')).toBeTruthy()
    expect(within(table).getByRole('button', { name: 'Finish: Fabric booked' })).toBeTruthy()
  })

  test('is narrowed to what is late', async () => {
    const { plans } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Late only' }))
    await waitFor(() => expect(plans().at(-1)?.params.get('late')).toBe('1'))
    expect(screen.getByRole('button', { name: 'Late only' }).getAttribute('aria-pressed')).toBe('true')
  })
})

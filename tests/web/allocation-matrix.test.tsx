import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { specAllocations } from '#areas/spec-allocations/area.ts'
import { cellsOf, type MatrixAllocation } from '#shared/trade/allocation-matrix.ts'
import { AllocationMatrix } from '#web/kit/allocation/matrix/matrix.tsx'
import { answerWith, draw, signInToChoose } from './kit-screen'

const area = specAllocations as never
const types = ['measurement', 'packing', 'trims']

beforeAll(() => signInToChoose('Office'), 240_000)
afterEach(cleanup)

const allocation = (id: number, po_line_id: number, type: string, status: string): MatrixAllocation => ({
  id,
  version: 3,
  po_line_id,
  type,
  status,
  record_id: id + 100,
  code: 'SP-00001',
  version_no: 2,
  title: 'SP-00001 v2 Tee',
  title_zh: null,
  due_date: null,
})
const row = (id: number, allocations: MatrixAllocation[]) => {
  const line = {
    id,
    line_title: `PO-1/${id}`,
    line_status: 'open',
    purchase_order_id: 1,
    purchase_order: { id: 1, title: 'PO-1' },
    supplier: { id: 60, title: 'Hung Fai' },
  }
  return { line, cells: cellsOf(types, ['measurement', 'packing'], line, allocations) }
}
const rows = [
  row(10, [allocation(1, 10, 'measurement', 'outdated'), allocation(2, 10, 'packing', 'allocated')]),
  row(20, []),
]

// The page of the tests has no layout, and the grid draws the lines that its height has room for.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})
afterEach(() => vi.restoreAllMocks())

const drawn = () => {
  const all = answerWith(({ path }) => {
    if (path === 'spec-allocations/matrix') return { body: { types, rows, total: 2 } }
    if (path === 'spec-allocations/fill')
      return {
        body: {
          results: [
            { po_line_id: 20, line_title: 'PO-1/20', type: 'measurement', record: 'SP-00001', ok: true, status: 200 },
            {
              po_line_id: 20,
              line_title: 'PO-1/20',
              type: 'packing',
              ok: false,
              status: 409,
              code: 'ambiguous',
              message: 'Several fit',
            },
            {
              po_line_id: 20,
              line_title: 'PO-1/20',
              type: 'trims',
              ok: false,
              status: 409,
              code: 'none',
              message: 'Nothing fits',
            },
          ],
        },
      }
    return undefined
  })
  return { all, ...draw(<AllocationMatrix area={area} />, '/') }
}
const cell = (name: RegExp) => screen.findByRole('gridcell', { name })
const bar = () => screen.findByRole('region', { name: 'Actions on the selected cells' })

it('says in words what stands in each cell, under the heading of the order', async () => {
  const { all } = drawn()
  await cell(/^PO-1\/10, Measurement: SP-00001 v2, Outdated$/)
  expect((await cell(/^PO-1\/20, Packing: Missing$/)).textContent).toContain('Missing')
  screen.getByRole('rowheader', { name: 'PO-1 · Hung Fai' })
  const asked = all.find(({ path }) => path.endsWith('matrix'))?.params
  expect([asked?.get('line_status'), asked?.get('_sort')]).toEqual([
    'open',
    'ex_factory_date,purchase_order_id,line_no',
  ])
})

it('is moved through by arrow keys, which stretch the selection with Shift; Enter opens', async () => {
  const { user } = drawn()
  const first = await cell(/^PO-1\/10, Measurement/)
  first.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(await cell(/^PO-1\/10, Packing/))
  expect(screen.queryByRole('region', { name: 'Actions on the selected cells' })).toBeNull()
  await user.keyboard('{Shift>}{ArrowDown}{ArrowLeft}{/Shift}')
  expect(within(await bar()).getByRole('status').textContent).toBe('4 cells selected')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Actions on the selected cells' })).toBeNull())
  await user.keyboard(' ')
  expect(within(await bar()).getByRole('status').textContent).toBe('1 cell selected')
})

it('offers what fits the selected cells, and counts it', async () => {
  const { user } = drawn()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all cells of PO-1/10' }))
  const names = within(await bar())
    .getAllByRole('button')
    .map((button) => button.textContent)
  expect(names).toEqual(
    expect.arrayContaining(['Fill by rule (1)', 'Allocate new version (1)', 'Remind the supplier (1)']),
  )
})

it('previews a filling, and sends only the cells that get something', async () => {
  const { all, user } = drawn()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all cells of PO-1/20' }))
  await user.click(within(await bar()).getByRole('button', { name: 'Fill by rule (3)' }))
  const dialog = await screen.findByRole('dialog', { name: 'Fill by rule' })
  const words = (await within(dialog).findByText(/1 cell will be filled/)).closest('[role="status"]')?.textContent
  expect(words).toMatch(/1 is ambiguous.*1 has nothing that fits/)
  await user.click(within(dialog).getByRole('button', { name: 'Fill 1 cell' }))
  await waitFor(() => expect(all.filter(({ path }) => path.endsWith('fill'))).toHaveLength(2))
  const [trial, sent] = all
    .filter(({ path }) => path.endsWith('fill'))
    .map(({ body }) => body as Record<string, unknown>)
  expect(trial).toMatchObject({ source: 'rule', trial: true })
  expect(sent).toEqual({ source: 'rule', cells: [{ line: 20, type: 'measurement' }] })
})

it('lets the supplier acknowledge several at once, and allocate nothing', async () => {
  await signInToChoose('Agent')
  const { user } = drawn()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all cells of PO-1/10' }))
  const names = within(await bar())
    .getAllByRole('button')
    .map((button) => button.textContent)
  expect(names).toContain('Acknowledge (1)')
  expect(names.filter((name) => /Fill|Allocate|Remind/.test(name ?? ''))).toEqual([])
  await signInToChoose('Office')
})

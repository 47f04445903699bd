import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { Form } from '#areas/purchase-orders/screens/form.tsx'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { answerWith, draw, type Seen, signInToChoose } from './kit-screen'
import { article, line, order, withOrder } from './purchase-orders-fixture'

beforeAll(async () => {
  await import('#areas/purchase-orders/screens/grid/style-block.tsx')
  await signInToChoose('Office')
}, 120_000)
afterEach(cleanup)

const colourways = [
  { id: 70, code: 'NVY', name_en: 'Navy', name_zh: '藏青', active: true },
  { id: 71, code: 'RST', name_en: 'Rust', name_zh: '铁锈红', active: true },
  { id: 72, code: 'OFW', name_en: 'Off-white', name_zh: '米白', active: true },
  { id: 73, code: 'OLD', name_en: 'Old rose', name_zh: null, active: false },
]
const lineFields = [
  ...['line_no', 'article_id', 'colourway_id', 'unit_price', 'qty', 'size_scale_id', 'pack_type', 'ratio_id'],
  ...['ratio_packs', 'units_per_carton', 'sizes', 'sizes.size_id', 'sizes.qty'],
]
const rust = line({
  id: 121,
  line_no: 20,
  status: 'not_submitted',
  colourway_id: 71,
  colourway: { id: 71, title: 'Rust' },
  qty: 30,
  sizes: [{ id: 5, version: 1, size_id: 31, size: { id: 31, title: 'S' }, qty: 30 }],
})
const draft = (changes: object = {}, first: object = {}) =>
  order({
    status: 'draft',
    editable: ['po_no', 'supplier_id', 'lines', ...lineFields.map((name) => `lines.${name}`)],
    lines: [line({ status: 'not_submitted', ...first }), { ...rust, ...changes }],
  })
const ratioItems = [
  { id: 1, ratio_template_id: 9, size_id: 31, units: 1 },
  { id: 2, ratio_template_id: 9, size_id: 32, units: 2 },
]
const api =
  (
    record: ReturnType<typeof order>,
    answer: (seen: Seen) => { status?: number; body?: unknown } | undefined = () => undefined,
  ) =>
  (seen: Seen) =>
    withOrder(record, (request) => {
      const given = answer(request)
      if (given) return given
      if (request.path === 'articles/7') return { body: { ...article, colourways } }
      if (request.path === 'ratio-templates') return { body: [{ id: 9, name_en: 'Three pack', name_zh: null }] }
      if (request.path === 'ratio-items') return { body: ratioItems }
      return undefined
    })(seen)

const open = async (record = draft(), answer?: Parameters<typeof api>[1]) => {
  const all = answerWith(api(record, answer))
  const { user } = draw(
    <>
      <MessageBar />
      <Routes>
        <Route path={`${purchaseOrders.path}/:id/edit`} element={<Form area={purchaseOrders} />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </>,
    `${purchaseOrders.path}/12/edit`,
  )
  await screen.findByRole('grid', { name: 'Sizes of ALW1012' }, { timeout: 20_000 })
  return { user, all }
}
/** The grid as it reads: a line for each row with its sizes and total. */
const table = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent))
const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}: `) })
const cells = { navyS: 'Navy, S, quantity', navyM: 'Navy, M, quantity', rustM: 'Rust, M, quantity' }
const click = (name: string) => fireEvent.pointerDown(cell(name), { pointerType: 'mouse', button: 0 })
const here = () => document.activeElement?.getAttribute('aria-label') ?? ''
const paste = (text: string) =>
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { getData: () => text } })
const copied = (how: 'copy' | 'cut' = 'copy') => {
  let text = ''
  fireEvent[how](document.activeElement ?? document.body, {
    clipboardData: {
      setData: (_: string, data: string) => {
        text = data
      },
    },
  })
  return text
}

describe('the grid of an article', () => {
  it('has a row for each colourway, a column for each size in order, and totals both ways', async () => {
    await open()
    const grid = screen.getByRole('grid', { name: 'Sizes of ALW1012' })
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Colourway', 'S', 'M', 'Total', 'Unit price', ''])
    expect(table()).toEqual([
      ['100', '200', '300'],
      ['30', '', '30'],
      ['130', '200', '330'],
    ])
    expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['4', '6'])
    expect(cell(cells.rustM).getAttribute('aria-label')).toBe('Rust, M, quantity: empty')
    expect(cell(cells.navyM).getAttribute('aria-colindex')).toBe('3')
  })

  it('is gone through by keys and has one stop for Tab at a time', async () => {
    const { user } = await open()
    click(cells.navyS)
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(here()).toBe('Rust, M, quantity: empty')
    await user.keyboard('{Home}')
    expect(here()).toBe('Rust, S, quantity: 30')
    await user.keyboard('{Control>}{Home}{/Control}')
    expect(here()).toBe('Navy, S, quantity: 100')
    await user.keyboard('{Tab}{Tab}')
    expect(here()).toBe('Navy, Total: 300')
    await user.keyboard('{Shift>}{Tab}{/Shift}{PageDown}')
    expect(here()).toBe('Rust, M, quantity: empty')
    await user.keyboard('{Control>}{End}{/Control}')
    expect(here()).toBe('More about line 20')
    const stops = [...screen.getByRole('grid').querySelectorAll<HTMLElement>('[tabindex="0"]')]
    expect(stops).toHaveLength(1)
    await user.keyboard('{Control>}{Home}{/Control}{Escape}{Tab}')
    expect(screen.getByRole('grid').contains(document.activeElement)).toBe(false)
  })

  it('is typed over, written into, left as it was', async () => {
    const { user } = await open()
    click(cells.navyS)
    await user.keyboard('15')
    expect((document.activeElement as HTMLInputElement).value).toBe('15')
    expect(here()).toBe('Navy, S, quantity')
    await user.keyboard('{Enter}')
    expect(here()).toBe('Rust, S, quantity: 30')
    expect(table()).toEqual([
      ['15', '200', '215'],
      ['30', '', '30'],
      ['45', '200', '245'],
    ])
    expect(screen.getByText('245 units · USD 1,286.25')).toBeTruthy()
    await user.keyboard('{F2}{End}5{Tab}')
    expect(table()[1]).toEqual(['305', '', '305'])
    expect(here()).toBe('Rust, M, quantity: empty')
    await user.keyboard('9{Escape}')
    expect(table()[1]).toEqual(['305', '', '305'])
    expect(here()).toBe('Rust, M, quantity: empty')
    await user.keyboard('8{ArrowUp}')
    expect(table()[1]).toEqual(['305', '8', '313'])
    expect(here()).toBe('Navy, M, quantity: 200')
    await user.keyboard('{Delete}')
    expect(table()[0]).toEqual(['15', '', '15'])
  })

  it('sends what was written, with what was stored', async () => {
    const { user, all } = await open(draft(), ({ method }) => (method === 'PATCH' ? { body: draft() } : undefined))
    click(cells.rustM)
    await user.keyboard('12{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(all.some(({ method }) => method === 'PATCH')).toBe(true))
    expect(all.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      lines: [
        { id: 120, qty: 300 },
        {
          id: 121,
          qty: 42,
          sizes: [
            { id: 5, size_id: 31, qty: 30 },
            { size_id: 32, qty: 12 },
          ],
        },
      ],
    })
  })

  it('undoes and does again, also by its buttons', async () => {
    const { user } = await open()
    click(cells.navyS)
    await user.keyboard('1{Enter}2{Enter}')
    expect(table().map(([s]) => s)).toEqual(['1', '2', '3'])
    await user.keyboard('{Control>}z{/Control}')
    expect(table().map(([s]) => s)).toEqual(['1', '30', '31'])
    await user.keyboard('{Control>}z{/Control}')
    expect(table().map(([s]) => s)).toEqual(['100', '30', '130'])
    await user.keyboard('{Control>}y{/Control}{Control>}{Shift>}z{/Shift}{/Control}')
    expect(table().map(([s]) => s)).toEqual(['1', '2', '3'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(table().map(([s]) => s)).toEqual(['1', '30', '31'])
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    expect(table().map(([s]) => s)).toEqual(['1', '2', '3'])
    expect(screen.getByRole('button', { name: 'Redo' }).hasAttribute('disabled')).toBe(true)
  })

  it('copies, cuts, fills down and empties ranges', async () => {
    const { user } = await open()
    click(cells.navyS)
    await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4)
    expect(copied()).toBe('100\t200\r\n30\t')
    await user.keyboard('{Control>}d{/Control}')
    expect(table().slice(0, 2)).toEqual([
      ['100', '200', '300'],
      ['100', '200', '300'],
    ])
    await user.keyboard('{Control>}a{/Control}')
    expect(copied()).toBe('100\t200\t300\t5.2500\r\n100\t200\t300\t5.2500')
    click(cells.navyS)
    expect(copied('cut')).toBe('100')
    expect(table()[0]).toEqual(['', '200', '200'])
    await user.keyboard('{Control>}z{/Control}')
    expect(table()[0]).toEqual(['100', '200', '300'])
  })

  it('takes cells from a spreadsheet, by place and by name', async () => {
    const { user } = await open()
    click(cells.navyS)
    paste('1,060\t"2"\r\n3\t4\r\n')
    expect(table()).toEqual([
      ['1,060', '2', '1,062'],
      ['3', '4', '7'],
      ['1,063', '6', '1,069'],
    ])
    paste('Colour\tM\tS\nRST\t5\t6\n')
    expect(table()[1]).toEqual(['6', '5', '11'])
    await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
    expect(table()[0]).toEqual(['100', '200', '300'])
  })

  it('says what of a copy found no place, and keeps what is no number', async () => {
    const { user } = await open()
    click(cells.navyM)
    paste('12 pcs\n1.5\n7')
    expect(table().slice(0, 2)).toEqual([
      ['100', '12 pcs', '100'],
      ['30', '1.5', '30'],
    ])
    expect(cell(cells.navyM).getAttribute('aria-invalid')).toBe('true')
    const status = within(screen.getByRole('group', { name: 'ALW1012' })).getByRole('status')
    expect(status.textContent).toContain('The copied range is larger than the grid: 1 rows and 0 columns')
    expect(status.textContent).toContain('Navy, M: “12 pcs” is not a valid number here')
    expect(status.textContent).toContain('Rust, M: “1.5” is not a valid number here')
    await user.keyboard('{Control>}z{/Control}')
    expect(table()[0]).toEqual(['100', '200', '300'])
    paste('Colour\tS\nTeal\t5\nNavy\t6')
    expect(status.textContent).toContain('Left out because they are not in this grid: Teal.')
    expect(table()[0]).toEqual(['6', '200', '206'])
  })

  it('shares out a total that is typed, and says what rounding did', async () => {
    const { user } = await open()
    click('Rust, Total')
    await user.keyboard('100{Enter}')
    expect(table()[1]).toEqual(['33', '67', '100'])
    expect(screen.getByText('Rust: one unit left over by rounding went to M.')).toBeTruthy()
  })

  it('offers the nearest totals where pre-packs do not come out whole', async () => {
    const { user } = await open(draft({ pack_type: 'ratio', ratio_id: 9, ratio_packs: 10 }))
    await screen.findByText(/^Rust: the sizes do not add up to 10 packs of Three pack/)
    click('Rust, Total')
    await user.keyboard('100{Enter}')
    expect(screen.getByText('Rust: 100 is not a whole number of packs.')).toBeTruthy()
    expect(table()[1]).toEqual(['30', '', '30'])
    await user.click(screen.getByRole('button', { name: 'Use 102' }))
    expect(table()[1]).toEqual(['34', '68', '102'])
    await waitFor(() => expect(screen.queryByText(/the sizes do not add up to/)).toBeNull())
  })

  it('shares one total out for several colourways in a dialog', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Distribute a total' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Distribute a total' }))
    await dialog.findByText('Three pack')
    await user.selectOptions(dialog.getByLabelText('Ratio'), 'Three pack')
    fireEvent.change(dialog.getByLabelText('Units per colourway'), { target: { value: '60' } })
    fireEvent.click(dialog.getByLabelText('Pack in whole packs of this ratio'))
    expect(dialog.getByText(/^20 packs/)).toBeTruthy()
    fireEvent.click(dialog.getByText('Distribute to 2 colourways'))
    await waitFor(() =>
      expect(table()).toEqual([
        ['20', '40', '60'],
        ['20', '40', '60'],
        ['40', '80', '120'],
      ]),
    )
  })

  it('adds colourways of the article, several at once', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Add colourways' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Colourways of ALW1012' }))
    expect(dialog.getAllByRole('checkbox')).toHaveLength(3)
    expect(dialog.getByRole('checkbox', { name: /^Navy/ }).hasAttribute('disabled')).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: /^Off-white/ }))
    await user.click(dialog.getByRole('button', { name: 'Add 1 colourway' }))
    await waitFor(() => expect(table()[2]).toEqual(['', '', '']))
    // What comes next is its first quantity.
    await waitFor(() => expect(document.activeElement?.ariaLabel).toMatch(/^Off-white, S, quantity/))
    await user.keyboard('40{Enter}')
    expect(table()[3]).toEqual(['170', '200', '370'])
  })

  it('says which sizes do not fill their last carton', async () => {
    await open(draft({ pack_type: 'solid', units_per_carton: 24 }))
    expect(await screen.findByText('Rust: cartons of 24 are not all full, left over: S 6')).toBeTruthy()
  })

  it('unfolds the rest of a line, which can be removed and brought back', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'More about line 20' }))
    const rest = within(await screen.findByRole('group', { name: 'Line 20' }))
    expect(rest.getByRole<HTMLInputElement>('combobox', { name: 'Colourway' }).value).toBe('Rust')
    await user.click(rest.getByRole('button', { name: 'Remove line 20' }))
    // One colourway stands as a line with inputs of its own again.
    expect(await screen.findByRole('textbox', { name: 'S' })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(table()[1]).toEqual(['30', '', '30']))
  })

  it('shows what the server says against a cell in its place', async () => {
    const errors = { 'lines.1.sizes.0.qty': ['10 packs of this ratio are 10 units'] }
    const { user } = await open(draft(), ({ method }) =>
      method === 'PATCH' ? { status: 422, body: { message: 'Not valid', code: 'invalid', errors } } : undefined,
    )
    click(cells.rustM)
    await user.keyboard('1{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Rust, S: 10 packs of this ratio are 10 units')).toBeTruthy()
    await waitFor(() => expect(here()).toBe('Rust, S, quantity: 30'))
    expect(cell('Rust, S, quantity').getAttribute('aria-invalid')).toBe('true')
  })
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { explode } from '#areas/purchase-orders/screens/form/explode.ts'
import { Form } from '#areas/purchase-orders/screens/form.tsx'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { answerWith, draw, type Seen, signInToChoose } from './kit-screen'
import { article, line, order, withOrder } from './purchase-orders-fixture'

beforeAll(async () => {
  await import('#areas/purchase-orders/screens/grid/style-block.tsx')
  await signInToChoose('Office')
}, 240_000)
afterEach(cleanup)

const form = (at: string) =>
  draw(
    <>
      <MessageBar />
      <Routes>
        <Route path={`${purchaseOrders.path}/new`} element={<Form area={purchaseOrders} />} />
        <Route path={`${purchaseOrders.path}/:id/edit`} element={<Form area={purchaseOrders} />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </>,
    `${purchaseOrders.path}${at}`,
  )
const everything = [
  'po_no',
  'supplier_id',
  'lines',
  ...['line_no', 'article_id', 'colourway_id', 'unit_price', 'qty', 'size_scale_id', 'sizes', 'sizes.size_id'].map(
    (name) => `lines.${name}`,
  ),
  'lines.sizes.qty',
]
const draft = order({ status: 'draft', editable: everything, lines: [line({ status: 'not_submitted' })] })
const lineNo = (number: number) => within(screen.getByRole('group', { name: `Line ${number}` }))
const writeIn = (all: Seen[]) => all.find(({ method }) => method !== 'GET')

describe('a copied order', () => {
  it('has terms, lines and sizes of the other one, without its number, dates, ids and cancelled lines', async () => {
    const cancelled = line({ id: 121, line_no: 20, line_status: 'cancelled', description_en: 'Dropped' })
    const source = order({ status: 'confirmed', editable: [], lines: [line(), cancelled] })
    const all = answerWith(withOrder(source, ({ method }) => (method === 'POST' ? { body: draft } : undefined)))
    const { user } = form('/new?copy=12')
    expect((await screen.findByText(/^Copied from 4501 without/)).textContent).toContain('Check quantities')
    expect(await screen.findByText('300 units · USD 1,575.00')).toBeTruthy()
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'PO number' }), '4502')
    await user.click(screen.getByRole('button', { name: 'Create purchase order' }))
    await waitFor(() => expect(writeIn(all)).toBeTruthy())
    const { method, path, body } = writeIn(all) as Seen
    expect([method, path]).toEqual(['POST', 'purchase-orders'])
    expect(body).toMatchObject({ po_no: '4502', supplier_id: 60, currency: 'USD', notes_internal: 'Thin margin.' })
    expect(Object.keys(body as object).filter((name) => /_date$|^id$|version|fx_rate|buyer_id/.test(name))).toEqual([])
    const [copied, ...others] = (body as { lines: Record<string, unknown>[] }).lines
    expect(others).toEqual([])
    expect(copied).toMatchObject({ article_id: 7, colourway_id: 70, unit_price: '5.2500', qty: 300 })
    expect(Object.keys(copied as object).filter((name) => /_date$|^id$|^line_no$/.test(name))).toEqual([])
    expect(copied?.sizes).toEqual([
      { size_id: 32, qty: 200 },
      { size_id: 31, qty: 100 },
    ])
  })
})

describe('the lines of an order', () => {
  it('add up as they are typed', async () => {
    const all = answerWith(withOrder(draft, ({ method }) => (method === 'PATCH' ? { body: draft } : undefined)))
    const { user } = form('/12/edit')
    expect(await screen.findByText('300 units · USD 1,575.00')).toBeTruthy()
    const small = await screen.findByRole('textbox', { name: 'S' })
    await user.clear(small)
    await user.type(small, '150')
    expect(screen.getByText('350 units · USD 1,837.50')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(writeIn(all)).toBeTruthy())
    expect(writeIn(all)?.body).toMatchObject({
      version: 4,
      lines: [
        {
          id: 120,
          qty: 350,
          sizes: [
            { id: 2, size_id: 31, qty: 150 },
            { id: 1, size_id: 32, qty: 200 },
          ],
        },
      ],
    })
  })

  it('say beside a price what is aimed at and what the article cost last', async () => {
    const last = { price: '4.9000', currency: 'USD', date: '2026-03-12', order: { id: 3, title: 'PO-3' } }
    const all = answerWith(
      withOrder(draft, ({ path }) => {
        if (path === 'articles/7') return { body: { ...article, target_fob: '5.1000', currency: 'USD' } }
        return path === 'articles/last-prices' ? { body: { 7: last } } : undefined
      }),
    )
    form('/12/edit')
    expect(await screen.findByText('target USD 5.10 last USD 4.90, 12 Mar 2026')).toBeTruthy()
    expect(all.find(({ path }) => path === 'articles/last-prices')?.params.get('ids')).toBe('7')
  })

  it('share out a total that is typed', async () => {
    answerWith(withOrder(draft))
    const { user } = form('/12/edit')
    const total = await screen.findByRole('textbox', { name: 'Total' })
    await user.clear(total)
    await user.type(total, '100{Enter}')
    const values = ['S', 'M', 'Total'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value)
    expect(values).toEqual(['33', '67', '100'])
  })

  it('take a row that was copied from a sheet', async () => {
    answerWith(withOrder(draft))
    const { user } = form('/12/edit')
    await user.click(await screen.findByRole('textbox', { name: 'S' }))
    await user.paste('40\t1,060')
    const values = ['S', 'M', 'Total'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value)
    expect(values).toEqual(['40', '1060', '1100'])
  })

  it('ask only for sizes in which the colour is sold, and for those that are ordered already', async () => {
    const skus = [
      { colourway_id: 70, size_id: 31, active: true },
      { colourway_id: 70, size_id: 32, active: false },
    ]
    const withSkus = (record: typeof draft) =>
      answerWith(withOrder(record, ({ path }) => (path === 'skus' ? { body: skus } : undefined)))
    const ofSmall = line({ status: 'not_submitted', sizes: [{ id: 2, version: 1, size_id: 31, qty: 100 }] })
    const all = withSkus({ ...draft, lines: [ofSmall] })
    form('/12/edit')
    expect(await screen.findByRole('textbox', { name: 'S' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'M' })).toBeNull())
    expect(all.find(({ path }) => path === 'skus')?.params.get('colourway_id_in')).toBe('70')
    cleanup()
    withSkus(draft)
    form('/12/edit')
    expect(await screen.findByRole('textbox', { name: 'M' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'S' })).toBeTruthy()
  })

  it('go on with Enter, and from the last input to a new line', async () => {
    answerWith(withOrder(draft))
    const { user } = form('/12/edit')
    await user.click(await screen.findByRole('textbox', { name: 'M' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Total' }))
    await user.keyboard('{Enter}')
    const article = await waitFor(() => lineNo(20).getByRole('combobox', { name: 'Article' }))
    await waitFor(() => expect(document.activeElement).toBe(article))
  })

  it('are duplicated for the next colour, and come back after they were removed', async () => {
    answerWith(withOrder(draft))
    const { user } = form('/12/edit')
    await user.click(await screen.findByRole('button', { name: 'Duplicate line 10' }))
    expect(await screen.findByText('600 units · USD 3,150.00')).toBeTruthy()
    // Both stand in a grid now, with the new one unfolded: its colour is still to be chosen.
    const second = within(await screen.findByRole('group', { name: 'Line 20' }))
    expect(second.getByRole<HTMLInputElement>('combobox', { name: 'Colourway' }).value).toBe('')
    await user.click(screen.getByRole('button', { name: 'More about line 10' }))
    expect(lineNo(10).getByRole<HTMLInputElement>('combobox', { name: 'Colourway' }).value).toBe('Navy')
    await user.click(screen.getByRole('button', { name: 'Remove line 10' }))
    expect(await screen.findByText('300 units · USD 1,575.00')).toBeTruthy()
    expect(screen.queryByRole('grid')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('600 units · USD 3,150.00')).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: /^Navy/ })).toBeTruthy()
  })

  it('show what the server says against them in their place', async () => {
    const errors = { 'lines.0.unit_price': ['Only sample orders may have a price of zero'] }
    answerWith(
      withOrder(draft, ({ method }) =>
        method === 'PATCH' ? { status: 422, body: { message: 'Not valid', code: 'invalid', errors } } : undefined,
      ),
    )
    const { user } = form('/12/edit')
    const price = await screen.findByRole('textbox', { name: /^Unit price/ })
    await user.clear(price)
    await user.type(price, '0')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('Only sample orders may have a price of zero')).toBeTruthy()
  })

  it('are text where the state of the order leaves them no choice', async () => {
    answerWith(withOrder(order({ editable: ['notes_shared', 'lines.forecast_ex_factory_date'] })))
    form('/12/edit')
    expect(await screen.findByRole('textbox', { name: /^Forecast/ })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'S' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add line' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'PO number' })).toBeNull()
  })
})

describe('the focus', () => {
  const colourways = ['Navy', 'Rust'].map((name_en, index) => ({
    id: 70 + index,
    code: name_en,
    name_en,
    name_zh: null,
    active: true,
  }))

  it('goes to the first quantity of a colourway that was added to a single line', async () => {
    const all = withOrder(draft, ({ path }) =>
      path === 'articles/7' ? { body: { ...article, colourways } } : undefined,
    )
    answerWith(all)
    const { user } = form('/12/edit')
    await user.click(await screen.findByRole('button', { name: 'Add colourways' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Colourways of ALW1012' }))
    await user.click(dialog.getByRole('checkbox', { name: /^Rust/ }))
    await user.click(dialog.getByRole('button', { name: 'Add 1 colourway' }))
    await waitFor(() => expect(document.activeElement?.ariaLabel).toMatch(/^Rust, S, quantity/))
    await user.keyboard('40{Enter}')
    expect(await screen.findByRole('gridcell', { name: 'Rust, S, quantity: 40' })).toBeTruthy()
  })

  it('is in the first field of a new order, but where a keyboard would come up with it', async () => {
    answerWith(withOrder(draft))
    const first = async () => {
      form('/new')
      return screen.findByRole('textbox', { name: /^PO number/ })
    }
    const input = await first()
    await waitFor(() => expect(document.activeElement).toBe(input))
    cleanup()
    const { matchMedia } = window
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: !query.includes('pointer: fine') })
    await first()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(document.activeElement).toBe(document.body)
    window.matchMedia = matchMedia
  })

  it('goes from date to date; by key the field itself opens the calendar', async () => {
    const opened: Element[] = []
    HTMLInputElement.prototype.showPicker = function (this: HTMLInputElement) {
      opened.push(this)
    }
    answerWith(withOrder(draft))
    const { user } = form('/new')
    await user.click(await screen.findByRole('textbox', { name: /^ETD/ }))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(opened).toHaveLength(1)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^ETA/ }))
    await user.click(screen.getByRole('button', { name: /^Open calendar: ETA/ }))
    expect(opened).toHaveLength(2)
  })
})

describe('a total shared out by ratio', () => {
  it('loses and gains no unit', () => {
    expect(explode(100, [1, 2])).toEqual([33, 67])
    expect(explode(10, [1, 1, 1])).toEqual([4, 3, 3])
    expect(explode(7, [0, 2, 2, 1])).toEqual([0, 3, 3, 1])
    for (const total of [1, 2, 5, 17, 1201]) expect(explode(total, [1, 3, 3, 2, 1]).reduce((a, b) => a + b)).toBe(total)
  })

  it('is nothing where the ratios say nothing', () => {
    expect(explode(50, [0, 0])).toEqual([0, 0])
    expect(explode(0, [1, 2])).toEqual([0, 0])
  })
})

describe('what approvers will look closer at', () => {
  const referring = (seen: Seen) => {
    if (seen.path === 'suppliers/60') return { body: { id: 60, version: 1, standing: 'watch' } }
    if (seen.path === 'seasons' && seen.params.getAll('id').includes('4'))
      return { body: [{ id: 4, version: 1, code: 'SS27', purchase_from: '2026-02-01', purchase_to: '2026-06-30' }] }
    return undefined
  }

  it('is said beside the form of a draft, as it is filled in', async () => {
    const same = line({ id: 121, line_no: 20, status: 'not_submitted' })
    answerWith(withOrder({ ...draft, lines: [...draft.lines, same] }, referring))
    form('/12/edit')
    const status = within(await screen.findByRole('status', { name: 'Check' }))
    expect(await status.findByText(/^Supplier: This supplier is on watch/)).toBeTruthy()
    expect(await status.findByText(/^Season: The order date is outside the purchase window/)).toBeTruthy()
    expect(status.getByText(/^Line 20, Article: Another line has the same article/)).toBeTruthy()
  })

  it('is not asked for once the order is out', async () => {
    const all = answerWith(withOrder(order({ editable: ['notes_shared'] }), referring))
    form('/12/edit')
    expect(await screen.findByRole('textbox', { name: /^Notes to the supplier/ })).toBeTruthy()
    expect(all.some(({ path }) => path === 'suppliers/60' || path === 'seasons')).toBe(false)
  })
})

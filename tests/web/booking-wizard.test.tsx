import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookings } from '#areas/bookings/area.ts'
import { Form } from '#areas/bookings/screens/form.tsx'
import { addDays, today } from '#shared/base/dates.ts'
import { keepDraft, slotFor } from '#web/kit/form/drafts.ts'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('Agent'))
afterEach(cleanup)

const lane = { supplier_id: 60, incoterm: 'FOB', incoterm_place: null, transport_mode: 'sea' }
const ports = { port_of_loading_id: 1, port_of_discharge_id: 2, ship_to_location_id: 1 }
const line = {
  ...{ id: 11, line_title: 'PO-1 / 10', purchase_order_id: 1, qty: 20, pack_type: 'solid', units_per_carton: 20 },
  ...{ article: null, colourway: null, supplier: null, factory: null, port_of_loading: null },
  ...{ port_of_discharge: null, ship_to: null, factory_id: 1, factory_country: 'CN', loading_country: 'CN' },
  ...{ on_hold: false, lane: { ...lane, ...ports }, ex_factory_date: addDays(today(), 40) },
  ...{ ship_window_start: null, ship_window_end: null, over_pct: 5, under_pct: 5, blocking: [], warning: [] },
  sizes: [{ size_id: 1, label: 'S', ordered: 20, elsewhere: 0 }],
}
const draft = {
  ...{ id: 5, version: 3, status: 'draft', booking_no: 'BK-2026-000005', load_type: 'lcl', factory_id: 1 },
  factory: { id: 1, title: 'Golden Loom' },
  ...{ cargo_ready_date: addDays(today(), 20), requested_etd: addDays(today(), 25), part_shipment: false },
  ...{ goods_description: 'Knitted pullovers of cotton', dangerous_goods: false, hanging: false, consignee: null },
  exceptions: [],
  lines: [{ id: 51, version: 1, po_line_id: 11, sizes: [{ id: 511, version: 1, size_id: 1, qty: 20 }] }],
  cartons: [
    {
      ...{ id: 52, version: 1, first_no: 1, last_no: 1, po_line_id: 11, size_id: 1, units_per_carton: 20 },
      ...{ length_cm: '60.0', width_cm: '40.0', height_cm: '30.0', gross_kg: '8.500', net_kg: '7.200' },
    },
  ],
  containers: [],
  editable: Object.keys(bookings.fields),
}

/** The wizard with a draft that lacks nothing. */
const open = (write: (seen: Seen) => Answer) => {
  const all = answerWith((seen) => {
    if (seen.method !== 'GET') return write(seen)
    if (seen.path === 'bookings/5') return { body: draft }
    if (seen.path === 'bookings/bookable') return { body: { lines: [line], more: false } }
    return undefined
  })
  const { user } = draw(
    <Routes>
      <Route path="/apps/new-booking/edit" element={<Form area={bookings} id="5" />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    '/apps/new-booking/edit?id=5',
  )
  const writes = () => all.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  return { user, writes }
}
const saved = { body: { ...draft, version: 4 } }

describe('the wizard of a booking', () => {
  it('saves a draft when Enter is pressed in a field, and submits nothing', async () => {
    const { user, writes } = open(() => saved)
    await user.click(await screen.findByText('Cargo and dates'))
    await waitFor(() => expect(screen.getByText('Everything is complete.')).toBeTruthy())
    await user.type(screen.getByLabelText(/Consignee/), 'P{Enter}')
    await screen.findByText('elsewhere')
    expect(writes()).toEqual(['PATCH bookings/5'])
  })

  it('does not leave out a measure for all cartons that it cannot read', async () => {
    const { user } = open(() => saved)
    await user.click(await screen.findByText('Units and cartons'))
    const group = within(await screen.findByRole('group', { name: 'Measures of all cartons' }))
    const [length, width] = group.getAllByRole('textbox')
    if (!length || !width) throw new Error('no fields')
    await user.type(length, '60cm')
    await user.type(width, '45.5')
    const button = group.getByText('Set for all')
    expect(group.getByRole('alert').textContent).toBe('Enter a number such as 12.50')
    expect([length, width].map((input) => input.getAttribute('aria-invalid'))).toEqual(['true', 'false'])
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.clear(length)
    await user.type(length, '61.')
    expect(group.queryByRole('alert')).toBeNull()
    await user.click(button)
    await waitFor(() => expect((screen.getByLabelText('Width (cm), row 1') as HTMLInputElement).value).toBe('45.5'))
    expect((screen.getByLabelText('Length (cm), row 1') as HTMLInputElement).value).toBe('61')
  })

  it('tells of each line what is wrong with it, until it is corrected', async () => {
    const other = { ...line, id: 12, line_title: 'PO-1 / 20' }
    answerWith(({ path }) => {
      if (path === 'bookings/bookable') return { body: { lines: [line, other], more: false } }
      return path === 'bookings/5'
        ? {
            body: {
              ...{ ...draft, cartons: [] },
              lines: [...draft.lines, { ...draft.lines[0], id: 53, po_line_id: 12 }],
            },
          }
        : undefined
    })
    const { user } = draw(<Form area={bookings} id="5" />, '/apps/new-booking/edit?id=5')
    await user.click(await screen.findByText('Units and cartons'))
    // Cartons of the first line alone.
    await user.click(await screen.findByText('Add cartons'))
    await user.click(screen.getByText('Review'))
    const told = () => screen.queryAllByText(/units are in cartons/).map(({ textContent }) => textContent)
    await waitFor(() => expect(told()).toHaveLength(2))
    expect(told().join()).toMatch(/PO-1 \/ 10.*PO-1 \/ 20/)
    await user.click(screen.getByText('Pack as ordered'))
    await user.click(await screen.findByText('Replace'))
    await waitFor(() => expect(told()).toEqual([]))
  })

  it('submits only with the button: a save after one that failed is a draft', async () => {
    let answer: Answer = 'no answer'
    const { user, writes } = open(() => answer)
    await user.type(await screen.findByLabelText(/Consignee/), 'P')
    await user.click(screen.getByText('Review'))
    await waitFor(() => expect(screen.getByText('Everything is complete.')).toBeTruthy())
    await user.click(screen.getByText('Save and submit'))
    await waitFor(() => expect(writes()).toEqual(['PATCH bookings/5']))
    answer = saved
    await user.click(await screen.findByText('Save draft'))
    await screen.findByText('elsewhere')
    expect(writes()).toEqual(['PATCH bookings/5', 'PATCH bookings/5'])
  })

  it('submits once with a double click, and says what follows', async () => {
    const { user, writes } = open(() => saved)
    await user.click(await screen.findByText('Review'))
    await waitFor(() => expect(screen.getByText('Everything is complete.')).toBeTruthy())
    await user.dblClick(screen.getByText('Save and submit'))
    await screen.findByText('elsewhere')
    expect(window.location.pathname).toBe('/apps/new-booking/booking_success')
    expect(writes()).toEqual(['POST bookings/5/moves/submit'])
  })

  it('knows the lines of entries that are restored, also those beyond the first of the list', async () => {
    answerWith(({ path, params }) =>
      path === 'bookings/bookable'
        ? { body: { lines: params.get('ids') === '11' ? [line] : [], more: true } }
        : undefined,
    )
    keepDraft({
      slot: slotFor('bookings', undefined, 'x'),
      at: new Date().toISOString(),
      values: { load_type: 'lcl', lines: [{ po_line_id: 11, sizes: [{ size_id: 1, qty: 20 }] }], cartons: [] },
      base: null,
      version: null,
    })
    const { user } = draw(<Form area={bookings} />, '/apps/new-booking')
    await user.click(await screen.findByText('Restore'))
    expect(await screen.findByText('0 of 20 units in cartons')).toBeTruthy()
  })

  it('gives way to the few fields that the office may change once it was submitted', async () => {
    answerWith(({ path }) =>
      path === 'bookings/5'
        ? { body: { ...draft, status: 'approved', editable: ['consignee', 'notify_party', 'remarks'] } }
        : undefined,
    )
    draw(<Form area={bookings} id="5" />, '/apps/shipping_management/5/edit')
    expect(await screen.findByLabelText(/Consignee/)).toBeTruthy()
    expect(screen.queryByText('Packing list')).toBeNull()
    expect(screen.queryByText('Save and submit')).toBeNull()
    expect(screen.queryByText('Save draft')).toBeNull()
  })
})

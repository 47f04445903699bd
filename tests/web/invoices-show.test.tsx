import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { invoices } from '#areas/invoices/area.ts'
import { Form } from '#areas/invoices/screens/form.tsx'
import { Show } from '#areas/invoices/screens/show.tsx'
import { answerWith, drawPage, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('Office'), 240_000)
afterEach(cleanup)

const invoice = {
  id: 5,
  version: 1,
  ...{ invoice_no: 'GL-42', type: 'commercial', status: 'approved', currency: 'GBP', invoice_date: '2026-03-12' },
  ...{ net: '525.00', tax: '105.00', total: '630.00', balance: '630.00', amount_paid: '0.00' },
  lines: [
    {
      ...{ id: 1, description: 'Jersey tee', qty: 100, unit_price: '5.2500', line_amount: '525.00', tax_rate_id: 3 },
      ...{ order_price: '5.2500', ordered_qty: 100, counted_qty: 100, earlier_qty: 0, line_title: 'PO-1 / 10' },
      ...{ match_status: 'matched', exceptions: [] },
    },
  ],
  ...{ charges: [], payments: [], exceptions: [], match_status: 'matched', due_date: '2026-04-11' },
  ...{ created_at: '2026-03-12T08:00:00Z', updated_at: '2026-03-12T08:00:00Z' },
  ...{ archived_at: null, moves: [], editable: [] },
}
const rate = { id: 3, code: 'VAT20', name_en: 'VAT 20 %', name_zh: '增值税 20%', rate_pct: '20' }

const drawn = async (rates: object[]) => {
  answerWith(({ path }) =>
    path === 'invoices/5' ? { body: invoice } : path === 'tax-rates' ? { body: rates } : undefined,
  )
  drawPage(invoices, Show, '5')
  const totals = await screen.findByRole('region', { name: 'Totals' })
  return () =>
    within(totals)
      .getAllByRole('definition')
      .map((sum) => sum.textContent)
}

test('an invoice shows its tax by rate', async () => {
  const sums = await drawn([{ ...rate, category: 'S', rounding: 'invoice' }])
  await screen.findByText(/VAT 20 %/)
  expect(sums()).toEqual(['GBP 525.00', 'GBP 525.00', 'GBP 105.00', 'GBP 630.00'])
})

test('and the sums that it has where its rate is not told, as of one that is archived', async () => {
  const sums = await drawn([])
  expect(sums()).toEqual(['GBP 525.00', 'GBP 525.00', 'GBP 105.00', 'GBP 630.00'])
})

test('a form offers the rates of tax that are valid on the day of the invoice, and of what is corrected all', async () => {
  const asked = async (more: object) => {
    const values = { ...{ type: 'credit_note', invoice_date: '2026-03-12', lines: [{ description: 'Tee' }] }, ...more }
    localStorage.setItem(
      'draft:7:invoices:new:earlier',
      JSON.stringify({ at: new Date().toISOString(), values, base: null, version: null }),
    )
    const all = answerWith(() => undefined)
    const { user } = drawPage(invoices, Form, 'new')
    const offer = within(await screen.findByRole('region', { name: 'Unsaved draft' }))
    await user.click(offer.getByRole('button', { name: 'Restore' }))
    await user.click(await screen.findByRole('combobox', { name: /Tax rate/ }))
    const searched = () => all.find(({ path, params }) => path === 'tax-rates' && params.get('_end') === '20')
    await waitFor(() => expect(searched()).toBeDefined())
    cleanup()
    localStorage.removeItem('draft:7:invoices:new:earlier')
    return ['valid_since_lte', 'valid_until_gte'].map((name) => searched()?.params.get(name))
  }
  expect(await asked({})).toEqual(['2026-03-12', '2026-03-12'])
  expect(await asked({ corrects_id: 5 })).toEqual([null, null])
})

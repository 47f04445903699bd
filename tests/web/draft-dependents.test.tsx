import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { factoryAccreditations } from '#areas/factory-accreditations/area.ts'
import { Form as AuditForm } from '#areas/factory-accreditations/screens/form.tsx'
import { paymentRuns } from '#areas/payment-runs/area.ts'
import { Form as RunForm } from '#areas/payment-runs/screens/form.tsx'
import { ratioTemplates } from '#areas/ratio-templates/area.ts'
import { Form } from '#areas/ratio-templates/screens/form.tsx'
import { sampleRequests } from '#areas/sample-requests/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { answerWith, drawPage, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('Office'), 240_000)
afterEach(() => {
  cleanup()
  for (const name of Object.keys(localStorage)) if (name.startsWith('draft:')) localStorage.removeItem(name)
})

const keep = (area: string, values: object) =>
  localStorage.setItem(
    `draft:7:${area}:new:earlier`,
    JSON.stringify({ at: new Date().toISOString(), values, base: null, version: null }),
  )
const restore = async (user: ReturnType<typeof drawPage>['user']) => {
  const offer = within(await screen.findByRole('region', { name: 'Unsaved draft' }))
  await user.click(offer.getByRole('button', { name: 'Restore' }))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

it('a restored draft keeps the record that was chosen within another one', async () => {
  answerWith(() => undefined)
  keep('sample-requests', { article_id: 7, colourway_id: 70 })
  const { user } = drawPage(sampleRequests, AreaForm, 'new')
  await screen.findByRole('combobox', { name: /^Colourway/ })
  await restore(user)
  const shownIn = (name: RegExp) => screen.getByRole<HTMLInputElement>('combobox', { name }).value
  expect([shownIn(/^Article/), shownIn(/^Colourway/)]).toEqual(['#7', '#70'])
})

it('and the units of the sizes of its scale', async () => {
  answerWith(({ path }) => (path === 'sizes' ? { body: [{ id: 31, label: 'S' }] } : undefined))
  keep('ratio-templates', { code: 'SIX', name_en: 'Six pack', size_scale_id: 3, items: [{ size_id: 31, units: 2 }] })
  const { user } = drawPage(ratioTemplates, Form, 'new')
  await screen.findByRole('textbox', { name: /^Name \(English\)/ })
  await restore(user)
  const units = within(await screen.findByRole('group', { name: 'Units in a pack' }))
  expect((await units.findByRole<HTMLInputElement>('textbox', { name: 'S' })).value).toBe('2')
})

it('and what was left out of a payment run, or is paid in part', async () => {
  const item = (id: number) => ({
    ...{ invoice: { id, title: `INV-${id}` }, supplier: { id: 60, title: 'Golden Loom' }, invoice_type: 'standard' },
    ...{ due_date: '2026-03-20', open_amount: '100.00', pay_amount: '100.00', discount: '0.00' },
  })
  answerWith(({ path }) =>
    path === 'payment-runs/propose' ? { body: { items: [item(1), item(2)], left_out: [], more: false } } : undefined,
  )
  keep('payment-runs', {
    ...{ currency: 'USD', due_until: '2026-03-31', execution_date: '2026-04-01' },
    items: [{ invoice_id: 1, pay_amount: '40.00', discount: '0.00' }],
  })
  const { user } = drawPage(paymentRuns, RunForm, 'new')
  await screen.findByText(/to see what is due/)
  await restore(user)
  const first = within(await screen.findByRole('group', { name: 'INV-1' }))
  expect(first.getAllByRole<HTMLInputElement>('textbox')[0]?.value).toBe('40.00')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pay INV-2' }).checked).toBe(false)
})

it('and so it does when another day makes another proposal', async () => {
  const item = (id: number, pay_amount: string) => ({
    ...{ invoice: { id, title: `INV-${id}` }, supplier: { id: 60, title: 'Golden Loom' }, invoice_type: 'commercial' },
    ...{ due_date: '2026-03-20', open_amount: '100.00', pay_amount, discount: '0.00' },
  })
  answerWith(({ path, body }) => {
    if (path !== 'payment-runs/propose') return undefined
    const isLater = (body as { execution_date: string }).execution_date > '2026-04-01'
    const items = isLater ? [1, 2, 3, 4].map((id) => item(id, '100.00')) : [1, 2, 3].map((id) => item(id, '98.00'))
    const left_out = [{ ...item(9, '5.00'), reason: 'no_account' }]
    return { body: { items, left_out, more: false } }
  })
  keep('payment-runs', { currency: 'USD', due_until: '2026-03-31', execution_date: '2026-04-01', items: [] })
  const { user } = drawPage(paymentRuns, RunForm, 'new')
  await screen.findByText(/to see what is due/)
  await restore(user)
  const amountOf = (name: string) =>
    within(screen.getByRole('group', { name })).getAllByRole<HTMLInputElement>('textbox')[0]
  await user.click(await screen.findByRole('checkbox', { name: 'Pay INV-2' }))
  const part = amountOf('INV-1') as HTMLInputElement
  await user.clear(part)
  await user.type(part, '40.00')
  const day = screen.getByRole('textbox', { name: /^Execution date/ })
  await user.clear(day)
  await user.type(day, '3 Apr 2026')
  await user.tab()
  await screen.findByRole('checkbox', { name: 'Pay INV-4' })
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pay INV-2' }).checked).toBe(false)
  expect(amountOf('INV-1')?.value).toBe('40.00')
  expect(amountOf('INV-3')?.value).toBe('100.00')
  expect(screen.getByText(/INV-9$/).parentElement?.textContent).toContain('USD 100.00 · Due 20 Mar 2026')
})

it('a follow-up audit begins with the audit that it follows', async () => {
  answerWith(({ path }) =>
    path === 'standard-programs/2' ? { body: { id: 2, scheme: 'audit', grades: [] } } : undefined,
  )
  drawPage(factoryAccreditations, AuditForm, 'new', '?factory_id=1&standard_program_id=2&follow_up_of_id=3')
  const audit = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Previous audit/ })
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(audit.value).toBe('#3')
})

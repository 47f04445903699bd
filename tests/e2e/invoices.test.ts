import { expect, it } from 'vitest'
import { agree, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber } from '../kit/e2e-orders'
import { shippedGoods } from '../kit/e2e-shipped'

const stage = openStage()

const area = '/apps/invoice'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Invoice {
  id: number
  version: number
  invoice_no: string
  status: string
  total: string
  balance: string
  exceptions: string[]
  charges: { charge_amount: string }[]
}

it('goods are billed, disputed, corrected, approved by two, and paid in two parts with a deposit and a claim', {
  timeout: 400_000,
}, async () => {
  const goods = await shippedGoods(stage, {
    ...{ unit_price: '1000.00', currency: 'USD', fx_rate: '0.8', deposit_pct: '10' },
  })
  const { move } = goods
  const invoice = (id: number) => stage.ask<Invoice>('office', `invoices/${id}`)

  // The deposit was paid before.
  const [account] = await stage.ask<{ id: number }[]>('agent', 'supplier-bank-accounts?status=active&currency=USD')
  const deposit = await stage.ask<Invoice>('agent', 'invoices', {
    ...{ invoice_no: freshNumber('DEP'), type: 'deposit', invoice_date: day(0), currency: 'USD' },
    ...{ purchase_order_id: goods.order, bank_account_id: account?.id },
    lines: [{ description: '10 % deposit', qty: 1, unit_price: '12000' }],
  })
  expect(deposit.exceptions).toEqual([])
  await move('agent', 'invoices', deposit.id, 'submit')
  await move('office', 'invoices', deposit.id, 'review')
  await move('office', 'invoices', deposit.id, 'approve')
  await move('admin', 'invoices', deposit.id, 'record_payment', {
    ...{ paid_on: day(0), amount: '12000', reference: 'TT-DEPOSIT' },
  })

  // The factory bills the goods on a phone in Chinese: one press makes the draft.
  const phone = await stage.open('agent', `/apps/shipping_management/${goods.booking}`, { phone: true, language: 'zh' })
  await phone.getByRole('button', { name: '生成发票' }).click()
  await reach(phone, /^\/apps\/invoice\/\d+\/edit/)
  await faultless(phone, 'a draft of an invoice on a phone')
  const id = Number(/invoice\/(\d+)/.exec(phone.url())?.[1])
  expect(await invoice(id)).toMatchObject({
    ...{ status: 'draft', total: '108000.00', charges: [{ charge_amount: '12000.00' }] },
  })
  const number = freshNumber('GL')
  await phone.getByRole('textbox', { name: '发票号' }).fill(number)
  await phone.getByRole('textbox', { name: '单价' }).first().fill('1010')
  await see(phone.getByText('USD 109,200.00').first())
  await phone.getByRole('button', { name: '保存' }).click()
  await reach(phone, `${area}/${id}`)
  await see(phone.getByText('单价与订单不符').first())
  await faultless(phone, 'an invoice on a phone')
  await agree(phone.getByRole('main'), phone, '提交')

  // The office sees what is off, and disputes it.
  const office = await stage.open('office', `${area}?status=submitted`)
  await see(office.getByText(number))
  await faultless(office, 'invoices to review')
  await office.goto(`${area}/${id}`)
  const main = office.getByRole('main')
  await main.getByRole('button', { name: 'Start review' }).click()
  await see(main.getByText('Price differs from the order').first())
  await faultless(office, 'an invoice with exceptions')
  await main.getByRole('button', { name: 'Dispute' }).click()
  const dispute = office.getByRole('dialog')
  await dispute.getByRole('combobox', { name: 'Disputed for' }).selectOption('price')
  await dispute.getByRole('textbox', { name: 'Comment' }).fill('Ordered at USD 1,000.')
  await dispute.getByRole('button', { name: 'Dispute' }).click()
  await see(main.getByText('Ordered at USD 1,000.'))

  // The factory corrects the price and sends it again.
  await phone.goto(`${area}/${id}/edit`)
  await phone.getByRole('textbox', { name: '单价' }).first().fill('1000')
  await phone.getByRole('button', { name: '保存' }).click()
  await reach(phone, `${area}/${id}`)
  await agree(phone.getByRole('main'), phone, '重新提交')
  await expect.poll(async () => (await invoice(id)).status).toBe('under_review')

  // Documents are not complete: an administrator answers for the exception, and two people approve the amount.
  await office.goto(`${area}/${id}`)
  const { exceptions } = await invoice(id)
  if (exceptions.length === 0) await agree(main, office, 'Give first approval')
  else await move('admin', 'invoices', id, 'approve_first', { comment: 'Documents follow.' })
  const second = exceptions.length === 0 ? 'admin' : 'admin2'
  const approver = await stage.open(second, `${area}/${id}`)
  await agree(approver.getByRole('main'), approver, 'Approve', async (dialog) => {
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Documents follow by courier.')
  })
  await expect.poll(async () => (await invoice(id)).status).toBe('approved')

  // A claim takes something off, as a debit note.
  const claim = await stage.ask<{ id: number; amount: string }>('office', 'claims', {
    ...{ type: 'quality', purchase_order_id: goods.order, remarks: 'Loose threads.' },
    lines: [{ po_line_id: goods.line, units: 2 }],
  })
  await move('office', 'claims', claim.id, 'share')
  await move('agent', 'claims', claim.id, 'accept')
  await move('office', 'claims', claim.id, 'settle')
  const { debit_note_id } = await stage.ask<{ debit_note_id: number }>('office', `claims/${claim.id}`)
  const note = await invoice(debit_note_id)
  await move('admin', 'invoices', note.id, 'review')
  await move('admin', 'invoices', note.id, 'approve', { comment: 'As agreed.' })

  // Paid in two runs.
  const [payer] = await stage.ask<{ id: number }[]>('office', 'paying-accounts?currency=USD&status=active')
  const pay = async (items: object[]) => {
    const run = await stage.ask<{ id: number }>('office', 'payment-runs', {
      ...{ currency: 'USD', due_until: day(60), execution_date: day(0), paying_account_id: payer?.id, items },
    })
    await move('office', 'payment-runs', run.id, 'submit')
    await move('admin', 'payment-runs', run.id, 'release')
    await stage.ask('admin', `payment-runs/${run.id}/pain001.xml`)
    await move('admin', 'payment-runs', run.id, 'send')
    await move('admin', 'payment-runs', run.id, 'settle', { paid_on: day(0), bank_reference: `BK${run.id}` })
  }
  await pay([
    { invoice_id: id, pay_amount: '50000.00' },
    { invoice_id: note.id, pay_amount: `-${note.total}` },
  ])
  expect(await invoice(id)).toMatchObject({ status: 'part_paid', balance: '58000.00' })
  expect(await invoice(note.id)).toMatchObject({ status: 'paid', balance: '0.00' })
  await pay([{ invoice_id: id, pay_amount: '58000.00' }])

  await phone.goto(`${area}/${id}`)
  await see(phone.getByText('已付清').first())
  await see(phone.getByRole('heading', { name: '付款' }).last())
  await faultless(phone, 'a paid invoice on a phone')
})

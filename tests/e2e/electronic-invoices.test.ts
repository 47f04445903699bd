import { expect, it } from 'vitest'
import { openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber } from '../kit/e2e-orders'
import { shippedGoods } from '../kit/e2e-shipped'

const stage = openStage()

const area = '/apps/invoice'

interface Invoice {
  id: number
  version: number
  invoice_no: string
  total: string
  booking_id: number
}

it('an invoice is printed in two forms, and its electronic form comes back as a draft on a phone in Chinese', {
  timeout: 300_000,
}, async () => {
  const { booking, move } = await shippedGoods(stage, { unit_price: '3.10', currency: 'USD', fx_rate: '0.8' })
  const { invoices } = await stage.ask<{ invoices: { id: number }[] }>('agent', 'invoices/from-booking', {
    booking_id: booking,
  })
  const id = invoices[0]?.id ?? 0
  const made = await stage.ask<Invoice>('agent', `invoices/${id}`)

  for (const form of ['modern', 'compact']) {
    const page = await stage.open('office', `/pages/invoices/${form}?id=${id}`)
    await see(page.getByRole('article').getByText(made.invoice_no))
    await see(page.getByRole('article').getByText('USD 372.00').first())
    await faultless(page, `the ${form} form of an invoice`)
  }
  const chooser = await stage.open('office', '/pages/invoices/modern')
  await see(chooser.getByRole('link', { name: made.invoice_no }))
  await faultless(chooser, 'the choice of an invoice to print')

  // The supplier's own system has made the file; the portal only knows the number once.
  const number = freshNumber('UBL')
  const ubl = (await stage.ask<string>('agent', `invoices/${id}/ubl.xml`)).replaceAll(made.invoice_no, number)
  await move('agent', 'invoices', id, 'submit')
  await move('agent', 'invoices', id, 'withdraw')
  const phone = await stage.open('agent', area, { phone: true, language: 'zh', mode: 'light' })
  await phone.getByRole('button', { name: '电子发票' }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: `${number}.xml`,
    mimeType: 'application/xml',
    buffer: Buffer.from(ubl),
  })
  await see(dialog.getByText(number).first())
  await faultless(phone, 'what an electronic invoice becomes')
  await dialog.getByRole('button', { name: '生成草稿' }).click()
  await reach(phone, /^\/apps\/invoice\/\d+$/)
  await see(phone.getByRole('heading', { level: 1, name: number }))
  const draft = await stage.ask<Invoice>('agent', `invoices/${phone.url().split('/').at(-1)}`)
  expect(draft).toMatchObject({ invoice_no: number, total: made.total, booking_id: booking, status: 'draft' })
  await see(phone.getByText(`${number}.xml`))
})

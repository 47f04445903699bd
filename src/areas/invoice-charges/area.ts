import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { amount, choice, reference, text } from '#shared/kit/fields.ts'
import { chargeKinds } from '#shared/trade/invoice-terms.ts'
import { taxPoint } from '#shared/trade/taxes.ts'

const people = ['admin', 'Office', 'Agent'] as const

/** A charge that an invoice adds to its goods, such as freight, or a discount or deposit that it deducts. */
export const invoiceCharges = defineArea({
  name: 'invoice-charges',
  title: 'description',
  fields: {
    invoice_id: reference('invoices', { required: true, fixed: true }),
    kind: choice(chargeKinds, { required: true, default: 'freight' }),
    description: text({ max: 255 }),
    // Always positive; discounts and deposits are deducted.
    charge_amount: amount({ required: true, min: '0.001' }),
    tax_rate_id: reference('tax-rates', { states: ['active'], openTitle: true, validOn: taxPoint }),
    // The deposit invoice that is deducted.
    deposit_id: reference('invoices', { openTitle: true }),
  },
  access: { read: people, create: people, edit: people, delete: people },
  partOf: { area: 'invoices', by: 'invoice_id' },
  key: ['kind', 'description'],
  sort: ['id'],
})
export type InvoiceCharge = RecordOf<typeof invoiceCharges>

import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { amount, choice, date, reference, text } from '#shared/kit/fields.ts'

const people = ['admin', 'Office', 'Agent'] as const

/**
 * A payment of an invoice, or an amount that was set off against it. A returned payment is a row with a negative
 * amount.
 */
export const invoicePayments = defineArea({
  name: 'invoice-payments',
  title: 'reference',
  fields: {
    invoice_id: reference('invoices', { required: true, fixed: true }),
    paid_on: date({ readOnly: true, sort: true }),
    paid_amount: amount({ readOnly: true }),
    // The discount for early payment that was deducted from it.
    discount: amount({ readOnly: true, default: '0' }),
    reference: text({ readOnly: true, max: 60, search: 'code' }),
    source: choice(['run', 'recorded', 'reversed'], { readOnly: true, default: 'recorded' }),
    payment_run_no: text({ readOnly: true, max: 20, search: 'code' }),
    entered_by: reference('users', { readOnly: true, openTitle: true, read: ['admin', 'Office'] }),
  },
  access: { read: people, create: [], edit: [], delete: [] },
  partOf: { area: 'invoices', by: 'invoice_id' },
  sort: ['id'],
})
export type InvoicePayment = RecordOf<typeof invoicePayments>

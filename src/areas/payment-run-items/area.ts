import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { amount, choice, country, date, reference, text } from '#shared/kit/fields.ts'
import { invoiceTypes } from '#shared/trade/invoice-terms.ts'
import { itemStates } from '#shared/trade/payment-run.ts'

const house = ['admin', 'Office'] as const
/** Account numbers are visible to administrators only, who are responsible for payments. */
const payers = ['admin'] as const

/** An invoice that a payment run pays, or a credit or debit note that it sets off. */
export const paymentRunItems = defineArea({
  name: 'payment-run-items',
  title: 'end_to_end_id',
  fields: {
    payment_run_id: reference('payment-runs', { required: true, fixed: true }),
    invoice_id: reference('invoices', { required: true, fixed: true, openTitle: true, sort: true }),
    supplier_id: reference('suppliers', { readOnly: true, openTitle: true, sort: true }),
    invoice_type: choice(invoiceTypes, { readOnly: true }),
    due_date: date({ readOnly: true, sort: true }),
    // The balance when the item was added, with the sign of the invoice.
    open_amount: amount({ readOnly: true }),
    // The amount to pay; negative when it is set off. Together with the discount it does not exceed the balance.
    pay_amount: amount({ required: true }),
    discount: amount({ min: '0', default: '0' }),
    outcome: choice(itemStates, { readOnly: true, default: 'open', sort: true }),
    fault: text({ readOnly: true, max: 200 }),
    paid_on: date({ readOnly: true }),
    bank_reference: text({ readOnly: true, max: 60 }),
    end_to_end_id: text({ readOnly: true, max: 35, search: 'code' }),
    // The account at the time of the release, as the bank's file names it.
    bank_account_id: reference('supplier-bank-accounts', { readOnly: true, openTitle: true }),
    creditor_name: text({ readOnly: true, max: 140, read: payers }),
    creditor_iban: text({ readOnly: true, max: 50, read: payers }),
    creditor_account_no: text({ readOnly: true, max: 50, read: payers }),
    creditor_bic: text({ readOnly: true, max: 11, read: payers }),
    creditor_clearing_code: text({ readOnly: true, max: 20, read: payers }),
    creditor_bank_country: country({ readOnly: true, read: payers }),
    creditor_town: text({ readOnly: true, max: 80, read: payers }),
    creditor_country: country({ readOnly: true, read: payers }),
  },
  access: { read: house, create: house, edit: house, delete: house },
  partOf: { area: 'payment-runs', by: 'payment_run_id' },
  key: ['invoice_id'],
  sort: ['id'],
  totals: ['pay_amount', 'discount'],
})
export type PaymentRunItem = RecordOf<typeof paymentRunItems>

import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  amount,
  conditions,
  currency,
  date,
  integer,
  longText,
  moment,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { mostItems } from '#shared/trade/payment-run.ts'

const house = ['admin', 'Office'] as const
const payers = ['admin'] as const
const comment = { comment: longText({ max: 500 }) }
const reason = { reason: longText({ required: true, max: 500 }) }

/**
 * Invoices that are paid together, in one currency and from one account: proposed, released by a second person, sent to
 * the bank, and confirmed by it.
 */
export const paymentRuns = defineArea({
  name: 'payment-runs',
  path: '/apps/payment_runs',
  title: 'run_no',
  fields: {
    run_no: text({ readOnly: true, unique: true, max: 20, search: 'code', sort: true }),
    currency: currency({ required: true, fixed: true, sort: true }),
    due_until: date({ required: true, fixed: true, sort: true }),
    execution_date: date({ required: true, sort: true }),
    paying_account_id: reference('paying-accounts', {
      required: true,
      states: ['active'],
      within: { field: 'currency', of: 'currency' },
      openTitle: true,
      sort: true,
    }),
    items: rows('payment-run-items', { by: 'payment_run_id', max: mostItems, order: ['id'] }),
    // The total that the bank transfers, the total of set-off notes, and the total of discounts.
    paid_out: amount({ readOnly: true, default: '0', sort: true }),
    set_off: amount({ readOnly: true, default: '0' }),
    discount_total: amount({ readOnly: true, default: '0' }),
    payments_qty: integer({ readOnly: true, default: 0 }),
    suppliers_qty: integer({ readOnly: true, default: 0 }),
    failed_qty: integer({ readOnly: true, default: 0 }),
    notes: longText({ max: 1000 }),
    proposed_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_at: moment({ readOnly: true, sort: true }),
    released_by: reference('users', { readOnly: true, openTitle: true }),
    released_at: moment({ readOnly: true, sort: true }),
    // The last download of the bank file.
    exported_by: reference('users', { readOnly: true, openTitle: true }),
    exported_at: moment({ readOnly: true }),
    sent_by: reference('users', { readOnly: true, openTitle: true }),
    sent_at: moment({ readOnly: true, sort: true }),
    // The user who imported the bank's answer, or settled the run by hand.
    confirmed_by: reference('users', { readOnly: true, openTitle: true }),
    settled_on: date({ readOnly: true, sort: true }),
    answer: longText({ readOnly: true, max: 500 }),
  },
  conditions: conditions({
    supplier: reference('suppliers'),
    invoice: reference('invoices'),
  }),
  lifecycle: lifecycle({
    start: 'draft',
    states: {
      draft: 'neutral',
      submitted: 'warning',
      released: 'info',
      sent: 'info',
      settled: 'success',
      cancelled: 'neutral',
    },
    moves: {
      submit: { from: ['draft'], to: 'submitted', by: house, asks: comment },
      return: { from: ['submitted'], to: 'draft', by: house, asks: reason },
      release: { from: ['submitted'], to: 'released', by: payers, asks: comment },
      send: { from: ['released'], to: 'sent', by: payers, asks: comment },
      settle: {
        from: ['sent'],
        to: 'settled',
        by: payers,
        asks: {
          paid_on: date({ required: true, starts: 'execution_date', happened: true }),
          bank_reference: text({ required: true, max: 60 }),
          ...comment,
        },
      },
      // The bank has answered every payment.
      finish: { from: ['sent'], to: 'settled', by: [] },
      cancel: { from: ['draft', 'submitted'], to: 'cancelled', by: house, asks: reason, danger: true },
      stop: { from: ['released'], to: 'cancelled', by: payers, asks: reason, danger: true },
    },
  }),
  access: { read: house, create: house, edit: house, delete: payers },
  portfolio: 'in_portfolio',
  deletedIn: ['draft'],
  archivedIn: ['settled', 'cancelled'],
  sort: ['-id'],
  totals: ['paid_out', 'set_off', 'discount_total'],
  columns: [
    'run_no',
    'status',
    'currency',
    'paid_out',
    'execution_date',
    'due_until',
    'payments_qty',
    'suppliers_qty',
    'paying_account_id',
    'proposed_by',
    'released_by',
  ],
})
export type PaymentRun = RecordOf<typeof paymentRuns>

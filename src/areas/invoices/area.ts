import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  amount,
  choice,
  choices,
  conditions,
  currency,
  date,
  decimal,
  flag,
  integer,
  longText,
  moment,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { incotermCodes } from '#shared/standards/incoterms.ts'
import { disputeReasons, dueBases, invoiceTypes, matchCodes, matchStates } from '#shared/trade/invoice-terms.ts'
import { stuckReasons } from '#shared/trade/payables.ts'

const house = ['admin', 'Office'] as const
const people = ['admin', 'Office', 'Agent'] as const
const comment = { comment: longText({ max: 1000 }) }
const reason = { reason: longText({ required: true, max: 1000 }) }

/** Invoices and notes of suppliers: matched with order and booking, approved, and paid. */
export const invoices = defineArea({
  name: 'invoices',
  path: '/apps/invoice',
  title: 'invoice_no',
  fields: {
    // The number that the supplier gave it.
    invoice_no: text({ required: true, max: 40, search: 'code', sort: true }),
    // The normalised number (`numberKey`), unique for the supplier.
    number_key: text({ readOnly: true, max: 40, read: ['admin'] }),
    internal_no: text({ readOnly: true, unique: true, max: 20, search: 'code', sort: true }),
    type: choice(invoiceTypes, {
      required: true,
      fixed: true,
      default: 'commercial',
      // Only the office creates debit notes.
      offers: { Agent: ['commercial', 'proforma', 'deposit', 'credit_note'] },
      sort: true,
    }),
    supplier_id: reference('suppliers', {
      required: true,
      fixed: true,
      write: house,
      openTitle: true,
      search: true,
      sort: true,
    }),
    booking_id: reference('bookings', {
      fixed: true,
      states: ['shipped', 'arrived', 'closed'],
      within: { field: 'supplier_id', of: 'supplier_id' },
      openTitle: true,
      search: true,
      sort: true,
    }),
    purchase_order_id: reference('purchase-orders', {
      within: { field: 'supplier_id', of: 'supplier_id' },
      openTitle: true,
      search: true,
      sort: true,
    }),
    // The invoice that a credit or debit note corrects.
    corrects_id: reference('invoices', { within: { field: 'supplier_id', of: 'supplier_id' }, openTitle: true }),
    // The claim that a debit note settles.
    claim_no: text({ readOnly: true, max: 20, search: 'code' }),
    invoice_date: date({ required: true, sort: true }),
    currency: currency({ required: true, sort: true }),
    fx_rate: decimal({ readOnly: true, digits: 6, read: house }),
    lines: rows('invoice-lines', { by: 'invoice_id', min: 1, max: 500, order: ['id'] }),
    charges: rows('invoice-charges', { by: 'invoice_id', max: 30, order: ['id'] }),
    net: amount({ readOnly: true, default: '0', sort: true }),
    tax: amount({ readOnly: true, default: '0' }),
    total: amount({ readOnly: true, default: '0', sort: true }),
    total_base: amount({ readOnly: true, inBase: true, read: house }),
    payment_term_id: reference('payment-terms', { readOnly: true, openTitle: true, read: people }),
    due_base: choice(dueBases, { readOnly: true }),
    // The date from which the payment term counts; empty while it is unknown.
    base_date: date({ readOnly: true }),
    due_date: date({ readOnly: true, sort: true }),
    discount_date: date({ readOnly: true, sort: true }),
    discount_amount: amount({ readOnly: true }),
    incoterm: choice(incotermCodes, { readOnly: true }),
    incoterm_place: text({ readOnly: true, max: 80 }),
    port_of_loading_id: reference('ports', { readOnly: true, openTitle: true }),
    bl_no: text({ readOnly: true, max: 40, search: 'code' }),
    bank_account_id: reference('supplier-bank-accounts', {
      states: ['active'],
      within: { field: 'supplier_id', of: 'supplier_id' },
    }),
    remarks: longText({ max: 1000 }),
    notes_internal: longText({ max: 2000, read: house, write: house }),
    match_status: choice(matchStates, { readOnly: true, default: 'unmatched', sort: true }),
    exceptions: choices(matchCodes, { readOnly: true }),
    dispute_reason: choice(disputeReasons, { readOnly: true, sort: true }),
    dispute_comment: longText({ readOnly: true, max: 1000 }),
    dispute_round: integer({ readOnly: true, default: 0 }),
    submitted_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_at: moment({ readOnly: true, sort: true }),
    first_approved_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    first_approved_at: moment({ readOnly: true, read: house }),
    approved_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    approved_at: moment({ readOnly: true, sort: true }),
    auto_approved: flag({ readOnly: true, read: house }),
    answer: longText({ readOnly: true, max: 1000 }),
    payments: rows('invoice-payments', { by: 'invoice_id', max: 100, readOnly: true, order: ['id'] }),
    amount_paid: amount({ readOnly: true, default: '0' }),
    balance: amount({ readOnly: true, default: '0', sort: true }),
    paid_on: date({ readOnly: true, sort: true }),
  },
  conditions: conditions({
    overdue: flag(),
    due_in: date(),
    order: reference('purchase-orders'),
    order_line: reference('po-lines'),
    exception: choice(matchCodes),
    payable: flag(),
    stuck: choice(stuckReasons, { read: house }),
  }),
  lifecycle: lifecycle({
    start: 'draft',
    states: {
      draft: 'neutral',
      submitted: 'warning',
      under_review: 'warning',
      disputed: 'danger',
      approved: 'info',
      scheduled: 'info',
      part_paid: 'info',
      paid: 'success',
      rejected: 'danger',
      void: 'neutral',
    },
    moves: {
      submit: { from: ['draft'], to: 'submitted', by: people, asks: comment },
      review: { from: ['submitted'], to: 'under_review', by: house },
      dispute: {
        from: ['under_review'],
        to: 'disputed',
        by: house,
        asks: {
          dispute_reason: choice(disputeReasons, { required: true }),
          comment: longText({ required: true, max: 1000 }),
        },
      },
      resubmit: { from: ['disputed'], to: 'under_review', by: people, asks: comment },
      // The office withdraws the dispute.
      settle_dispute: { internal: true, from: ['disputed'], to: 'under_review', by: house, asks: comment },
      // The first of two approvals, which invoices above a limit need.
      approve_first: { internal: true, from: ['under_review'], by: house, asks: comment },
      approve: { internal: true, from: ['under_review'], to: 'approved', by: house, asks: comment },
      withdraw: { from: ['submitted', 'under_review', 'disputed'], to: 'rejected', by: ['Agent'], asks: comment },
      reject: {
        from: ['submitted', 'under_review', 'disputed'],
        to: 'rejected',
        by: house,
        asks: reason,
        danger: true,
      },
      revise: { from: ['rejected'], to: 'draft', by: people },
      // From `paid` too: an invoice that deposits cover in full is paid as soon as it is approved.
      void: { from: ['approved', 'paid'], to: 'void', by: ['admin'], asks: reason, danger: true },
      // Made by payment runs, which include and release invoices.
      schedule: { internal: true, from: ['approved', 'part_paid'], to: 'scheduled', by: [] },
      unschedule: { internal: true, from: ['scheduled'], by: [] },
      // For payments outside a payment run.
      record_payment: {
        internal: true,
        from: ['approved', 'part_paid'],
        by: ['admin'],
        asks: {
          paid_on: date({ required: true, happened: true }),
          amount: amount({ required: true, min: '0.001', starts: 'balance' }),
          reference: text({ required: true, max: 60 }),
          ...comment,
        },
      },
      reverse_payment: {
        internal: true,
        from: ['part_paid', 'paid'],
        by: ['admin'],
        asks: { paid_on: date({ required: true, happened: true }), ...reason },
        danger: true,
      },
    },
  }),
  access: { read: people, create: people, edit: people, delete: people },
  scope: { Agent: 'own' },
  deletedIn: ['draft'],
  archivedIn: ['paid', 'rejected', 'void'],
  keptIn: ['submitted', 'under_review', 'approved', 'scheduled', 'part_paid', 'paid', 'void'],
  key: ['supplier_id', 'invoice_no'],
  keyFreeIn: ['rejected', 'void'],
  sort: ['-id'],
  totals: ['total', 'balance'],
  columns: [
    'invoice_no',
    'status',
    'supplier_id',
    'total',
    'balance',
    'currency',
    'due_date',
    'match_status',
    'exceptions',
    'type',
    'invoice_date',
    'booking_id',
  ],
})
export type Invoice = RecordOf<typeof invoices>

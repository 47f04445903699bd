import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  amount,
  choice,
  conditions,
  currency,
  date,
  decimal,
  flag,
  integer,
  longText,
  moment,
  percent,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { claimBases, claimTypes } from '#shared/trade/claim-terms.ts'

const house = ['admin', 'Office'] as const
const people = ['admin', 'Office', 'Agent'] as const
const comment = longText({ required: true, max: 1000 })

/** A claim of the retailer against a supplier: shared, answered, decided, and settled by a debit note. */
export const claims = defineArea({
  name: 'claims',
  path: '/apps/claims',
  title: 'claim_no',
  fields: {
    claim_no: text({ readOnly: true, unique: true, max: 20, search: 'code', sort: true }),
    type: choice(claimTypes, { required: true, fixed: true, sort: true }),
    purchase_order_id: reference('purchase-orders', {
      required: true,
      fixed: true,
      states: ['issued', 'change_proposed', 'confirmed', 'closed', 'completed'],
      openTitle: true,
      search: true,
      sort: true,
    }),
    supplier_id: reference('suppliers', { readOnly: true, openTitle: true, search: true, sort: true }),
    // The source of the facts.
    container_id: reference('containers', { readOnly: true, openTitle: true, search: true, sort: true }),
    booking_id: reference('bookings', { readOnly: true, openTitle: true, sort: true }),
    qa_activity_id: reference('qa-activities', { readOnly: true, openTitle: true, search: true, sort: true }),
    currency: currency({ readOnly: true, sort: true }),
    // Empty on creation: the best matching rule is used.
    rule_id: reference('claim-rules', { states: ['active'], openTitle: true, sort: true }),
    // The rule at the time when the claim was computed.
    basis: choice(claimBases, { readOnly: true }),
    rate: decimal({ readOnly: true, digits: 4 }),
    grace_days: integer({ readOnly: true }),
    cap_pct: percent({ readOnly: true }),
    lines: rows('claim-lines', { by: 'claim_id', min: 1, max: 300, order: ['id'] }),
    fee: amount({ readOnly: true, default: '0' }),
    computed_amount: amount({ readOnly: true, default: '0' }),
    amount: amount({ readOnly: true, default: '0', sort: true }),
    remarks: longText({ max: 1000 }),
    notes_internal: longText({ max: 2000, read: house }),
    shared_at: moment({ readOnly: true, sort: true }),
    answer_due: date({ readOnly: true, sort: true }),
    // The supplier was reminded to answer.
    is_reminded: flag({ readOnly: true, read: house }),
    answered_by: reference('users', { readOnly: true, openTitle: true }),
    answered_at: moment({ readOnly: true, sort: true }),
    // Accepted automatically because the supplier did not answer in time.
    is_automatic: flag({ readOnly: true }),
    contest_comment: longText({ readOnly: true, max: 1000 }),
    decided_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    decided_at: moment({ readOnly: true }),
    decision_comment: longText({ readOnly: true, max: 1000 }),
    withdraw_reason: longText({ readOnly: true, max: 1000 }),
    debit_note_id: reference('invoices', { readOnly: true, openTitle: true, sort: true }),
    settled_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    settled_at: moment({ readOnly: true, sort: true }),
  },
  conditions: conditions({
    order_line: reference('po-lines'),
  }),
  lifecycle: lifecycle({
    start: 'draft',
    states: {
      draft: 'neutral',
      shared: 'info',
      contested: 'danger',
      accepted: 'warning',
      upheld: 'warning',
      settled: 'success',
      withdrawn: 'neutral',
    },
    moves: {
      share: { from: ['draft'], to: 'shared', by: house },
      accept: { from: ['shared'], to: 'accepted', by: ['Agent'], asks: { comment: longText({ max: 1000 }) } },
      contest: {
        from: ['shared'],
        to: 'contested',
        by: ['Agent'],
        asks: { comment },
        files: ['photo', 'other'],
        danger: true,
      },
      // The time to answer is over.
      lapse: { from: ['shared'], to: 'accepted', by: [] },
      uphold: { from: ['contested'], to: 'upheld', by: house, asks: { comment } },
      // Takes either percent or amount; the supplier then answers again.
      reduce: {
        from: ['contested'],
        to: 'shared',
        by: house,
        asks: {
          reduce_pct: percent({ min: '0.01' }),
          reduced_amount: amount({ min: '0' }),
          comment,
        },
      },
      settle: { from: ['accepted', 'upheld'], to: 'settled', by: house, asks: { comment: longText({ max: 1000 }) } },
      // `unsettle`: the debit note was rejected or voided. `resettle`: the debit note is a draft again.
      unsettle: { internal: true, from: ['settled'], by: [] },
      resettle: { internal: true, from: ['accepted', 'upheld'], to: 'settled', by: [] },
      withdraw: {
        from: ['draft', 'shared', 'contested', 'accepted', 'upheld'],
        to: 'withdrawn',
        by: house,
        asks: { reason: longText({ required: true, max: 1000 }) },
        danger: true,
      },
      // Only for claims that were never shared with a supplier.
      reopen: { from: ['withdrawn'], to: 'draft', by: house },
    },
  }),
  access: { read: people, create: house, edit: house, delete: ['admin'] },
  scope: { Agent: 'own_shared' },
  keptIn: ['contested', 'accepted', 'upheld', 'settled', 'withdrawn'],
  deletedIn: ['draft'],
  archivedIn: ['settled', 'withdrawn'],
  key: ['claim_no'],
  sort: ['-id'],
  totals: ['amount'],
  columns: [
    'claim_no',
    'status',
    'type',
    'supplier_id',
    'purchase_order_id',
    'currency',
    'amount',
    'answer_due',
    'container_id',
    'qa_activity_id',
    'debit_note_id',
    'answered_at',
  ],
})
export type Claim = RecordOf<typeof claims>

import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choices, country, currency, date, longText, moment, reference, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'

/** Roles that see full account numbers: the supplier itself, and administrators, who are responsible for payments. */
const payers = ['admin', 'Agent'] as const
const reason = { reason: longText({ required: true, max: 500 }) }
const comment = { comment: longText({ max: 500 }) }

/**
 * A supplier's bank account. Activating it takes two administrators: one calls the supplier back, another one who was
 * not involved approves.
 */
export const supplierBankAccounts = defineArea({
  name: 'supplier-bank-accounts',
  path: '/apps/supplier_bank_accounts',
  title: 'account_title',
  fields: {
    account_title: text({ readOnly: true, max: 200, search: true, sort: true }),
    supplier_id: reference('suppliers', {
      required: true,
      fixed: true,
      write: ['admin'],
      search: true,
      sort: true,
      openTitle: true,
    }),
    account_holder: text({ required: true, max: 140, search: true }),
    bank_name: text({ required: true, max: 140 }),
    branch_name: text({ max: 140 }),
    bank_country: country({ required: true, sort: true }),
    currency: currency({ required: true }),
    iban: text({ max: 50, case: 'upper', read: payers }),
    account_no: text({ max: 50, case: 'upper', read: payers }),
    // The last digits, visible to every reader.
    account_mask: text({ readOnly: true, max: 20 }),
    bic: text({ max: 11, case: 'upper' }),
    clearing_code: text({ max: 20, case: 'upper' }),
    note: longText({ max: 500 }),
    findings: choices(['holder_differs', 'country_differs', 'other_supplier'], { readOnly: true, read: ['admin'] }),
    entered_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_at: moment({ readOnly: true, sort: true }),
    called_person: text({ readOnly: true, max: 120, read: ['admin'] }),
    called_number: text({ readOnly: true, max: 40, read: ['admin'] }),
    called_on: date({ readOnly: true, read: ['admin'] }),
    checked_by: reference('users', { readOnly: true, openTitle: true, read: ['admin', 'Office'] }),
    checked_at: moment({ readOnly: true, read: ['admin', 'Office'] }),
    approved_by: reference('users', { readOnly: true, openTitle: true, read: ['admin', 'Office'] }),
    approved_at: moment({ readOnly: true, sort: true }),
    answer: longText({ readOnly: true, max: 500 }),
  },
  lifecycle: lifecycle({
    start: 'draft',
    states: {
      draft: 'neutral',
      submitted: 'warning',
      checked: 'info',
      active: 'success',
      rejected: 'danger',
      suspended: 'danger',
      replaced: 'neutral',
      closed: 'neutral',
    },
    moves: {
      submit: { from: ['draft', 'rejected'], to: 'submitted', by: payers },
      withdraw: { from: ['submitted'], to: 'draft', by: payers, asks: comment },
      check: {
        internal: true,
        from: ['submitted'],
        to: 'checked',
        by: ['admin'],
        asks: {
          called_person: text({ required: true, max: 120 }),
          called_number: text({ required: true, max: 40 }),
          called_on: date({ required: true, happened: true }),
          ...comment,
        },
      },
      approve: { from: ['checked'], to: 'active', by: ['admin'], asks: comment },
      reject: { from: ['submitted', 'checked'], to: 'rejected', by: ['admin'], asks: reason, danger: true },
      suspend: { from: ['active'], to: 'suspended', by: ['admin'], asks: reason, danger: true },
      resume: { from: ['suspended'], to: 'submitted', by: ['admin'], asks: reason },
      close: {
        from: ['draft', 'rejected', 'active', 'suspended'],
        to: 'closed',
        by: ['admin'],
        asks: reason,
        danger: true,
      },
      replace: { from: ['active'], to: 'replaced', by: [] },
    },
  }),
  access: { read: ['admin', 'Office', 'Agent'], create: payers, edit: payers, delete: ['admin'] },
  attachments: payers,
  deletedIn: ['draft'],
  archivedIn: ['draft', 'rejected', 'replaced', 'closed'],
  scope: { Agent: 'own' },
  sort: ['-id'],
  columns: ['account_title', 'status', 'supplier_id', 'account_holder', 'bank_country', 'submitted_at'],
})
export type SupplierBankAccount = RecordOf<typeof supplierBankAccounts>

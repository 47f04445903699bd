import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { country, currency, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'

const payers = ['admin'] as const

/** A bank account of the retailer from which suppliers are paid. Office users choose one without seeing its numbers. */
export const payingAccounts = defineArea({
  name: 'paying-accounts',
  path: '/apps/paying_accounts',
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 80, search: true, sort: true }),
    account_holder: text({ required: true, max: 140, read: payers }),
    bank_country: country({ required: true, sort: true }),
    // The account is offered to payment runs of this currency.
    currency: currency({ required: true, fixed: true, sort: true }),
    iban: text({ max: 50, case: 'upper', read: payers }),
    account_no: text({ max: 50, case: 'upper', read: payers }),
    bic: text({ max: 11, case: 'upper', read: payers }),
    clearing_code: text({ max: 20, case: 'upper', read: payers }),
    // The ledger account of this bank account; empty: the account of the settings.
    ledger_account: text({ max: 20, read: payers }),
  },
  lifecycle: retirable(payers),
  access: { read: ['admin', 'Office'], create: payers, edit: payers, delete: payers },
  key: ['name'],
  sort: ['name'],
  columns: ['name', 'account_holder', 'currency', 'bank_country', 'ledger_account', 'status'],
})
export type PayingAccount = RecordOf<typeof payingAccounts>

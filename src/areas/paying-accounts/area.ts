import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { country, currency, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'

const payers = ['admin'] as const

/** A bank account of the retailer, from which suppliers are paid. The office chooses one without its numbers. */
export const payingAccounts = defineArea({
  name: 'paying-accounts',
  path: '/apps/paying_accounts',
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 80, search: true, sort: true }),
    account_holder: text({ required: true, max: 140, read: payers }),
    bank_country: country({ required: true, sort: true }),
    // Payment runs of the currency name the account.
    currency: currency({ required: true, fixed: true, sort: true }),
    iban: text({ max: 50, case: 'upper', read: payers }),
    account_no: text({ max: 50, case: 'upper', read: payers }),
    bic: text({ max: 11, case: 'upper', read: payers }),
    clearing_code: text({ max: 20, case: 'upper', read: payers }),
    // The account of the ledger that the bank stands for; without one that of the settings.
    ledger_account: text({ max: 20, read: payers }),
  },
  lifecycle: retirable(payers),
  access: { read: ['admin', 'Office'], create: payers, edit: payers, delete: payers },
  key: ['name'],
  sort: ['name'],
  columns: ['name', 'account_holder', 'currency', 'bank_country', 'ledger_account', 'status'],
})
export type PayingAccount = RecordOf<typeof payingAccounts>

import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The account and its bank details. */
export const sections: readonly SectionPlan[] = [
  { name: 'account', fields: ['name', 'account_holder', 'currency', 'ledger_account'] },
  { name: 'bank', fields: ['bank_country', 'iban', 'account_no', 'bic', 'clearing_code'] },
]

import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { isBic, isClearingCode, isIban } from '#shared/standards/bank.ts'
import type { PayingAccount } from './area'

export const rules: Rules = {
  check: (record) => {
    const account = record as unknown as PayingAccount
    return [...numberProblems(account), ...bankProblems(account)]
  },
}

const numberProblems = ({ iban, account_no, bic, clearing_code, bank_country }: PayingAccount): Problem[] => {
  if (!iban && !account_no) return [problem(textOf('problems.paying-accounts.number_needed'), 'account_no')]
  return [
    ...(iban && !isIban(iban) ? [problem(textOf('problems.paying-accounts.not_iban'), 'iban')] : []),
    ...(iban && isIban(iban) && iban.slice(0, 2) !== bank_country
      ? [problem(textOf('problems.paying-accounts.other_country'), 'iban')]
      : []),
    ...(account_no && !/^[0-9A-Z/.]{4,34}$/.test(account_no)
      ? [problem(textOf('problems.paying-accounts.not_account_no'), 'account_no')]
      : []),
    ...(iban || bic || clearing_code ? [] : [problem(textOf('problems.paying-accounts.bank_needed'), 'bic')]),
  ]
}

const bankProblems = ({ bic, clearing_code, bank_country }: PayingAccount): Problem[] => [
  ...(bic && !isBic(bic) ? [problem(textOf('problems.paying-accounts.not_bic'), 'bic')] : []),
  ...(bic && isBic(bic) && bic.slice(4, 6) !== bank_country
    ? [problem(textOf('problems.paying-accounts.other_country'), 'bic')]
    : []),
  ...(clearing_code && !isClearingCode(clearing_code, bank_country)
    ? [problem(textOf('problems.paying-accounts.not_clearing_code'), 'clearing_code')]
    : []),
]

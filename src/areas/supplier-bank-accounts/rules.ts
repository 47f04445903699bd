import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { isBic, isClearingCode, isIban } from '#shared/standards/bank.ts'
import type { SupplierBankAccount } from './area'

export const rules: Rules = {
  check: (record) => {
    const account = record as unknown as SupplierBankAccount
    return [...numberProblems(account), ...bankProblems(account)]
  },
  guards: {
    approve: fourEyesProblems,
  },
  cautions: { check: findingTexts, approve: findingTexts },
  // Details under verification cannot change; create another account instead.
  editable:
    ({ status }) =>
    () =>
      status === 'draft' || status === 'rejected',
}

/** The account number: a valid IBAN, or the bank's own number with a code that identifies the bank. */
const numberProblems = ({ iban, account_no, bic, clearing_code, bank_country }: SupplierBankAccount): Problem[] => {
  if (!iban && !account_no) return [problem(textOf('problems.supplier-bank-accounts.number_needed'), 'account_no')]
  return [
    ...(iban && !isIban(iban) ? [problem(textOf('problems.supplier-bank-accounts.not_iban'), 'iban')] : []),
    ...(iban && isIban(iban) && iban.slice(0, 2) !== bank_country
      ? [problem(textOf('problems.supplier-bank-accounts.other_country'), 'iban')]
      : []),
    ...(account_no && !/^[0-9A-Z/.]{4,34}$/.test(account_no)
      ? [problem(textOf('problems.supplier-bank-accounts.not_account_no'), 'account_no')]
      : []),
    ...(iban || bic || clearing_code ? [] : [problem(textOf('problems.supplier-bank-accounts.bank_needed'), 'bic')]),
  ]
}

const bankProblems = ({ bic, clearing_code, bank_country, currency }: SupplierBankAccount): Problem[] => [
  ...(bic && !isBic(bic) ? [problem(textOf('problems.supplier-bank-accounts.not_bic'), 'bic')] : []),
  ...(bic && isBic(bic) && bic.slice(4, 6) !== bank_country
    ? [problem(textOf('problems.supplier-bank-accounts.other_country'), 'bic')]
    : []),
  ...(clearing_code && !isClearingCode(clearing_code, bank_country)
    ? [problem(textOf(codeKeys[bank_country] ?? 'validation.pattern'), 'clearing_code')]
    : []),
  // Payments in CNY within China need only the bank's CNAPS code.
  ...(!clearing_code && bank_country === 'CN' && currency === 'CNY'
    ? [problem(textOf('problems.supplier-bank-accounts.cnaps_needed'), 'clearing_code')]
    : []),
]

/** Formats of bank codes, by country. */
const codeKeys: Record<string, string> = {
  AU: 'problems.supplier-bank-accounts.not_clearing_code.au',
  CN: 'problems.supplier-bank-accounts.not_clearing_code.cn',
  GB: 'problems.supplier-bank-accounts.not_clearing_code.gb',
  HK: 'problems.supplier-bank-accounts.not_clearing_code.hk',
  IN: 'problems.supplier-bank-accounts.not_clearing_code.in',
  US: 'problems.supplier-bank-accounts.not_clearing_code.us',
}

const handKeys: Record<string, string> = {
  checked_by: 'problems.supplier-bank-accounts.own.checked_by',
  submitted_by: 'problems.supplier-bank-accounts.own.submitted_by',
  entered_by: 'problems.supplier-bank-accounts.own.entered_by',
}

/** Users who were involved in an account cannot activate it. */
function fourEyesProblems(account: AnyRecord, { me }: RuleContext): Problem[] {
  const involvement = Object.keys(handKeys).find((field) => account[field] === me.id)
  return involvement ? [problem(textOf(handKeys[involvement] ?? ''))] : []
}

function findingTexts(account: AnyRecord): Problem[] {
  return ((account.findings ?? []) as string[]).map((finding) =>
    problem(textOf(`areas.supplier-bank-accounts.choices.findings.${finding}`)),
  )
}

import type { Doc, Work } from '#server/kit/kit.ts'
import { compare } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { swiftName } from '#shared/standards/swift-text.ts'
import { netOf } from '#shared/trade/payment-run.ts'
import { openGroups } from './complete'

interface Account {
  id: number
  supplier_id: number
  supplier: string
  status: string
  archived: boolean
  currency: string
  name: string
  iban: string | null
  account_no: string | null
  bic: string | null
  clearing_code: string | null
  bank_country: string
  legal_name: string | null
  town: string | null
  country: string | null
}

/** The items of one supplier that receives money, and the account that they are paid to. */
interface Payee {
  items: Doc[]
  account: Account | undefined
}

/** The payees of a run. Their accounts are locked until the write ends, so that none is suspended concurrently. */
const readPayees = async ({ tx, isOffer }: Work, run: Doc): Promise<Payee[]> => {
  const groups = openGroups(run).filter((items) => compare(netOf(items), '0') > 0)
  const ids = groups.map(([item]) => Number(item?.bank_account_id ?? 0))
  if (!isOffer)
    await tx.query(
      'select id from supplier_bank_accounts where id = any($1::bigint[]) order by id for share',
      [ids],
      'hold_payees',
    )
  const rows = await tx.query<Account>(
    `select a.id, a.supplier_id, s.supplier_name as supplier, a.status, a.archived_at is not null as archived,
       a.currency, a.account_holder as name, a.iban, a.account_no, a.bic, a.clearing_code, a.bank_country,
       s.company_legal_name_en as legal_name, s.city as town, s.country
     from supplier_bank_accounts a join suppliers s on s.id = a.supplier_id where a.id = any($1::bigint[])`,
    [ids],
    'payees',
  )
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return groups.map((items) => ({ items, account: byId.get(Number(items[0]?.bank_account_id ?? 0)) }))
}

/**
 * Reasons against a release: every account must be verified, belong to the supplier, and have the currency of the run.
 */
export const accountProblems = async (work: Work, run: Doc): Promise<Problem[]> =>
  (await readPayees(work, run)).flatMap(({ items, account }) => {
    if (!account) return [problem(textOf('problems.payment-runs.account_missing'))]
    const { supplier } = account
    if (!isUsable(run, items, account))
      return [problem(textOf('problems.payment-runs.account_not_active', { supplier }))]
    return nameOf(account) ? [] : [problem(textOf('problems.payment-runs.name_not_latin', { supplier }))]
  })

const isUsable = (run: Doc, items: readonly Doc[], { status, archived, currency, supplier_id }: Account) =>
  status === 'active' &&
  !archived &&
  currency === run.currency &&
  items.every((item) => Number(item.supplier_id) === Number(supplier_id))

/** The holder's name in the character set of banks; for a Chinese name the supplier's legal name in English. */
const nameOf = ({ name, legal_name }: Account): string | null =>
  (swiftName(name) ?? (legal_name ? swiftName(legal_name) : null))?.slice(0, 140) ?? null

/** Copies the accounts to the items at the release; the bank file uses these copies. */
export const storeAccounts = async (work: Work, run: Doc) => {
  for (const { items, account } of await readPayees(work, run))
    if (account) for (const item of items) Object.assign(item, accountValues(account))
}

const accountValues = (account: Account) => ({
  creditor_name: nameOf(account),
  creditor_iban: account.iban,
  creditor_account_no: account.account_no,
  creditor_bic: account.bic,
  creditor_clearing_code: account.clearing_code,
  creditor_bank_country: account.bank_country,
  creditor_town: account.town ? (swiftName(account.town)?.slice(0, 35) ?? null) : null,
  creditor_country: account.country,
})

const compared = [
  'creditor_iban',
  'creditor_account_no',
  'creditor_bic',
  'creditor_clearing_code',
  'creditor_bank_country',
] as const

/** Reports accounts that have changed since the release; the run is not sent to them. */
export const changedAccounts = async (work: Work, run: Doc): Promise<Problem[]> =>
  (await readPayees(work, run)).flatMap(({ items, account }) => {
    if (!account) return [problem(textOf('problems.payment-runs.account_missing'))]
    const now: Record<string, unknown> = accountValues(account)
    const isSame = items.every((item) => compared.every((field) => (item[field] ?? null) === now[field]))
    return isSame && isUsable(run, items, account)
      ? []
      : [problem(textOf('problems.payment-runs.account_changed', { supplier: account.supplier }))]
  })

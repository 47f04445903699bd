import { sql } from 'kysely'
import { asPortal } from '#server/kit/as-portal.ts'
import { conflict, invalid } from '#server/kit/errors.ts'
import { type Doc, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { fold } from '#shared/kit/fold.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { compactNumber } from '#shared/standards/bank.ts'
import { type SupplierBankAccount, supplierBankAccounts } from './area'
import { notifyAdmins, notifySupplier } from './server/notices'

type Finding = SupplierBankAccount['findings'][number]

/** Resets the verification: results of an earlier round do not count. */
const resetVerification = {
  called_person: null,
  called_number: null,
  called_on: null,
  checked_by: null,
  checked_at: null,
  approved_by: null,
  approved_at: null,
}

const submitted: MoveHooks['effect'] = async (work, account, _change, { reason }) => {
  Object.assign(account, resetVerification, {
    submitted_by: work.me.id || null,
    submitted_at: work.now,
    answer: typeof reason === 'string' ? reason : null,
  })
  await notifyAdmins(work, account, 'bank_submitted')
  await notifySupplier(work, account, 'bank_entered')
}

const refused =
  (mail: string): MoveHooks['effect'] =>
  async (work, account, _change, { reason }) => {
    account.answer = reason
    await notifySupplier(work, account, mail, String(reason))
  }

export const server = serve(supplierBankAccounts, {
  scopes: {
    own: (alias, caller) => sql<boolean>`${sql.id(alias, 'supplier_id')} = ${caller.supplier_id}`,
  },

  begins: (work, account) => {
    if (work.me.role === 'Agent') account.supplier_id = work.me.supplier_id
  },

  prepare: async (work, changes) => {
    const problems: Problem[][] = []
    for (const { before, after } of changes) {
      for (const field of ['iban', 'account_no', 'bic', 'clearing_code'])
        if (typeof after[field] === 'string') after[field] = compactNumber(after[field]) || null
      if (work.action !== 'check' && work.action !== 'approve') await complete(work, before, after)
      problems.push(after.supplier_id ? [] : [problem(textOf('validation.required'), 'supplier_id')])
    }
    return problems
  },

  moves: {
    submit: { effect: submitted },
    resume: { effect: submitted },
    withdraw: { effect: (_work, account) => void Object.assign(account, resetVerification) },
    check: {
      effect: async (work, account, _change, { called_person, called_number, called_on }) => {
        if (String(called_on) > work.context.today)
          throw invalid({ called_on: [textOf('problems.supplier-bank-accounts.called_later')] })
        if (!(await isOnFile(work, account, String(called_number))))
          throw invalid({ called_number: [textOf('problems.supplier-bank-accounts.not_on_file')] })
        Object.assign(account, {
          called_person,
          called_number,
          called_on,
          checked_by: work.me.id || null,
          checked_at: work.now,
        })
      },
    },
    approve: {
      effect: async (work, account) => {
        if (await hasEntered(work, account))
          throw conflict('guard', textOf('problems.supplier-bank-accounts.own.entered_by'))
        Object.assign(account, { approved_by: work.me.id || null, approved_at: work.now, answer: null })
        await replaceOthers(work, account)
        await notifySupplier(work, account, 'bank_active')
        await notifyAdmins(work, account, 'bank_approved')
      },
    },
    reject: { effect: refused('bank_rejected') },
    suspend: { effect: refused('bank_suspended') },
    close: { effect: (_work, account, _change, { reason }) => void Object.assign(account, { answer: reason }) },
  },
})

/** Sets who entered the details, the masked number and the findings. */
const complete = async (work: Work, before: Doc | null, after: Doc) => {
  const number = String(after.iban ?? after.account_no ?? '')
  after.account_mask = number ? `···· ${number.slice(-4)}` : null
  after.account_title = [after.bank_name, after.currency, after.account_mask].filter(Boolean).join(' · ')
  after.findings = await findingsOf(work, after)
  const isEntered = !before || detailFields.some((field) => (before[field] ?? null) !== (after[field] ?? null))
  if (isEntered && work.me !== system) after.entered_by = work.me.id
}

const detailFields = [
  'account_holder',
  'bank_name',
  'branch_name',
  'bank_country',
  'currency',
  'iban',
  'account_no',
  'bic',
  'clearing_code',
]

/**
 * Whether the caller ever entered one of the details. Read from the history, because `entered_by` holds only the last
 * user.
 */
const hasEntered = async ({ tx, me }: Work, { id }: Doc): Promise<boolean> => {
  const rows = await tx.query(
    `select 1 from history h where h.area = $1 and h.record_id = $2 and h.actor_id = $3 and (h.action = 'create'
       or exists (select 1 from jsonb_array_elements(h.changes) c where c ->> 'field' = any($4::text[]))) limit 1`,
    [supplierBankAccounts.name, id, me.id, detailFields],
    'bank_account_entered',
  )
  return rows.length > 0
}

const findingsOf = async ({ tx }: Work, account: Doc): Promise<Finding[]> => {
  const [supplier] = await tx.query<{ country: string; names: string[]; others: boolean }>(
    `select s.country, array_remove(array[s.company_legal_name_en, s.company_legal_name_zh, s.supplier_name], null) as names,
       exists (select 1 from supplier_bank_accounts a where a.supplier_id <> s.id
         and (a.iban = $2 or (a.account_no = $3 and a.bank_country = $4))) as others
     from suppliers s where s.id = $1`,
    [account.supplier_id, account.iban ?? null, account.account_no ?? null, account.bank_country],
    'bank_account_supplier',
  )
  if (!supplier) return []
  const holder = plain(String(account.account_holder ?? ''))
  return [
    ...(supplier.names.some((name) => plain(name) === holder) ? [] : (['holder_differs'] as const)),
    ...(supplier.country === account.bank_country ? [] : (['country_differs'] as const)),
    ...(supplier.others ? (['other_supplier'] as const) : []),
  ]
}

const plain = (name: string) => fold(name).replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Whether the phone number was on file before the details were submitted; a number that was entered with or after them
 * proves nothing. For numbers that changed since, the value at the submission counts.
 */
const isOnFile = async ({ tx }: Work, { supplier_id, submitted_at }: Doc, number: string): Promise<boolean> => {
  const rows = await tx.query<{ phone: string | null }>(
    `with changes as (
       select distinct on (of) of, phone from (
         select case c ->> 'field' when 'contact_phone' then 'supplier' else c ->> 'id' end as of, c ->> 'old' as phone, h.id
         from history h cross join lateral jsonb_array_elements(h.changes) as c
         where h.document_area = 'suppliers' and h.document_id = $1 and h.at >= $2::timestamptz
           and (c ->> 'field' = 'contact_phone' or (c ->> 'area' = 'supplier-contacts' and c ->> 'field' = 'phone'))) as all_of
       order by of, id)
     select case when e.of is null then p.phone else e.phone end as phone
     from supplier_contacts p left join changes e on e.of = p.id::text
     where p.supplier_id = $1 and p.created_at < $2::timestamptz
     union all
     select case when e.of is null then s.contact_phone else e.phone end
     from suppliers s left join changes e on e.of = 'supplier' where s.id = $1`,
    [supplier_id, submitted_at],
    'bank_account_phones',
  )
  const digits = number.replace(/\D/g, '')
  return digits.length >= 6 && rows.some(({ phone }) => phone?.replace(/\D/g, '') === digits)
}

/** A supplier has one active account per currency: replaces the others. */
const replaceOthers = async (work: Work, { id, supplier_id, currency }: Doc) => {
  // Locks the supplier, so that of two concurrent approvals the second sees the first.
  await work.tx.query(
    'select id from suppliers where id = $1 for no key update',
    [supplier_id],
    'bank_account_supplier_held',
  )
  const others = await work.tx.query<{ id: number; version: number }>(
    `select id, version from supplier_bank_accounts
     where supplier_id = $1 and currency = $2 and status = 'active' and id <> $3 order by id`,
    [supplier_id, currency, id],
    'bank_account_others',
  )
  const following = asPortal(work, 'replace')
  for (const other of others)
    await work.kit
      .repository(supplierBankAccounts.name)
      .move(following, other.id, 'replace', { version: other.version })
}

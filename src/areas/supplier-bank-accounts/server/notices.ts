import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { supplierBankAccounts } from '../area'

/**
 * Notifies the supplier's agents, the company's address and its finance contacts, so that a fraud does not go
 * unnoticed.
 */
export const notifySupplier = async (work: Work, account: Doc, mail: string, reason = '') => {
  const finance = await work.tx.query<Recipient>(
    `select c.full_name as name, c.email, coalesce(s.language, language_of_country(s.country)) as language
     from supplier_contacts c join suppliers s on s.id = c.supplier_id
     where c.supplier_id = $1 and c.function = 'finance' and c.email is not null`,
    [account.supplier_id],
    'bank_account_finance',
  )
  await sendNotice(work, account, mail, [...(await supplierPeople(work.tx, account.supplier_id)), ...finance], reason)
}

export const notifyAdmins = async (work: Work, account: Doc, mail: string) =>
  sendNotice(
    work,
    account,
    mail,
    await work.tx.query<Recipient>(
      `select full_name as name, email, mail_language(users) as language from users
       where (type = 'admin' or is_super_user = 1) and status = 'active' and archived_at is null`,
      [],
      'bank_account_admins',
    ),
  )

const sendNotice = async (work: Work, account: Doc, mail: string, people: readonly Recipient[], reason = '') => {
  const [supplier] = await work.tx.query<{ name: string }>(
    'select supplier_name as name from suppliers where id = $1',
    [account.supplier_id],
    'bank_account_supplier_name',
  )
  for (const { name, email, language } of uniqueByAddress(people))
    await work.enqueue('mail', {
      mail,
      to: email,
      language,
      params: {
        name,
        company: String(work.context.settings.company_name),
        supplier: supplier?.name ?? '',
        account: String(account.account_title),
        path: `${supplierBankAccounts.path}/${account.id}`,
        reason,
      },
    })
}

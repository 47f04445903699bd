import { gatherMail } from '#server/jobs/mail.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { formatDate } from '#shared/base/dates.ts'
import { formatAmount } from '#shared/base/money.ts'
import { textOf } from '#shared/kit/text.ts'
import { claims } from '../area'

type ToSupplier = 'claim_shared' | 'claim_decided' | 'claim_due' | 'claim_lapsed'
type ToOffice = 'claim_contested' | 'claim_accepted'

/** Notifies the users of the supplier; notices about several claims within minutes share one mail. */
export const notifySupplier = async (work: Work, mail: ToSupplier, claim: Doc, note: string): Promise<void> =>
  queueMails(work, mail, claim, uniqueByAddress(await supplierPeople(work.tx, claim.supplier_id)), note)

/** Runs after claims were written: notifies suppliers of claims that were shared for the first time. */
export const notifyShared = async (work: Work, changes: readonly Change[]): Promise<void> => {
  for (const { before, after } of changes)
    if (before?.status === 'draft' && after.status === 'shared')
      await notifySupplier(work, 'claim_shared', after, String(after.remarks ?? ''))
}

/** Notifies the buyer of the order. */
export const notifyBuyers = async (work: Work, mail: ToOffice, claim: Doc, note: string): Promise<void> => {
  const people = await work.tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where id in (select o.buyer_id from purchase_orders o where o.id = $1) and status = 'active'
       and archived_at is null and coalesce($2 = any(portfolio_of(id)), true)`,
    [claim.purchase_order_id, claim.supplier_id],
    'claim_buyers',
  )
  await queueMails(work, mail, claim, uniqueByAddress(people), note)
}

const queueMails = async (work: Work, mail: string, claim: Doc, people: readonly Recipient[], note: string) => {
  if (people.length === 0 || work.isTrial) return
  const { tx, context } = work
  const [names] = await tx.query<{ supplier: string; order: string }>(
    `select (select supplier_name from suppliers where id = $1) as supplier,
       (select po_no from purchase_orders where id = $2) as "order"`,
    [claim.supplier_id, claim.purchase_order_id],
    'claim_mail_names',
  )
  for (const { name, email, language } of people) {
    const params = {
      name,
      company: String(context.settings.company_name),
      supplier: names?.supplier ?? '–',
      order: names?.order ?? '–',
      claim: String(claim.claim_no),
      type: renderText(textOf(`areas.${claims.name}.choices.type.${claim.type}`), language),
      state: renderText(textOf(`areas.${claims.name}.states.${claim.status}`), language),
      amount: formatAmount(String(claim.amount), String(claim.currency), language),
      due: claim.answer_due ? formatDate(String(claim.answer_due), language) : '–',
      note: note ? cutText(note, 300) : '–',
      id: Number(claim.id),
    }
    await gatherMail(tx, { mail, to: email, language, params }, { line: 'claim', list: String(claims.path) })
  }
}

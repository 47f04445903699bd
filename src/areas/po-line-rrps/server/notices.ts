import { gatherMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { formatAmount } from '#shared/base/money.ts'

/**
 * Notifies the supplier's people that a released price is not valid any more, and to ticket again if goods are
 * ticketed.
 */
export const tellChange = async (work: Work, rrp: Doc, was: { amount: string; ticketed: boolean }, reason: string) => {
  const goods = await goodsOf(work, rrp)
  if (!goods) return
  const people = await supplierPeople(work.tx, rrp.supplier_id)
  for (const { name, email, language } of uniqueByAddress(people))
    await work.enqueue('mail', {
      mail: was.ticketed ? 'rrp_reticket' : 'rrp_changed',
      to: email,
      language,
      params: {
        name,
        company: String(work.context.settings.company_name),
        ...goods,
        market: String(rrp.market),
        old: formatAmount(was.amount, String(rrp.currency ?? ''), language),
        reason,
      },
    })
}

/**
 * Notifies the supplier's people of prices to print on tickets; prices released at about the same time share a mail.
 */
export const tellRelease = async (work: Work, rrp: Doc) => {
  const goods = await goodsOf(work, rrp)
  if (!goods) return
  const people = await supplierPeople(work.tx, rrp.supplier_id)
  for (const { name, email, language } of uniqueByAddress(people)) {
    const price = formatAmount(String(rrp.amount), String(rrp.currency ?? ''), language)
    await gatherMail(
      work.tx,
      {
        mail: 'rrp_released',
        to: email,
        language,
        params: {
          name,
          company: String(work.context.settings.company_name),
          ...goods,
          market: String(rrp.market),
          price,
        },
      },
      { line: 'price', list: '/apps/sales/rrp/rrp_required' },
    )
  }
}

/** The goods of a price; nothing while their order is not issued, as the supplier does not know it. */
const goodsOf = async ({ tx }: Work, rrp: Doc) => {
  const [goods] = await tx.query<{ line: string; article: string }>(
    `select l.line_title as line, a.article_no as article
     from po_lines l join articles a on a.id = l.article_id join purchase_orders o on o.id = l.purchase_order_id
     where l.id = $1 and o.issued_at is not null`,
    [rrp.po_line_id],
    'rrp_goods',
  )
  return goods
}

import { gatherMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { formatAmount } from '#shared/base/money.ts'

/**
 * Notifies the users of the supplier that a released price is no longer valid, and must be ticketed again if goods are
 * ticketed.
 */
export const notifyChange = async (
  work: Work,
  rrp: Doc,
  previous: { amount: string; ticketed: boolean },
  reason: string,
) => {
  const goods = await goodsOf(work, rrp)
  if (!goods) return
  const people = await supplierPeople(work.tx, rrp.supplier_id)
  for (const { name, email, language } of uniqueByAddress(people))
    await work.enqueue('mail', {
      mail: previous.ticketed ? 'rrp_reticket' : 'rrp_changed',
      to: email,
      language,
      params: {
        name,
        company: String(work.context.settings.company_name),
        ...goods,
        market: String(rrp.market),
        old: formatAmount(previous.amount, String(rrp.currency ?? ''), language),
        reason,
      },
    })
}

/**
 * Notifies the users of the supplier of prices to print on tickets; prices released at about the same time share a
 * mail.
 */
export const notifyRelease = async (work: Work, rrp: Doc) => {
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

/** The goods of a price; undefined until the order is issued, because the supplier does not know it before. */
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

import type { Doc, Work } from '../../../server/kit/area-server'
import { onceEachAddress, supplierPeople } from '../../../server/kit/supplier-people'
import { formatAmount } from '../../../shared/money'

/** Tells the supplier's people that a price which they have seen is not valid any more; if goods are ticketed, to ticket them again. */
export const tellChange = async (work: Work, rrp: Doc, was: { amount: string; ticketed: boolean }, reason: string) => {
  const people = await supplierPeople(work.tx, rrp.supplier_id)
  const [goods] = await work.tx.query<{ line: string; article: string }>(
    `select l.line_title as line, a.article_no as article from po_lines l join articles a on a.id = l.article_id where l.id = $1`,
    [rrp.po_line_id],
    'rrp_goods',
  )
  for (const { name, email, language } of onceEachAddress(people))
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

import type { Doc, Work } from '../../../server/kit/area-server'
import { formatAmount } from '../../../shared/money'
import type { Language } from '../../../shared/text'

interface Recipient {
  name: string
  email: string
  language: Language
}

/** Tells the supplier's people that a price which they have seen is not valid any more; if goods are ticketed, to ticket them again. */
export const tellChange = async (work: Work, rrp: Doc, was: { amount: string; ticketed: boolean }, reason: string) => {
  const people = await work.tx.query<Recipient>(
    `select full_name as name, email, language from users
     where supplier_id = $1 and type = 'Agent' and status = 'active' and archived_at is null
     union all
     select coalesce(contact_name, supplier_name), contact_email, coalesce(language, 'en') from suppliers
     where id = $1 and contact_email is not null`,
    [rrp.supplier_id],
    'rrp_supplier_people',
  )
  const [goods] = await work.tx.query<{ line: string; article: string }>(
    `select l.line_title as line, a.article_no as article from po_lines l join articles a on a.id = l.article_id where l.id = $1`,
    [rrp.po_line_id],
    'rrp_goods',
  )
  const byAddress = new Map(people.toReversed().map((person) => [person.email.toLowerCase(), person]))
  for (const { name, email, language } of byAddress.values())
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

import { gatherMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { formatDate } from '#shared/base/dates.ts'
import { accreditationAllocations } from '../area'

/**
 * Reminds the users of the supplier that a line leaves a factory that is not accredited for it; notices within minutes
 * share one mail.
 */
export const notifyReminder = async (work: Work, record: Doc): Promise<void> => {
  const { tx, context } = work
  const [goods] = await tx.query<{ line: string; article: string; factory: string; factory_zh: string | null }>(
    `select l.line_title as line, a.article_no as article, f.name_en as factory, f.name_zh as factory_zh
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
       join factories f on f.id = $2
     where l.id = $1 and o.issued_at is not null`,
    [record.po_line_id, record.factory_id],
    'accreditation_reminder_goods',
  )
  if (!goods) return
  const people = await supplierPeople(tx, record.supplier_id)
  for (const { name, email, language } of uniqueByAddress(people)) {
    const params = {
      name,
      company: String(context.settings.company_name),
      line: goods.line,
      article: goods.article,
      title: String(record.programs_text ?? ''),
      factory: (language === 'zh' && goods.factory_zh) || goods.factory,
      due: typeof record.ex_factory_date === 'string' ? formatDate(record.ex_factory_date, language) : '–',
      id: Number(record.id),
    }
    await gatherMail(
      tx,
      { mail: 'accreditation_reminder', to: email, language, params },
      { line: 'allocation', list: `${accreditationAllocations.path}?status_in=missing,expires_before` },
    )
  }
}

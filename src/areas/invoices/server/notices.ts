import { gatherMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { formatDate } from '#shared/base/dates.ts'
import { formatAmount } from '#shared/base/money.ts'
import { textOf } from '#shared/kit/text.ts'
import { invoices } from '../area'

type ToSupplier = 'invoice_disputed' | 'invoice_approved' | 'invoice_rejected' | 'invoice_paid'
type ToOffice = 'invoice_submitted' | 'invoice_withdrawn'

/** Mails the agents of the supplier; notices within minutes share one mail. */
export const mailSupplier = async (work: Work, mail: ToSupplier, invoice: Doc, note: string): Promise<void> =>
  sendNotice(work, mail, invoice, uniqueByAddress(await supplierPeople(work.tx, invoice.supplier_id)), note)

/** Mails the buyers of the invoice's orders. */
export const mailOffice = async (work: Work, mail: ToOffice, invoice: Doc, note: string): Promise<void> => {
  const lines = ((invoice.lines ?? []) as Doc[]).flatMap(({ po_line_id }) => Number(po_line_id) || [])
  const people = await work.tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where id in (
       select o.buyer_id from purchase_orders o where o.id = $2::bigint
         or o.id in (select l.purchase_order_id from po_lines l where l.id = any($1::bigint[])))
       and status = 'active' and archived_at is null and coalesce($3 = any(portfolio_of(id)), true)`,
    [lines, Number(invoice.purchase_order_id) || null, invoice.supplier_id],
    'invoice_buyers',
  )
  await sendNotice(work, mail, invoice, uniqueByAddress(people), note)
}

const sendNotice = async (work: Work, mail: string, invoice: Doc, people: readonly Recipient[], note: string) => {
  if (people.length === 0) return
  const { tx, context } = work
  const [names] = await tx.query<{ supplier: string }>(
    'select supplier_name as supplier from suppliers where id = $1',
    [invoice.supplier_id],
    'invoice_mail_names',
  )
  for (const { name, email, language } of people) {
    const due = typeof invoice.due_date === 'string' ? formatDate(invoice.due_date, language) : '–'
    const reason = invoice.dispute_reason
      ? renderText(textOf(`areas.${invoices.name}.choices.dispute_reason.${invoice.dispute_reason}`), language)
      : '–'
    const params = {
      name,
      company: String(context.settings.company_name),
      supplier: names?.supplier ?? '',
      invoice: String(invoice.invoice_no),
      total: formatAmount(String(invoice.total ?? '0'), String(invoice.currency), language),
      due,
      reason,
      note: note ? cutText(note, 300) : '–',
      id: Number(invoice.id),
    }
    await gatherMail(tx, { mail, to: email, language, params }, { line: 'invoice', list: String(invoices.path) })
  }
}

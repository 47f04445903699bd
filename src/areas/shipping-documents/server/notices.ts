import { gatherMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { formatDate } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { shippingDocuments } from '../area'
import type { Shipment } from './shipments'

/** Notifies the users of the supplier that a document was rejected, and why; notices within minutes share one mail. */
export const notifyRejected = async (work: Work, document: Doc, note: string): Promise<void> => {
  if (work.me.id !== 0) await notifySupplier(work, 'document_rejected', document, note)
}

/** Reminds the users of the supplier of a document that is due or late. */
export const remindOf = (work: Work, document: Doc, reminder: 'due_soon' | 'late') =>
  notifySupplier(work, reminder === 'late' ? 'document_late' : 'document_due', document, '')

const notifySupplier = async (work: Work, mail: string, document: Doc, note: string): Promise<void> => {
  const { tx, context } = work
  for (const { name, email, language } of uniqueByAddress(await supplierPeople(tx, document.supplier_id))) {
    const params = {
      name,
      company: String(context.settings.company_name),
      document: String(language === 'zh' ? document.document_title_zh : document.document_title),
      due: document.due_date ? formatDate(String(document.due_date), language) : '–',
      state: textOf(`areas.${shippingDocuments.name}.states.${document.status}`),
      note: note ? cutText(note, 300) : '–',
      id: Number(document.id),
    }
    await gatherMail(
      tx,
      { mail, to: email, language, params },
      { line: 'document', list: String(shippingDocuments.path) },
    )
  }
}

/** Notifies the user who approved the booking, and the buyers of its orders, that its documents are complete. */
export const notifyComplete = async (
  work: Work,
  { id, booking_no, supplier_id, approved_by }: Shipment,
): Promise<void> => {
  if (work.me.id === 0) return
  const people = await work.tx.query<Recipient & { supplier: string }>(
    `select u.full_name as name, u.email, mail_language(u) as language,
       (select supplier_name from suppliers where id = $3) as supplier
     from users u where u.status = 'active' and u.archived_at is null and u.id <> $4 and (u.id = $2 or u.id in (
       select o.buyer_id from booking_lines x join po_lines l on l.id = x.po_line_id
         join purchase_orders o on o.id = l.purchase_order_id where x.booking_id = $1))
     order by u.id limit 20`,
    [id, approved_by, supplier_id, work.me.id],
    'documents_complete_people',
  )
  for (const { name, email, language, supplier } of people)
    await gatherMail(
      work.tx,
      {
        mail: 'documents_complete',
        to: email,
        language,
        params: { name, booking: booking_no, supplier: supplier ?? '–', id },
      },
      { line: 'booking_documents', list: '/apps/shipping_management' },
    )
}

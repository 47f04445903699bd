import { officePeople } from '#server/allocation/office-people.ts'
import { gatherMail, type MailedPaper } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { formatDate } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { sampleRequests } from '../area'

type SampleMail = 'sample_requested' | 'sample_evaluated' | 'sample_dispatched' | 'sample_query' | 'sample_cancelled'

/** Notifies the users of the supplier; notices about several requests within minutes share one mail. */
export const notifySupplier = async (work: Work, mail: SampleMail, request: Doc, note = ''): Promise<void> =>
  queueMails(work, mail, request, uniqueByAddress(await supplierPeople(work.tx, request.supplier_id)), note)

/**
 * Notifies the user who requested the sample, otherwise the buyer of its order. `note` is the supplier's question or
 * the parcel.
 */
export const notifyOffice = async (work: Work, mail: SampleMail, request: Doc, note: string): Promise<void> => {
  const people = await officePeople(work.tx, [request.requested_by], request.purchase_order_id)
  await queueMails(work, mail, request, people, note)
}

const queueMails = async (work: Work, mail: SampleMail, request: Doc, people: readonly Recipient[], note: string) => {
  if (people.length === 0 || work.me.id === 0) return
  const { tx, context } = work
  const [goods] = await tx.query<{ type_en: string; type_zh: string | null; article: string }>(
    `select t.name_en as type_en, t.name_zh as type_zh, a.article_no as article from sample_types t, articles a
     where t.id = $1 and a.id = $2`,
    [request.sample_type_id, request.article_id],
    'sample_mail_goods',
  )
  const result = request.result ? textOf(`areas.${sampleRequests.name}.states.${request.result}`) : null
  for (const { name, email, language } of people) {
    const params = {
      name,
      company: String(context.settings.company_name),
      request: String(request.request_no),
      round: Number(request.round),
      sample: (language === 'zh' && goods?.type_zh) || goods?.type_en || '',
      article: goods?.article ?? '',
      due: formatDate(String(request.due_date), language),
      result: result ? renderText(result, language) : '–',
      note: cutText(note, 300),
      id: Number(request.id),
    }
    const paper: MailedPaper | undefined =
      mail === 'sample_evaluated'
        ? { area: sampleRequests.name, id: params.id, language, supplier_id: Number(request.supplier_id) }
        : undefined
    const notice = { mail, to: email, language, params, ...(paper && { paper }) }
    await gatherMail(tx, notice, { line: 'sample', list: String(sampleRequests.path) })
  }
}

import { officePeople } from '#server/allocation/office-people.ts'
import { gatherMail, type MailedPaper } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { formatDate } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { qaActivities } from '../area'

type ToSupplier = 'qa_scheduled' | 'qa_refused' | 'qa_decided' | 'qa_plan_accepted' | 'qa_plan_returned' | 'qa_missed'
type ToOffice = 'qa_requested' | 'qa_plan_submitted'
type ToAdmins = 'qa_discontinued'

/** Mails the supplier's people; notices within minutes share one mail. */
export const mailSupplier = async (work: Work, mail: ToSupplier, activity: Doc, note: string): Promise<void> =>
  sendNotice(work, mail, activity, uniqueByAddress(await supplierPeople(work.tx, activity.supplier_id)), note)

/** Mails supplier and inspector that an announced activity is cancelled. */
export const mailCancelled = async (work: Work, activity: Doc, note: string): Promise<void> => {
  const { supplier_id, inspector_id } = activity
  const inspector = inspector_id === work.me.id ? [] : await officePeople(work.tx, [inspector_id], null)
  const people = [...(await supplierPeople(work.tx, supplier_id)), ...inspector]
  await sendNotice(work, 'qa_cancelled', activity, uniqueByAddress(people), note)
}

/** Whether supplier and inspector have been informed about the activity. */
export const isAnnounced = ({ status, requested_at }: Doc): boolean => status !== 'planned' || requested_at != null

/** Mails the planner of the activity and its inspector; the buyer of the order if both have left. */
export const mailOffice = async (work: Work, mail: ToOffice, activity: Doc, note: string): Promise<void> => {
  const { requested_by, inspector_id, purchase_order_id } = activity
  const people = await officePeople(work.tx, [requested_by, inspector_id], purchase_order_id)
  await sendNotice(work, mail, activity, uniqueByAddress(people), note)
}

/** Mails the administrators, who deal with a supplier whose goods fail repeatedly. */
export const mailAdmins = async (work: Work, mail: ToAdmins, activity: Doc): Promise<void> => {
  const people = await work.tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where (type = 'admin' or is_super_user = 1) and status = 'active' and archived_at is null`,
    [],
    'qa_admins',
  )
  await sendNotice(work, mail, activity, uniqueByAddress(people), '')
}

const sendNotice = async (work: Work, mail: string, activity: Doc, people: readonly Recipient[], note: string) => {
  if (people.length === 0 || work.me.id === 0) return
  const { tx, context } = work
  const [goods] = await tx.query<{ name: string }>(
    `select coalesce((select article_no from articles where id = $1), (select name_en from factories where id = $2),
       '–') as name`,
    [activity.article_id ?? null, activity.factory_id ?? null],
    'qa_mail_goods',
  )
  for (const { name, email, language } of people) {
    const label = (kind: 'states' | 'choices.type', key: unknown) =>
      renderText(textOf(`areas.${qaActivities.name}.${kind}.${key}`), language)
    const params = {
      name,
      company: String(context.settings.company_name),
      activity: String(activity.activity_no),
      type: label('choices.type', activity.type),
      goods: goods?.name ?? '',
      day: formatDate(String(activity.planned_date), language),
      due: activity.plan_due ? formatDate(String(activity.plan_due), language) : '–',
      state: label('states', activity.status),
      note: note ? cutText(note, 300) : '–',
      id: Number(activity.id),
    }
    const paper: MailedPaper | undefined =
      mail === 'qa_decided'
        ? { area: qaActivities.name, id: params.id, language, supplier_id: Number(activity.supplier_id) }
        : undefined
    const notice = { mail, to: email, language, params, ...(paper && { paper }) }
    await gatherMail(tx, notice, { line: 'qa', list: String(qaActivities.path) })
  }
}

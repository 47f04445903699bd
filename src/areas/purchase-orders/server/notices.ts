import type { Doc, Work } from '../../../server/kit/area-server'
import { onceEachAddress, type Recipient, supplierPeople } from '../../../server/kit/supplier-people'
import type { MailedPaper } from '../../../server/mail'
import { formatDate } from '../../../shared/dates'
import type { Language } from '../../../shared/text'
import { addWorkingDays, type WorkingCalendar, workingCalendar } from '../../../shared/working-days'
import type { Order } from '../rules'

/** The account behind a write; the portal itself has none. */
export const personOf = ({ me }: Work) => me.id || null

/** Gives orders the day by which the supplier answers, in working days of the supplier's country from `since`, or from their issue. */
export const startClock = async (work: Work, orders: readonly Order[], since?: string) => {
  if (orders.length === 0) return
  const startOf = ({ issued_at }: Order) => (since ?? String(issued_at)).slice(0, 10)
  const rows = await work.tx.query<{ id: number; working_days: string[] | null; holidays: string[] }>(
    `select s.id, c.working_days, array(
       select h.date::text from calendar_holidays h where h.calendar_id = c.id and h.date >= $2) as holidays
     from suppliers s left join calendars c on c.country = s.country and c.archived_at is null
     where s.id = any($1::bigint[])`,
    [[...new Set(orders.map(({ supplier_id }) => supplier_id))], orders.map(startOf).sort()[0]],
    'purchase_order_calendars',
  )
  const calendars = new Map(
    rows.map(({ id, working_days, holidays }) => [
      id,
      working_days?.length ? workingCalendar(working_days, holidays) : mondayToFriday,
    ]),
  )
  const days = Number(work.context.settings.days_to_acknowledge)
  for (const order of orders)
    order.ack_due_date = addWorkingDays(startOf(order), days, calendars.get(order.supplier_id) ?? mondayToFriday)
}

const mondayToFriday: WorkingCalendar = { weekdays: [1, 2, 3, 4, 5], holidays: [] }

/** Mails the order itself with a notice to the supplier: on paper, in the language that the supplier prefers, else in both. */
export const sendOrder = async (work: Work, order: Order, mail: string, reason = '') => {
  const [supplier] = await work.tx.query<{ language: Language | null }>(
    'select language from suppliers where id = $1',
    [order.supplier_id],
    'purchase_order_supplier_language',
  )
  await tellSupplier(work, order, mail, reason, {
    area: 'purchase-orders',
    id: Number(order.id),
    revision: order.revision_no ?? 0,
    language: supplier?.language ?? 'both',
    supplier_id: order.supplier_id,
  })
}

/** Mails the supplier's agents and the company's own address, each in their language. */
export const tellSupplier = async (work: Work, order: Order, mail: string, reason = '', paper?: MailedPaper) => {
  const people = await supplierPeople(work.tx, order.supplier_id)
  await tell(work, order, mail, people, reason, paper)
}

/** Mails whoever buys the order, unless its supplier is none of theirs any more. */
export const tellBuyer = async (work: Work, order: Order, mail: string, reason = '') => {
  const people = await work.tx.query<Recipient>(
    `select full_name as name, email, language from users
     where id = $1 and status = 'active' and archived_at is null and coalesce($2 = any(portfolio_of(id)), true)`,
    [order.buyer_id, order.supplier_id],
    'purchase_order_buyer',
  )
  await tell(work, order, mail, people, reason)
}

const tell = async (
  work: Work,
  order: Order,
  mail: string,
  people: readonly Recipient[],
  reason: string,
  paper?: MailedPaper,
) => {
  for (const { name, email, language } of onceEachAddress(people))
    await work.enqueue('mail', {
      mail,
      to: email,
      language,
      params: {
        name,
        company: String(work.context.settings.company_name),
        supplier: titleOf((order as unknown as Doc).supplier),
        po_no: order.po_no,
        units: order.total_qty ?? 0,
        ex_factory: formatDate(order.ex_factory_date ?? '', language),
        due: formatDate(order.ack_due_date ?? '', language),
        reason,
        id: order.id,
      },
      ...(paper && { paper }),
    })
}

const titleOf = (reference: unknown): string =>
  reference && typeof reference === 'object' && 'title' in reference ? String(reference.title) : ''

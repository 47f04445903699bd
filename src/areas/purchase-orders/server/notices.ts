import { gatherMail, type MailedPaper } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { readCalendars } from '#server/kit/working-calendars.ts'
import { formatDate } from '#shared/base/dates.ts'
import { addWorkingDays } from '#shared/base/working-days.ts'
import type { Language } from '#shared/kit/text.ts'
import { purchaseOrders } from '../area'
import type { Order } from '../rules'

/** The id of the account behind a write; null for the portal itself. */
export const personOf = ({ me }: Work) => me.id || null

/**
 * Sets the day by which suppliers have to acknowledge, counted in working days of the supplier's country from `since`, or
 * from the issue of each order.
 */
export const startClock = async (work: Work, orders: readonly Order[], since?: string) => {
  if (orders.length === 0) return
  const startOf = ({ issued_at }: Order) => (since ?? String(issued_at)).slice(0, 10)
  const suppliers = await work.tx.query<{ id: number; country: string | null }>(
    'select id, country from suppliers where id = any($1::bigint[])',
    [[...new Set(orders.map(({ supplier_id }) => supplier_id))]],
    'purchase_order_countries',
  )
  const countries = new Map(suppliers.map(({ id, country }) => [id, country]))
  const calendars = await readCalendars(work.tx, [...new Set(countries.values())])
  // A supplier without a country does not get the calendar of the office.
  const calendarOf = ({ supplier_id }: Order) => calendars(countries.get(supplier_id) ?? '')
  const days = Number(work.context.settings.days_to_acknowledge)
  for (const order of orders) order.ack_due_date = addWorkingDays(startOf(order), days, calendarOf(order))
}

/** Mails a notice with the order as PDF to the supplier, in the supplier's language, else in both languages. */
export const sendOrder = async (work: Work, order: Order, mail: string, reason = '') => {
  const [supplier] = await work.tx.query<{ language: Language | null }>(
    'select language from suppliers where id = $1',
    [order.supplier_id],
    'purchase_order_supplier_language',
  )
  await mailSupplier(work, order, mail, reason, {
    area: 'purchase-orders',
    id: Number(order.id),
    revision: order.revision_no ?? 0,
    language: supplier?.language ?? 'both',
    supplier_id: order.supplier_id,
  })
}

/** Mails the supplier's agents and company address, each in their language; notices within minutes share one mail. */
export const mailSupplier = async (work: Work, order: Order, mail: string, reason = '', paper?: MailedPaper) => {
  const people = await supplierPeople(work.tx, order.supplier_id)
  await sendNotice(work, order, { mail, list: listOf(mail, 'supplier'), reason, paper }, people)
}

/** Mails the buyer, unless the supplier is no longer in their portfolio. */
export const mailBuyer = async (work: Work, order: Order, mail: string, reason = '') => {
  const people = await work.tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where id = $1 and status = 'active' and archived_at is null and coalesce($2 = any(portfolio_of(id)), true)`,
    [order.buyer_id, order.supplier_id],
    'purchase_order_buyer',
  )
  await sendNotice(work, order, { mail, list: listOf(mail, 'buyer'), reason }, people)
}

interface OrderNotice {
  mail: string
  list: string
  reason: string
  paper?: MailedPaper
}

const sendNotice = async (work: Work, order: Order, notice: OrderNotice, people: readonly Recipient[]) => {
  const { mail, list, reason, paper } = notice
  for (const { name, email, language } of uniqueByAddress(people)) {
    const message = {
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
        id: Number(order.id),
      },
      ...(paper && { paper }),
    }
    await gatherMail(work.tx, message, { line: 'order', list })
  }
}

/** The address of the list with the orders that notices of a kind are about. */
const listOf = (mail: string, reader: 'supplier' | 'buyer'): string => {
  const filters: Record<string, string> = {
    po_issued: 'status=issued',
    po_revised: 'status=issued',
    po_approved: 'status=approved',
    po_returned: 'status=draft',
    po_declined: 'status=declined',
    po_cancelled: 'status=cancelled',
    po_change_proposed: 'status=change_proposed',
    po_change_requested: `change_awaits=${reader}`,
  }
  return [purchaseOrders.path, filters[mail]].filter(Boolean).join('?')
}

const titleOf = (reference: unknown): string =>
  reference && typeof reference === 'object' && 'title' in reference ? String(reference.title) : ''

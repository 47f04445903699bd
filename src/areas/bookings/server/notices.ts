import { gatherMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { formatDate } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { zoneOf } from '#shared/standards/time-zones.ts'
import { momentIn } from '#shared/trade/cut-offs.ts'
import { bookings } from '../area'

type ToSupplier = 'booking_decided' | 'booking_confirmed' | 'booking_instruction' | 'booking_shipped'
type ToOffice = 'booking_submitted' | 'booking_instruction_sent' | 'booking_cancel_asked'

/** Mails the supplier's people; notices within minutes share one mail. */
export const mailSupplier = async (work: Work, mail: ToSupplier, booking: Doc, note: string): Promise<void> =>
  sendNotice(work, mail, booking, uniqueByAddress(await supplierPeople(work.tx, booking.supplier_id)), note)

/** Mails the buyers of the booking's orders. */
export const mailOffice = async (work: Work, mail: ToOffice, booking: Doc, note: string): Promise<void> => {
  const people = await work.tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where id in (select o.buyer_id from purchase_orders o where o.id = any($1::bigint[])) and status = 'active'
       and archived_at is null and coalesce($2 = any(portfolio_of(id)), true)`,
    [
      ((booking.lines ?? []) as Doc[]).flatMap(({ purchase_order_id }) => Number(purchase_order_id) || []),
      booking.supplier_id,
    ],
    'booking_buyers',
  )
  await sendNotice(work, mail, booking, uniqueByAddress(people), note)
}

const sendNotice = async (work: Work, mail: string, booking: Doc, people: readonly Recipient[], note: string) => {
  if (people.length === 0 || work.me.id === 0) return
  const { tx, context } = work
  const [names] = await tx.query<{ supplier: string; country: string | null }>(
    `select supplier_name as supplier, (select country from ports where id = $2) as country from suppliers where id = $1`,
    [booking.supplier_id, booking.port_of_loading_id],
    'booking_mail_names',
  )
  const zone = zoneOf(names?.country ?? null)
  for (const { name, email, language } of people) {
    const day = (value: unknown) => (typeof value === 'string' ? formatDate(value.slice(0, 10), language) : '–')
    const params = {
      name,
      company: String(context.settings.company_name),
      supplier: names?.supplier ?? '',
      booking: String(booking.booking_no),
      state: renderText(textOf(`areas.${bookings.name}.states.${booking.status}`), language),
      units: Number(booking.pieces_qty ?? 0),
      ready: day(booking.cargo_ready_date),
      vessel: [booking.vessel, booking.voyage_no].filter(Boolean).join(' ') || String(booking.carrier ?? '–'),
      etd: day(booking.atd ?? booking.etd),
      eta: day(booking.eta),
      cutoff: momentIn(booking.si_cutoff ?? booking.cy_cutoff, zone, language) || day(booking.etd),
      note: note ? cutText(note, 300) : '–',
      id: Number(booking.id),
    }
    await gatherMail(tx, { mail, to: email, language, params }, { line: 'booking', list: String(bookings.path) })
  }
}

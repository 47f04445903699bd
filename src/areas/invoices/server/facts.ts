import type { Queryable } from '#server/db/types.ts'
import type { Doc } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { shippedStates } from '#shared/trade/booking-terms.ts'
import type { PaidDeposit } from '#shared/trade/deposits.ts'
import type { PaymentTerm } from '#shared/trade/due-date.ts'
import type { Rate } from '#shared/trade/invoice-amounts.ts'
import { invoicedStates } from '#shared/trade/invoice-terms.ts'
import { acceptedStates } from '#shared/trade/qa.ts'
import type { Validity } from '#shared/trade/taxes.ts'
import { readDepositsOf } from './deposits'

/** The facts of an order line that invoices need. Prices and percentages are decimal text. */
export interface LineFacts {
  id: number
  line_title: string
  purchase_order_id: number
  description: string | null
  hs_code: string | null
  country_of_origin: string | null
  price: string | null
  ordered: number
  over_pct: string
  is_rejected: boolean
  /** Units of the booking that were shipped and received; null without a booking. */
  shipped: number | null
  received: number | null
  earlier: number
  earlier_of_booking: number
}

export interface OrderFacts {
  id: number
  po_no: string
  supplier_id: number
  currency: string
  fx_rate: string | null
  on_hold: boolean
  incoterm: string | null
  incoterm_place: string | null
  port_of_loading_id: number | null
  order_date: string | null
  payment_term_id: number | null
  deposit_pct: string
  total_value: string
  /** The net amount of its other deposit invoices. */
  deposits: string
}

export interface BookingFacts {
  id: number
  supplier_id: number
  status: string
  incoterm: string | null
  incoterm_place: string | null
  port_of_loading_id: number | null
  bl_no: string | null
  etd: string | null
  atd: string | null
  received_on: string | null
  documents_complete_on: string | null
  needs_documents: boolean
}

export interface AccountFacts {
  id: number
  supplier_id: number
  currency: string
  status: string
}

export type DatedRate = Rate & Validity & { code: string }
type CorrectedFacts = Pick<OrderFacts, 'currency' | 'fx_rate'> & { invoice_date: string }

/** Everything that an invoice is compared with. */
export interface InvoiceFacts {
  lines: ReadonlyMap<number, LineFacts>
  orders: ReadonlyMap<number, OrderFacts>
  booking: BookingFacts | null
  term: PaymentTerm | null
  term_id: number | null
  rates: ReadonlyMap<number, DatedRate>
  deposits: readonly PaidDeposit[]
  account: AccountFacts | null
  /** The invoice that a note corrects. */
  corrected: CorrectedFacts | null
  /** Whether another invoice of the supplier has this number. */
  number_taken: boolean
}

const live = quoted(invoicedStates)

/** Bounds a sum of units to what an `int` column holds: invoices may state any number of units. */
export const unitsSql = (sum: string) => `least(coalesce(${sum}, 0), 2147483647)::int`

/** Reads everything that an invoice is compared with, in the transaction of the write. */
export const readFacts = async (tx: Queryable, invoice: Doc): Promise<InvoiceFacts> => {
  const rows = (invoice.lines ?? []) as Doc[]
  const ownId = Number(invoice.id) || null
  const lines = await readLines(tx, idsOf(rows, 'po_line_id'), ownId, Number(invoice.booking_id) || null)
  const orderIds = new Set([...[...lines.values()].map((line) => line.purchase_order_id)])
  if (invoice.purchase_order_id) orderIds.add(Number(invoice.purchase_order_id))
  const orders = await readOrders(tx, [...orderIds], ownId)
  const first = orders.get(leadingOrder(invoice, lines) ?? 0)
  const term = first?.payment_term_id ? await readTerm(tx, first.payment_term_id) : null
  return {
    lines,
    orders,
    booking: await readBooking(tx, invoice.booking_id),
    term,
    term_id: first?.payment_term_id ?? null,
    rates: await readRates(tx, idsOf([...rows, ...((invoice.charges ?? []) as Doc[])], 'tax_rate_id')),
    deposits: invoice.type === 'commercial' ? await readDepositsOf(tx, [...orderIds], ownId) : [],
    account: await readAccount(tx, invoice.bank_account_id),
    corrected: await readCorrected(tx, invoice.corrects_id),
    number_taken: await isNumberTaken(tx, invoice),
  }
}

/** The id of the order whose terms apply: the named order if it has goods on the invoice, else that of the first line. */
export const leadingOrder = (invoice: Doc, lines: ReadonlyMap<number, LineFacts>): number | null => {
  const named = Number(invoice.purchase_order_id) || null
  const goodsOrders = ((invoice.lines ?? []) as Doc[]).flatMap(
    ({ po_line_id }) => lines.get(Number(po_line_id))?.purchase_order_id ?? [],
  )
  return named && goodsOrders.includes(named) ? named : (goodsOrders[0] ?? named)
}

const idsOf = (rows: readonly Doc[], field: string) => [
  ...new Set(rows.flatMap((row) => (typeof row[field] === 'number' ? [row[field]] : []))),
]

/** SQL: units of a line on the booking (`$3`), and on other invoices than `$2`. */
const unitsOfBooking = (column: string) => `(
  select sum(s.${column})::int from booking_line_sizes s join booking_lines x on x.id = s.booking_line_id
    join bookings b on b.id = x.booking_id
  where x.po_line_id = l.id and x.booking_id = $3::bigint and b.status in (${quoted(shippedStates)}))`
const earlierUnits = (where: string) => `coalesce((
  select ${unitsSql('sum(y.qty)')} from invoice_lines y join invoices i on i.id = y.invoice_id
  where y.po_line_id = l.id and i.type = 'commercial' and i.id is distinct from $2::bigint
    and i.status in (${live}) ${where}), 0)`

const readLines = async (tx: Queryable, ids: readonly number[], invoice: number | null, booking: number | null) => {
  const rows = await tx.query<LineFacts>(
    `select l.id, l.line_title, l.purchase_order_id, l.hs_code, l.country_of_origin,
       coalesce(l.description_en, a.name_en, a.article_no) as description, l.unit_price::text as price, l.qty as ordered,
       coalesce(o.qty_tolerance_over_pct, 0)::text as over_pct,
       exists (select 1 from qa_activities q where q.po_line_id = l.id and q.original_type = 'final' and q.status = 'rejected'
         and not exists (select 1 from qa_activities n where n.po_line_id = q.po_line_id and n.original_type = 'final'
           and n.id > q.id and n.status in (${quoted(acceptedStates)}))) as is_rejected,
       ${unitsOfBooking('qty')} as shipped, ${unitsOfBooking('received_qty')} as received,
       ${earlierUnits('')} as earlier, ${earlierUnits('and i.booking_id = $3::bigint')} as earlier_of_booking
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
     where l.id = any($1::bigint[])`,
    [ids, invoice, booking],
    'invoice_line_facts',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const readOrders = async (tx: Queryable, ids: readonly number[], invoice: number | null) => {
  const rows = await tx.query<OrderFacts>(
    `select o.id, o.po_no, o.supplier_id, o.currency, o.fx_rate::text, coalesce(o.on_hold, false) as on_hold, o.incoterm,
       o.incoterm_place, o.port_of_loading_id, o.order_date::text, o.payment_term_id,
       coalesce(o.deposit_pct, 0)::text as deposit_pct, coalesce(o.total_value, 0)::text as total_value,
       coalesce((select sum(i.net) from invoices i where i.purchase_order_id = o.id and i.type = 'deposit'
         and i.id is distinct from $2::bigint and i.status in (${live})), 0)::text as deposits
     from purchase_orders o where o.id = any($1::bigint[])`,
    [ids, invoice],
    'invoice_orders',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const readTerm = async (tx: Queryable, id: number): Promise<PaymentTerm | null> => {
  const [row] = await tx.query<PaymentTerm>(
    `select base_date, days, day_of_month, discount_pct::text, discount_days, requires_docs from payment_terms where id = $1`,
    [id],
    'invoice_term',
  )
  return row ?? null
}

const readBooking = async (tx: Queryable, id: unknown): Promise<BookingFacts | null> => {
  if (!id) return null
  const [row] = await tx.query<BookingFacts>(
    `select b.id, b.supplier_id, b.status, b.incoterm, b.incoterm_place, b.port_of_loading_id,
       coalesce(b.hbl_no, b.mbl_no, b.awb_no) as bl_no, b.etd::text, b.atd::text,
       (select max(x.received_on)::text from booking_lines x where x.booking_id = b.id) as received_on,
       b.documents_complete_on::text,
       exists (select 1 from shipping_documents d where d.booking_id = b.id and d.is_required and d.archived_at is null)
         as needs_documents
     from bookings b where b.id = $1`,
    [id],
    'invoice_booking',
  )
  return row ?? null
}

const readRates = async (tx: Queryable, ids: readonly number[]) => {
  const rows = await tx.query<DatedRate>(
    `select id, code, rate_pct::text, category, rounding, valid_from::text, valid_to::text from tax_rates
     where id = any($1::bigint[])`,
    [ids],
    'invoice_rates',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const readAccount = async (tx: Queryable, id: unknown): Promise<AccountFacts | null> => {
  if (!id) return null
  const [row] = await tx.query<AccountFacts>(
    'select id, supplier_id, currency, status from supplier_bank_accounts where id = $1',
    [id],
    'invoice_account',
  )
  return row ?? null
}

const readCorrected = async (tx: Queryable, id: unknown): Promise<InvoiceFacts['corrected']> => {
  if (!id) return null
  const [row] = await tx.query<CorrectedFacts>(
    'select currency, fx_rate::text, invoice_date::text from invoices where id = $1',
    [id],
    'invoice_corrected',
  )
  return row ?? null
}

/** Whether the supplier has another invoice with this number. */
export const isNumberTaken = async (tx: Queryable, { id, supplier_id, number_key }: Doc) => {
  const rows = await tx.query(
    `select 1 from invoices where supplier_id = $1 and number_key = $2 and id is distinct from $3::bigint
       and status not in ('rejected', 'void') and archived_at is null limit 1`,
    [supplier_id, number_key, Number(id) || null],
    'invoice_number_taken',
  )
  return rows.length > 0
}

/** Whether another invoice of the same booking and order has the same type, currency and total within 31 days. */
export const hasDouble = async (tx: Queryable, invoice: Doc) => {
  const { id, supplier_id, type, invoice_date, currency, total, booking_id, purchase_order_id } = invoice
  const rows = await tx.query(
    `select 1 from invoices where supplier_id = $1 and type = $2 and currency = $4 and total = $5::numeric
       and invoice_date between $3::date - 31 and $3::date + 31 and id is distinct from $6::bigint
       and booking_id is not distinct from $7::bigint and purchase_order_id is not distinct from $8::bigint
       and status in (${live}) limit 1`,
    [
      supplier_id,
      type,
      invoice_date,
      currency,
      total,
      Number(id) || null,
      booking_id ?? null,
      purchase_order_id ?? null,
    ],
    'invoice_double',
  )
  return rows.length > 0
}

/** Locks the orders of invoices, so that of two concurrent invoices of the same goods the second sees the first. */
export const lockOrders = (tx: Queryable, ids: readonly number[]) =>
  tx.query(
    'select id from purchase_orders where id = any($1::bigint[]) order by id for update',
    [ids],
    'invoice_orders_held',
  )

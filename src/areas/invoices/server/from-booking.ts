import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, notFound } from '#server/kit/errors.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { keyedCommand } from '#server/kit/write/keyed-write.ts'
import { today } from '#shared/base/dates.ts'
import { compare } from '#shared/base/money.ts'
import { quoted } from '#shared/base/quoted.ts'
import { textOf } from '#shared/kit/text.ts'
import { shippedStates } from '#shared/trade/booking-terms.ts'
import { deductionOf, deductionRow } from '#shared/trade/deposits.ts'
import { amountsOf } from '#shared/trade/invoice-amounts.ts'
import { invoicedStates, isDeliveredTerm, nextInvoiceNo, numberKey } from '#shared/trade/invoice-terms.ts'
import { invoices } from '../area'
import { billedOf, readDepositsOf } from './deposits'
import { isNumberTaken, unitsSql } from './facts'

const body = z.strictObject({ booking_id: z.int().positive().max(Number.MAX_SAFE_INTEGER) })

/**
 * `POST /api/invoices/from-booking`: drafts invoices of a shipped booking with the units that are not invoiced yet, one for
 * each currency and payment term of its orders. Answers 409 if nothing is left to invoice.
 */
export const fromBookingRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'POST',
      url: `/api/${invoices.name}/from-booking`,
      tags: [invoices.name],
      summary: 'Draft the invoices of a shipped booking',
      mayCall: ({ role }) => kit.can(role, invoices.name, 'create'),
      body,
      answer: {
        description: 'The drafts',
        schema: z.object({ invoices: z.array(z.object({ id: z.int(), invoice_no: z.string(), total: z.string() })) }),
      },
      refusals: [400, 401, 403, 404, 409, 422],
    },
    (request, { body: { booking_id } }) =>
      keyedCommand(kit, request, 'create', async (work) => ({
        invoices: (await draftInvoices(work, booking_id)).map(({ id, invoice_no, total }) => ({
          id: Number(id),
          invoice_no: String(invoice_no),
          total: String(total),
        })),
      })),
  )

interface OpenLine {
  id: number
  purchase_order_id: number
  unit_price: string | null
  currency: string
  payment_term_id: number | null
  shipped: number
  received: number
  earlier: number
}

const draftInvoices = async (work: Work, bookingId: number): Promise<Doc[]> => {
  const { kit, tx, me } = work
  const [booking] = await kit.repository('bookings').find(tx, me, [bookingId])
  if (!booking) throw notFound()
  if (!shippedStates.some((state) => state === booking.status))
    throw conflict('not_shipped', textOf('problems.invoices.not_shipped'))
  // Lock the booking, so that a concurrent request sees these drafts.
  await tx.query('select id from bookings where id = $1 for update', [bookingId], 'invoiced_booking_held')
  const open = (await readOpenLines(tx, bookingId)).flatMap((line) => {
    const qty = (isDeliveredTerm(booking.incoterm) ? line.received : line.shipped) - line.earlier
    return qty > 0 ? [{ ...line, qty }] : []
  })
  if (open.length === 0) throw conflict('nothing_to_invoice', textOf('problems.invoices.nothing_to_invoice'))
  const groups = new Map<string, typeof open>()
  for (const line of open) {
    const key = `${line.currency} ${line.payment_term_id ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  // Lock the numbers of the supplier, so that concurrent drafts of other bookings get different numbers.
  await tx.query(
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    [`invoice numbers of supplier ${booking.supplier_id}`],
    'invoice_numbers_lock',
  )
  const createdInvoices: Doc[] = []
  for (const lines of groups.values()) {
    const { currency } = lines[0] ?? {}
    const last = await readLast(tx, booking.supplier_id, String(currency))
    const input: Doc = {
      invoice_no: await nextFreeNo(tx, booking, last.invoice_no),
      type: 'commercial',
      supplier_id: booking.supplier_id,
      booking_id: bookingId,
      invoice_date: today(),
      currency,
      bank_account_id: last.account_id,
      lines: lines.map(({ id, qty, unit_price }) => ({
        po_line_id: id,
        qty,
        unit_price: unit_price ?? '0',
        tax_rate_id: last.tax_rate_id,
      })),
    }
    input.charges = await deductions(tx, input, lines)
    if (me.role === 'Agent') delete input.supplier_id
    createdInvoices.push(...(await kit.repository(invoices.name).create(work, [input])))
  }
  return createdInvoices
}

/** The lines of the booking with their units, and the units on its other invoices, including drafts. */
const readOpenLines = (tx: Queryable, booking: number) =>
  tx.query<OpenLine>(
    `select l.id, l.purchase_order_id, l.unit_price::text, o.currency, o.payment_term_id,
       coalesce(sum(s.qty), 0)::int as shipped, coalesce(sum(s.received_qty), 0)::int as received,
       coalesce((select ${unitsSql('sum(y.qty)')} from invoice_lines y join invoices i on i.id = y.invoice_id
         where y.po_line_id = l.id and i.booking_id = $1 and i.type = 'commercial'
           and i.status in ('draft', ${quoted(invoicedStates)}) and i.archived_at is null), 0) as earlier
     from booking_lines x join po_lines l on l.id = x.po_line_id join purchase_orders o on o.id = l.purchase_order_id
       join booking_line_sizes s on s.booking_line_id = x.id
     where x.booking_id = $1 group by l.id, o.id order by o.id, l.line_no`,
    [booking],
    'invoice_open_lines',
  )

/** Defaults from a supplier's earlier invoices: the last number, the account of the currency, and the last tax rate. */
const readLast = async (tx: Queryable, supplier: unknown, currency: string) => {
  const [row] = await tx.query<{ invoice_no: string | null; account_id: number | null; tax_rate_id: number | null }>(
    `select
       (select invoice_no from invoices where supplier_id = $1 and type = 'commercial' order by id desc limit 1) as invoice_no,
       (select id from supplier_bank_accounts where supplier_id = $1 and currency = $2 and status = 'active'
         and archived_at is null order by id desc limit 1) as account_id,
       (select y.tax_rate_id from invoice_lines y join invoices i on i.id = y.invoice_id join tax_rates t on t.id = y.tax_rate_id
         where i.supplier_id = $1 and t.status = 'active' and coalesce(t.valid_from <= $3::date, true)
           and coalesce(t.valid_to >= $3::date, true) order by y.id desc limit 1) as tax_rate_id`,
    [supplier, currency, today()],
    'invoice_last',
  )
  return row ?? { invoice_no: null, account_id: null, tax_rate_id: null }
}

/** The next number that is free for the supplier; the number of the last invoice need not be the highest. */
const nextFreeNo = async (tx: Queryable, { supplier_id, booking_no }: Doc, last: string | null): Promise<string> => {
  const next = (no: string | null) => nextInvoiceNo(no, String(booking_no))
  let no = next(last)
  while (await isNumberTaken(tx, { supplier_id, number_key: numberKey(no) })) no = next(no)
  return no
}

/** Charges that deduct the paid deposits of the orders, in proportion to the billed goods. */
const deductions = async (tx: Queryable, invoice: Doc, lines: readonly OpenLine[]): Promise<Doc[]> => {
  const currency = String(invoice.currency)
  const rows = (invoice.lines ?? []) as Doc[]
  const { lines: amounts } = amountsOf({ currency, lines: rows, charges: [] }, new Map())
  const billed: Doc = {
    lines: lines.map(({ purchase_order_id }, index) => ({ purchase_order_id, line_amount: amounts[index] })),
  }
  const orders = [...new Set(lines.map((line) => line.purchase_order_id))]
  const deposits = await readDepositsOf(tx, orders, null)
  return deposits.flatMap((deposit) => {
    const amount = deductionOf(deposit, billedOf(billed, deposit), currency)
    return compare(amount, '0') > 0
      ? [
          {
            kind: 'deposit_deduction',
            description: deposit.invoice_no,
            ...deductionRow(amount, deposit, currency),
            deposit_id: deposit.id,
          },
        ]
      : []
  })
}

import type { Queryable } from '#server/db/types.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import { currencyDigits, divide, multiply, round, sum } from '#shared/base/money.ts'

/** A shipped booking with the price of its goods; each one gets one invoice. */
interface BilledBooking {
  id: number
  booking_no: string
  supplier_id: number
  supplier_code: string
  has_demo_account: boolean
  sailed: string
  /** Whether the order lines count its units as invoiced. */
  is_invoiced: boolean
  currency: string
  agent_id: number | null
  office_id: number
  bank_account_id: number | null
  lines: { po_line_id: number; qty: number; unit_price: string }[]
}

interface DepositedOrder {
  id: number
  supplier_id: number
  supplier_code: string
  ordered: string
  currency: string
  value: string
  pct: string
  agent_id: number | null
  office_id: number
  bank_account_id: number | null
}

const account = (supplier: string, currency: string) => `(
  select max(a.id) from supplier_bank_accounts a
  where a.supplier_id = ${supplier} and a.currency = ${currency} and a.status = 'active')`

const bookingsSql = `
  select b.id, b.booking_no, b.supplier_id, s.code as supplier_code,
    exists (select 1 from users u where u.supplier_id = b.supplier_id and u.email in ('agent@demo.test', 'agent2@demo.test'))
      as has_demo_account,
    b.atd::text as sailed, bool_and(coalesce(l.invoiced_qty, 0) > 0) as is_invoiced, min(o.currency) as currency,
    (select min(u.id) from users u where u.supplier_id = b.supplier_id and u.type = 'Agent') as agent_id,
    min(o.buyer_id) as office_id, ${account('b.supplier_id', 'min(o.currency)')} as bank_account_id,
    json_agg(json_build_object('po_line_id', l.id, 'qty', x.qty, 'unit_price', l.unit_price::text) order by x.id) as lines
  from bookings b join suppliers s on s.id = b.supplier_id join booking_lines x on x.booking_id = b.id
    join po_lines l on l.id = x.po_line_id join purchase_orders o on o.id = l.purchase_order_id
  where b.status in ('shipped', 'arrived', 'closed') and b.atd is not null and x.qty > 0 and l.unit_price is not null
  group by b.id, s.code having count(distinct o.currency) = 1 order by b.id`

const ordersSql = `
  select o.id, o.supplier_id, s.code as supplier_code, o.order_date::text as ordered, o.currency, o.total_value::text as value,
    o.deposit_pct::text as pct, o.buyer_id as office_id, ${account('o.supplier_id', 'o.currency')} as bank_account_id,
    (select min(u.id) from users u where u.supplier_id = o.supplier_id and u.type = 'Agent') as agent_id
  from purchase_orders o join suppliers s on s.id = o.supplier_id
  where o.status = 'confirmed' and o.deposit_pct > 0 and o.total_value > 0 and not o.on_hold
    and not exists (select 1 from po_lines l where l.purchase_order_id = o.id and l.shipped_qty > 0)
  order by (select count(*) from users u where u.supplier_id = o.supplier_id and u.email like 'agent%@demo.test') desc, o.id
  limit 14`

/** Creates invoices for every shipped booking and some deposits, in every state; those that the lines count are approved. */
export const makeInvoices = async (
  work: Work,
  day: string,
  create: (work: Work, area: string, inputs: Doc[]) => Promise<Doc[]>,
): Promise<void> => {
  const orders = await work.tx.query<DepositedOrder>(ordersSql)
  await create(
    work,
    'invoices',
    orders.map((order, index) => depositOf(order, index, day)),
  )
  const bookings = await work.tx.query<BilledBooking>(bookingsSql)
  // Invoices that are not approved get their states in turn, starting with the suppliers that have demo accounts.
  const open = bookings
    .filter(({ is_invoiced }) => !is_invoiced)
    .sort((a, b) => Number(b.has_demo_account) - Number(a.has_demo_account))
  const made = await create(
    work,
    'invoices',
    bookings.map((booking, index) => invoiceOf(booking, index, open.indexOf(booking), day)),
  )
  await create(work, 'invoices', notesOf(made, day))
  await payWhatIsDue(work, day)
  await dateInvoices(work.tx)
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** The states that invoices without approval get in turn. */
const openStates = ['submitted', 'under_review', 'disputed', 'draft', 'under_review', 'rejected'] as const

const invoiceOf = (booking: BilledBooking, index: number, turn: number, day: string): Doc => {
  const { is_invoiced, sailed, currency, supplier_code } = booking
  const status = is_invoiced ? 'approved' : (openStates[turn % openStates.length] ?? 'submitted')
  const dated = earlier(addDays(sailed, 2 + (index % 4)), addDays(day, -1))
  const isOff = status === 'disputed' || (status === 'under_review' && turn % 6 === 1)
  return {
    ...{
      invoice_no: `${supplier_code}-${sailed.slice(2, 4)}${String(400 + index).padStart(4, '0')}`,
      type: 'commercial',
    },
    ...{ supplier_id: booking.supplier_id, booking_id: booking.id, invoice_date: dated, currency, status },
    bank_account_id: booking.bank_account_id,
    lines: booking.lines.map(({ po_line_id, qty, unit_price }, position) => ({
      po_line_id,
      qty: isOff && position === 0 && status === 'under_review' ? qty + 24 : qty,
      unit_price: isOff && position === 0 && status === 'disputed' ? dearer(unit_price, currency) : unit_price,
    })),
    ...handled(booking, status, dated, day),
  }
}

const dearer = (price: string, currency: string) =>
  round(sum([price, divide(multiply(price, '4'), '100', 4)]), Math.min(2, currencyDigits(currency)))

/** The people who submitted, disputed, rejected or approved an invoice, with the times. */
const handled = (
  { agent_id, office_id }: { agent_id: number | null; office_id: number },
  status: string,
  dated: string,
  day: string,
): Doc => {
  if (status === 'draft') return {}
  const submitted = { submitted_by: agent_id, submitted_at: `${dated}T08:40:00Z` }
  const decided = earlier(addDays(dated, 3), day)
  if (status === 'disputed')
    return {
      ...submitted,
      ...{ dispute_reason: 'price', dispute_round: 1 },
      dispute_comment: 'The first line is not as ordered. Please send a corrected invoice.',
    }
  if (status === 'rejected') return { ...submitted, answer: 'Billed to the wrong company.' }
  return status === 'approved'
    ? { ...submitted, approved_by: office_id, approved_at: `${decided}T10:15:00Z` }
    : submitted
}

const depositStates = ['approved', 'approved', 'submitted', 'approved', 'draft', 'under_review'] as const

const depositOf = (order: DepositedOrder, index: number, day: string): Doc => {
  const status = depositStates[index % depositStates.length] ?? 'submitted'
  const dated = later(order.ordered, earlier(addDays(order.ordered, 4), addDays(day, -1)))
  const share = divide(multiply(order.value, order.pct), '100', currencyDigits(order.currency))
  return {
    ...{ invoice_no: `${order.supplier_code}-D${String(100 + index)}`, type: index === 13 ? 'proforma' : 'deposit' },
    ...{ supplier_id: order.supplier_id, purchase_order_id: order.id, invoice_date: dated, currency: order.currency },
    ...{ status: index === 13 ? 'submitted' : status, bank_account_id: order.bank_account_id },
    lines: [{ description: `${Number(order.pct)} % deposit`, qty: 1, unit_price: share }],
    ...handled(order, status, dated, day),
  }
}

/** Three credit notes for a discount on approved invoices: one approved, one under review, one void. */
const notesOf = (made: readonly Doc[], day: string): Doc[] =>
  made
    .filter(({ status, lines }) => status === 'approved' && Array.isArray(lines) && lines.length > 1)
    .slice(-4, -1)
    .map((invoice, index) => {
      const status = ['approved', 'under_review', 'void'][index] ?? 'approved'
      const dated = later(String(invoice.invoice_date), addDays(day, -6 - index))
      return {
        ...{ invoice_no: `${String(invoice.invoice_no)}-CN`, type: 'credit_note', supplier_id: invoice.supplier_id },
        ...{ corrects_id: invoice.id, invoice_date: dated, currency: invoice.currency, status },
        remarks: 'Wrong hangers: agreed discount.',
        lines: [{ description: 'Discount for wrong hangers', qty: 120, unit_price: '0.15' }],
        submitted_by: invoice.submitted_by,
        submitted_at: `${dated}T07:30:00Z`,
        ...(status === 'approved' ? { approved_by: invoice.approved_by, approved_at: `${dated}T12:00:00Z` } : {}),
      }
    })

/** Enters payments of the invoices that were due by last week; leaves some of them overdue or paid in part. */
const payWhatIsDue = async (work: Work, day: string) => {
  const due = await work.tx.query<{ id: number; total: string; due: string; dated: string; currency: string }>(
    `select id, total::text, due_date::text as due, invoice_date::text as dated, currency from invoices
     where status = 'approved' and type in ('commercial', 'deposit') and due_date < $1::date - 6 and total > 0 order by id`,
    [day],
  )
  const rows = due.flatMap(({ id, total, due: dueOn, dated, currency }, index) => {
    // Every ninth invoice stays overdue, and every seventh is paid in part.
    if (index % 9 === 4) return []
    const paid_on = earlier(addDays(later(dueOn, addDays(dated, 4)), index % 5), addDays(day, -1))
    const isPart = index % 7 === 2
    const amount = isPart ? divide(multiply(total, '60'), '100', currencyDigits(currency)) : total
    return [{ id, paid_on, amount, reference: `TT${String(52_000 + index)}`, status: isPart ? 'part_paid' : 'paid' }]
  })
  await work.tx.query(
    `insert into invoice_payments (invoice_id, paid_on, paid_amount, discount, reference, source, entered_by)
     select x.id, x.paid_on, x.amount, 0, x.reference, 'recorded', (select min(id) from users where type = 'admin')
     from jsonb_to_recordset($1::jsonb) as x(id bigint, paid_on date, amount numeric, reference text)`,
    [JSON.stringify(rows)],
  )
  await work.tx.query(
    `update invoices i set status = x.status, amount_paid = x.amount, balance = i.total - x.amount,
       paid_on = case when x.status = 'paid' then x.paid_on end
     from jsonb_to_recordset($1::jsonb) as x(id bigint, paid_on date, amount numeric, status text) where i.id = x.id`,
    [JSON.stringify(rows)],
  )
}

/** Sets the creation and update times of the invoices to match their dates. */
const dateInvoices = (tx: Queryable) =>
  tx.query(
    `update invoices set created_at = coalesce(submitted_at, invoice_date::timestamptz),
       updated_at = coalesce(approved_at, submitted_at, invoice_date::timestamptz)`,
  )

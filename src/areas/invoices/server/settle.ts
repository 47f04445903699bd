import { asPortal } from '#server/kit/as-portal.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { compare } from '#shared/base/money.ts'
import { quoted } from '#shared/base/quoted.ts'
import { isDeductedAs } from '#shared/trade/deposits.ts'
import { isDeduction } from '#shared/trade/invoice-terms.ts'
import { invoices } from '../area'
import { readDepositsOf } from './deposits'
import { unitsSql } from './facts'

/** States in which units count as invoiced on their order line. */
const countedStates = ['approved', 'scheduled', 'part_paid', 'paid']
/** States in which match and due date are still updated. */
const updatedStates = ['draft', 'submitted', 'under_review', 'disputed', 'approved', 'scheduled', 'part_paid']

/** Updates the invoiced units of order lines after invoices were written, and approves matching invoices automatically. */
export const followInvoices = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (work.isTrial) return
  const lines = changes.filter(affectsUnits).flatMap(linesOf)
  if (lines.length > 0) await settleUnits(work, [...new Set(lines)])
  for (const { before, after } of changes)
    if (after.status === 'submitted' && before?.status !== 'submitted') await approveAutomatically(work, after)
}

const affectsUnits = ({ before, after }: Change) =>
  after.type === 'commercial' &&
  countedStates.includes(String(before?.status)) !== countedStates.includes(String(after.status))

const linesOf = ({ before, after }: Change): number[] =>
  [before, after].flatMap((invoice) =>
    ((invoice?.lines ?? []) as Doc[]).flatMap(({ po_line_id }) => Number(po_line_id) || []),
  )

const settleUnits = async (work: Work, ids: readonly number[]) => {
  const rows = await work.tx.query<{ id: number; order: number; units: number }>(
    `select l.id, l.purchase_order_id as "order", ${unitsSql('sum(y.qty)')} as units
     from po_lines l left join (
       select y.po_line_id, y.qty from invoice_lines y join invoices i on i.id = y.invoice_id
       where i.type = 'commercial' and i.status in (${quoted(countedStates)})) y on y.po_line_id = l.id
     where l.id = any($1::bigint[]) group by l.id having ${unitsSql('sum(y.qty)')} <> coalesce(l.invoiced_qty, 0)
     order by l.purchase_order_id, l.id`,
    [ids],
    'invoiced_units',
  )
  const orders = new Map<number, { id: number; values: Record<string, unknown> }[]>()
  for (const { id, order, units } of rows)
    orders.set(order, [...(orders.get(order) ?? []), { id, values: { invoiced_qty: units } }])
  for (const [, edits] of orders) await work.kit.repository('po-lines').editRows(asPortal(work), edits)
}

/**
 * Approves an invoice that matches in every respect, up to the limit and if the settings allow it. Charges besides goods,
 * and tax rates that are new for the order, cannot be matched and are left to a user.
 */
const approveAutomatically = async (work: Work, invoice: Doc) => {
  const { auto_approve_invoices, auto_approve_limit } = work.context.settings
  const base = invoice.total_base
  if (!auto_approve_invoices || invoice.type !== 'commercial' || invoice.match_status !== 'matched') return
  if (typeof base !== 'string' || compare(base, String(auto_approve_limit ?? '0')) > 0) return
  if (((invoice.charges ?? []) as Doc[]).some(({ kind }) => !isDeduction(kind))) return
  if (!(await isUsuallyTaxed(work, invoice))) return
  const repository = work.kit.repository(invoices.name)
  const id = Number(invoice.id)
  await repository.move(asPortal(work, 'review'), id, 'review', { version: invoice.version })
  await repository.move(asPortal(work, 'approve'), id, 'approve', { version: Number(invoice.version) + 1 })
}

/**
 * Whether every line has no tax, is an export, or has a rate with which a user approved goods of its order before.
 * Deductions must have the rate of the goods, deposit deductions that of the deposit.
 */
const isUsuallyTaxed = async ({ tx }: Work, invoice: Doc): Promise<boolean> => {
  const lines = (invoice.lines ?? []) as Doc[]
  const charges = (invoice.charges ?? []) as Doc[]
  const orders = [...new Set(lines.map(({ purchase_order_id }) => Number(purchase_order_id)))]
  const deposits = charges.some(({ deposit_id }) => deposit_id) ? await readDepositsOf(tx, orders, null) : []
  const hasOwnRate = ({ kind, tax_rate_id = null, deposit_id }: Doc) =>
    kind === 'deposit_deduction'
      ? deposits.some((deposit) => deposit.id === deposit_id && isDeductedAs(tax_rate_id, deposit))
      : lines.every((line) => (line.tax_rate_id ?? null) === tax_rate_id)
  if (!charges.every(hasOwnRate)) return false
  const newRates = await tx.query(
    `select 1 from unnest($1::bigint[], $2::bigint[]) as x(rate, purchase_order) join tax_rates t on t.id = x.rate
     where not (t.rate_pct = 0 and t.category in ('G', 'O')) and not exists (
       select 1 from invoice_lines y join invoices i on i.id = y.invoice_id
       where y.purchase_order_id = x.purchase_order and y.tax_rate_id = t.id and i.type = 'commercial'
         and i.approved_by is not null and i.status in (${quoted(countedStates)})) limit 1`,
    [lines.map(({ tax_rate_id }) => tax_rate_id ?? null), lines.map(({ purchase_order_id }) => purchase_order_id)],
    'invoice_unusual_rates',
  )
  return newRates.length === 0
}

/** Updates match and due date of invoices by an empty edit, which completes them again. */
const settleInvoices = async (work: Work, ids: readonly number[]) => {
  for (const id of ids) await work.kit.repository(invoices.name).edit(asPortal(work), id, {})
}

const differs = (before: Doc | null, after: Doc, fields: readonly string[]) =>
  fields.some((field) => JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after[field] ?? null))

/** Updates invoices after bookings were written: units, receipt, departure and documents affect match and due date. */
export const followBookings = async (work: Work, changes: readonly Change[]): Promise<void> => {
  const ids = changes
    .filter(({ before, after }) => before && differs(before, after, bookingFields))
    .map(({ after }) => Number(after.id))
  if (ids.length === 0 || work.isTrial) return
  await settleInvoices(work, await idsWhere(work, 'i.booking_id = any($1::bigint[])', ids, 'invoices_of_bookings'))
}

const bookingFields = [
  'status',
  'atd',
  'etd',
  'documents_complete_on',
  'documents_due',
  'hbl_no',
  'mbl_no',
  'awb_no',
  'lines',
]

/** Updates invoices after orders were written: holds, prices, terms and closed lines affect them. */
export const followOrders = async (work: Work, changes: readonly Change[]): Promise<void> => {
  const ids = changes
    .filter(
      ({ before, after }) => before && (differs(before, after, orderFields) || pricesOf(before) !== pricesOf(after)),
    )
    .map(({ after }) => Number(after.id))
  if (ids.length === 0 || work.isTrial) return
  const where = `(i.purchase_order_id = any($1::bigint[]) or exists (
    select 1 from invoice_lines y where y.invoice_id = i.id and y.purchase_order_id = any($1::bigint[])))`
  await settleInvoices(work, await idsWhere(work, where, ids, 'invoices_of_orders'))
}

const orderFields = ['on_hold', 'currency', 'fx_rate', 'payment_term_id', 'deposit_pct']
const pricesOf = (order: Doc) =>
  JSON.stringify(
    ((order.lines ?? []) as Doc[]).map(({ id, unit_price, qty, line_status }) => [id, unit_price, qty, line_status]),
  )

/** Updates invoices after final inspections were decided, because rejected goods are an exception. */
export const followInspections = async (work: Work, changes: readonly Change[]): Promise<void> => {
  const ids = changes
    .filter(({ before, after }) => after.original_type === 'final' && before?.status !== after.status)
    .flatMap(({ after }) => Number(after.po_line_id) || [])
  if (ids.length === 0 || work.isTrial) return
  const where = `exists (select 1 from invoice_lines y where y.invoice_id = i.id and y.po_line_id = any($1::bigint[]))`
  await settleInvoices(work, await idsWhere(work, where, ids, 'invoices_of_inspected'))
}

const idsWhere = async ({ tx }: Work, where: string, ids: readonly number[], name: string): Promise<number[]> => {
  const rows = await tx.query<{ id: number }>(
    `select i.id from invoices i where ${where} and i.status in (${quoted(updatedStates)}) and i.archived_at is null
     order by i.id`,
    [ids],
    name,
  )
  return rows.map(({ id }) => id)
}

/** Restarts the daily work after tolerances or payment terms changed, so that open invoices are matched again. */
export const followTerms = (work: Work): Promise<void> | undefined =>
  work.isTrial || work.me.id === 0 ? undefined : restartDailyWork(work, invoices.name)

const portion = 40

/** Updates one portion of invoices as daily work, with freshly read settings; returns the id to go on after. */
export const settleInvoicesOfDay = async (dailyWork: Work, after: number): Promise<number | null> => {
  const settings = await dailyWork.kit.settings(dailyWork.tx, true)
  const work = { ...dailyWork, context: { ...dailyWork.context, settings } }
  const rows = await work.tx.query<{ id: number }>(
    `select id from invoices where id > $1 and archived_at is null and status in (${quoted(updatedStates)})
     order by id limit ${portion}`,
    [after],
    'invoices_of_day',
  )
  await settleInvoices(
    work,
    rows.map(({ id }) => id),
  )
  return rows.length < portion ? null : (rows.at(-1)?.id ?? null)
}

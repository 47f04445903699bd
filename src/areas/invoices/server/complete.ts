import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import { addDays } from '#shared/base/dates.ts'
import { compare, currencyDigits, divide, inBase, multiply, round, sum } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { deductionOf, netOfDeduction } from '#shared/trade/deposits.ts'
import { type Due, dueDateOf } from '#shared/trade/due-date.ts'
import { amountsOf, balanceOf } from '#shared/trade/invoice-amounts.ts'
import { type InvoiceMatch, type MatchedLine, matchInvoice, type Tolerance } from '#shared/trade/invoice-match.ts'
import { invoicedStates, isDeliveredTerm, numberKey } from '#shared/trade/invoice-terms.ts'
import { isValidOn } from '#shared/trade/taxes.ts'
import { billedOf } from './deposits'
import { hasDouble, type InvoiceFacts, leadingOrder, lockOrders, readFacts } from './facts'

/**
 * Completes invoices: numbers new ones, copies values of booking and order, calculates amounts and due dates, and matches
 * them with order, shipment and documents. Returns the problems of each invoice.
 */
export const completeInvoices = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const problems: Problem[][] = []
  for (const change of changes) {
    const { before, after } = change
    if (!work.isTrial && (isLive(before) || isLive(after))) await lockOrders(work.tx, await ordersOf(work, change))
    after.number_key = typeof after.invoice_no === 'string' ? numberKey(after.invoice_no) : null
    if (!before && !work.isTrial) after.internal_no ??= await nextNumber(work.tx, 'INV', work.context.today)
    const facts = await readFacts(work.tx, after)
    copySourceValues(work, after, facts)
    calculateAmounts(work, after, facts)
    noteAdjuster(work, change)
    settleDueDate(after, facts)
    if (!before || isOpen(after)) await match(work, after, facts)
    settlePayments(after)
    problems.push(work.me.id === 0 ? [] : problemsOf(work, change, facts))
  }
  return problems
}

const live: ReadonlySet<unknown> = new Set(invoicedStates)
const isLive = (invoice: Doc | null) => invoice !== null && live.has(invoice.status)
/** Whether the invoice is undecided, so that its match follows the facts. */
const isOpen = ({ status }: Doc) =>
  status === undefined || ['draft', 'submitted', 'under_review', 'disputed'].includes(status)

const rowsOf = (invoice: Doc | null, field: string) => (invoice?.[field] ?? []) as Doc[]

/** The ids of the orders of an invoice and its lines, before and after the write. */
const ordersOf = async ({ tx }: Work, { before, after }: Change): Promise<number[]> => {
  const lines = [before, after].flatMap((invoice) => rowsOf(invoice, 'lines')).map((row) => Number(row.po_line_id) || 0)
  const rows = await tx.query<{ id: number }>(
    'select distinct purchase_order_id as id from po_lines where id = any($1::bigint[])',
    [lines],
    'invoice_orders_of_lines',
  )
  const named = [before, after].flatMap((invoice) => Number(invoice?.purchase_order_id) || [])
  return [...new Set([...rows.map(({ id }) => id), ...named])]
}

/** Copies values of booking, order and order lines to the invoice. */
const copySourceValues = (
  { context }: Work,
  invoice: Doc,
  { lines, orders, booking, term_id, corrected }: InvoiceFacts,
) => {
  const order = orders.get(leadingOrder(invoice, lines) ?? 0)
  const source = booking ?? order
  invoice.currency ??= order?.currency ?? corrected?.currency ?? context.settings.base_currency
  invoice.fx_rate = rateOf(invoice, order ?? corrected)
  if (isOpen(invoice)) invoice.payment_term_id = term_id
  invoice.incoterm = source?.incoterm ?? null
  invoice.incoterm_place = source?.incoterm_place ?? null
  invoice.port_of_loading_id = source?.port_of_loading_id ?? null
  invoice.bl_no = booking?.bl_no ?? null
  for (const row of rowsOf(invoice, 'lines')) {
    const line = lines.get(Number(row.po_line_id))
    row.line_title = line?.line_title ?? null
    row.purchase_order_id = line?.purchase_order_id ?? null
    row.hs_code = line?.hs_code ?? null
    row.country_of_origin = line?.country_of_origin ?? null
    row.description ||= line?.description ?? null
  }
}

/** The exchange rate of the source if it has the same currency; null otherwise. */
const rateOf = ({ currency }: Doc, source: { currency: string; fx_rate: string | null } | null): string | null =>
  source?.currency === currency ? (source?.fx_rate ?? null) : null

const calculateAmounts = ({ context }: Work, invoice: Doc, { rates }: InvoiceFacts) => {
  const currency = String(invoice.currency)
  const lines = rowsOf(invoice, 'lines')
  const sums = amountsOf({ currency, lines, charges: rowsOf(invoice, 'charges') }, rates)
  for (const [index, row] of lines.entries()) row.line_amount = sums.lines[index]
  const { net, tax, total } = sums
  const base = String(context.settings.base_currency)
  Object.assign(invoice, {
    net,
    tax,
    total,
    total_base: inBase(total, currency, base, invoice.fx_rate as string | null),
  })
}

/** Makes the user who adjusts a disputed invoice its submitter, so that the same user cannot approve it. */
const noteAdjuster = ({ me }: Work, { before, after }: Change) => {
  if (before?.status !== 'disputed' || me.id === 0) return
  const isAdjusted =
    compare(String(before.total), String(after.total)) !== 0 || before.bank_account_id !== after.bank_account_id
  if (isAdjusted) after.submitted_by = me.id
}

/** Sets due date and discount. Deposits, proformas and notes are due at once, goods by the payment term of the order. */
const settleDueDate = (invoice: Doc, facts: InvoiceFacts) => {
  if (invoice.status === 'paid' || invoice.status === 'void') return
  const { base, due } = dueOf(invoice, facts)
  invoice.due_base = base
  Object.assign(invoice, due)
  const pct = facts.term?.discount_pct
  invoice.discount_amount =
    due.discount_date && pct
      ? divide(multiply(String(invoice.total), pct), '100', currencyDigits(String(invoice.currency)))
      : null
}

const dueOf = (invoice: Doc, { term, booking, orders, lines }: InvoiceFacts): { base: string; due: Due } => {
  const day = text(invoice.invoice_date)
  if (invoice.type !== 'commercial' || !term)
    return { base: 'invoice', due: { base_date: day, due_date: day, discount_date: null } }
  const order = orders.get(leadingOrder(invoice, lines) ?? 0)
  const days = {
    order: order?.order_date ?? null,
    invoice: day,
    bl_date: booking?.atd ?? null,
    etd: booking?.etd ?? booking?.atd ?? null,
    delivery: booking?.received_on ?? null,
    documents: booking?.documents_complete_on ?? null,
  }
  return { base: term.base_date, due: dueDateOf(term, days) }
}

const match = async (work: Work, invoice: Doc, facts: InvoiceFacts) => {
  const result = await matchOf(work, invoice, facts)
  invoice.match_status = result.status
  invoice.exceptions = result.codes
  for (const [index, row] of rowsOf(invoice, 'lines').entries()) {
    const line = facts.lines.get(Number(row.po_line_id))
    Object.assign(row, {
      match_status: result.lines[index]?.status ?? 'unmatched',
      exceptions: result.lines[index]?.codes ?? [],
      order_price: line?.price ?? null,
      ordered_qty: line?.ordered ?? null,
      counted_qty: line ? countedOf(invoice, line) : null,
      earlier_qty: line ? (facts.booking ? line.earlier_of_booking : line.earlier) : null,
    })
  }
}

/** The three-way match of an invoice with the current facts. */
const matchOf = async (work: Work, invoice: Doc, facts: InvoiceFacts): Promise<InvoiceMatch> => {
  const { booking } = facts
  return matchInvoice(
    {
      type: String(invoice.type),
      supplier_id: Number(invoice.supplier_id),
      currency: String(invoice.currency),
      incoterm: text(invoice.incoterm),
      order: facts.orders.get(Number(invoice.purchase_order_id)) ?? null,
      lines: rowsOf(invoice, 'lines').map((row) => matchedLine(invoice, row, facts)),
      charges: rowsOf(invoice, 'charges').map((row) => ({
        kind: String(row.kind),
        charge_amount: deductedNet(row, facts),
      })),
      // The debit note of a claim is unique by its claim number, so equal amounts are no sign of a double.
      has_double: !invoice.claim_no && (await hasDouble(work.tx, invoice)),
      terms_differ: invoice.type === 'commercial' && termsOf(invoice, facts).size > 1,
      documents_complete:
        invoice.type === 'commercial' && booking?.needs_documents ? booking.documents_complete_on !== null : null,
      deposit_open: openDeposit(invoice, facts),
      net: String(invoice.net),
      deposit_to_deduct: sum(
        facts.deposits.map((deposit) => deductionOf(deposit, billedOf(invoice, deposit), String(invoice.currency))),
      ),
    },
    toleranceOf(work.context.settings),
  )
}

/** The payment terms of the orders of the goods. */
const termsOf = (invoice: Doc, { lines, orders }: InvoiceFacts) =>
  new Set(
    rowsOf(invoice, 'lines').flatMap(({ po_line_id }) => {
      const order = orders.get(lines.get(Number(po_line_id))?.purchase_order_id ?? 0)
      return order ? [order.payment_term_id] : []
    }),
  )

/** The amount of a charge; a deposit deduction without the tax of its deposit. */
const deductedNet = (row: Doc, { deposits, rates }: InvoiceFacts): string => {
  const deposit = deposits.find(({ id }) => id === row.deposit_id)
  const amount = String(row.charge_amount ?? '0')
  const rate = rates.get(Number(row.tax_rate_id))?.rate_pct ?? '0'
  return deposit && row.kind === 'deposit_deduction' ? netOfDeduction(amount, compare(rate, '0') > 0, deposit) : amount
}

/** Matches a stored invoice with the current facts, without changing it. */
export const matchNow = async (work: Work, invoice: Doc): Promise<InvoiceMatch> =>
  matchOf(work, invoice, await readFacts(work.tx, invoice))

const toleranceOf = (settings: Record<string, unknown>): Tolerance => ({
  qty_pct: String(settings.match_qty_pct ?? '0'),
  price_pct: String(settings.match_price_pct ?? '0'),
  price_amount: String(settings.match_price_amount ?? '0'),
})

const matchedLine = (invoice: Doc, row: Doc, { lines, orders }: InvoiceFacts): MatchedLine => {
  const line = lines.get(Number(row.po_line_id))
  const order = line && orders.get(line.purchase_order_id)
  const values = { qty: Number(row.qty ?? 0), unit_price: String(row.unit_price ?? '0') }
  if (!line || !order) return { ...values, order: null }
  const { supplier_id, currency, on_hold } = order
  const { price, ordered, over_pct, is_rejected, earlier, earlier_of_booking } = line
  const counted = countedOf(invoice, line)
  const other_rows = rowsOf(invoice, 'lines')
    .filter((other) => other !== row && Number(other.po_line_id) === line.id)
    .reduce((sum, { qty }) => sum + Number(qty ?? 0), 0)
  return {
    ...values,
    order: {
      ...{
        supplier_id,
        currency,
        on_hold,
        price,
        ordered,
        over_pct,
        is_rejected,
        counted,
        other_rows,
        earlier_of_booking,
        earlier,
      },
    },
  }
}

const countedOf = (invoice: Doc, { shipped, received }: { shipped: number | null; received: number | null }): number =>
  (isDeliveredTerm(invoice.incoterm) ? received : shipped) ?? 0

/** The amount that a deposit or proforma may still ask for; null for other types. */
const openDeposit = (invoice: Doc, { orders }: InvoiceFacts): string | null => {
  const order = orders.get(Number(invoice.purchase_order_id))
  if (!order || (invoice.type !== 'deposit' && invoice.type !== 'proforma')) return null
  if (invoice.type === 'proforma') return order.total_value
  const share = divide(multiply(order.total_value, order.deposit_pct), '100', currencyDigits(order.currency))
  return sum([share, `-${order.deposits}`])
}

/** Sets the paid amount, the balance, and the status that follows from them. */
const settlePayments = (invoice: Doc) => {
  const payments = rowsOf(invoice, 'payments')
  Object.assign(invoice, balanceOf(String(invoice.total), payments, String(invoice.currency)))
  if (invoice.type === 'proforma' || !payable.has(invoice.status)) return
  const isSettled = compare(String(invoice.balance), '0') === 0
  invoice.paid_on = isSettled
    ? payments.reduce((last, { paid_on }) => laterDate(last, text(paid_on)), null as string | null)
    : null
  if (isSettled) invoice.status = 'paid'
  else if (invoice.status !== 'scheduled')
    invoice.status = compare(String(invoice.amount_paid), '0') > 0 ? 'part_paid' : 'approved'
}

const payable: ReadonlySet<unknown> = new Set(['approved', 'scheduled', 'part_paid', 'paid'])
const laterDate = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const problemsOf = (work: Work, { before, after }: Change, facts: InvoiceFacts): Problem[] => {
  if (!isOpen(after)) return []
  const { booking, orders, account } = facts
  const supplier = Number(after.supplier_id)
  const order = orders.get(Number(after.purchase_order_id))
  return [
    ...(after.supplier_id ? [] : [problem(textOf('validation.required'), 'supplier_id')]),
    ...(facts.number_taken ? [problem(textOf('problems.invoices.number_taken'), 'invoice_no')] : []),
    ...(booking && booking.supplier_id !== supplier
      ? [problem(textOf('problems.invoices.of_other_supplier'), 'booking_id')]
      : []),
    ...(order && order.supplier_id !== supplier
      ? [problem(textOf('problems.invoices.of_other_supplier'), 'purchase_order_id')]
      : []),
    ...(account && account.supplier_id !== supplier
      ? [problem(textOf('problems.invoices.of_other_supplier'), 'bank_account_id')]
      : []),
    ...(account && account.currency !== after.currency
      ? [problem(textOf('problems.invoices.account_currency', { currency: account.currency }), 'bank_account_id')]
      : []),
    // A date that was accepted before is not checked again.
    ...(before?.invoice_date === after.invoice_date ? [] : dateProblems(work, after, facts)),
    ...depositProblems(after, facts),
    ...rateProblems(work, { before, after }, facts),
    ...(after.type === 'debit_note' && work.me.role === 'Agent' && !before
      ? [problem(textOf('problems.invoices.debit_by_office'), 'type')]
      : []),
  ]
}

const dateProblems = ({ context }: Work, invoice: Doc, { orders }: InvoiceFacts): Problem[] => {
  const day = text(invoice.invoice_date)
  if (day === null) return []
  const ordered = [...orders.values()].map(({ order_date }) => order_date).filter((date) => date !== null)
  // Tomorrow is accepted, because it may be today where the supplier is.
  if (day > addDays(context.today, 1)) return [problem(textOf('problems.invoices.later_than_today'), 'invoice_date')]
  return ordered.some((date) => date > day) ? [problem(textOf('problems.invoices.before_order'), 'invoice_date')] : []
}

/**
 * A tax rate must be valid on the tax point: the date of the invoice, or of the invoice that it corrects or deducts. Rates
 * that were accepted before are checked again only when a draft is submitted.
 */
const rateProblems = ({ action }: Work, { before, after }: Change, facts: InvoiceFacts): Problem[] => {
  const isSame = ['invoice_date', 'corrects_id'].every((field) => (before?.[field] ?? null) === (after[field] ?? null))
  return ['lines', 'charges'].flatMap((rows) => {
    const earlier = new Map(rowsOf(before, rows).map((row) => [row.id, row]))
    return rowsOf(after, rows).flatMap((row, index): Problem[] => {
      const rate = facts.rates.get(Number(row.tax_rate_id))
      const day =
        facts.deposits.find(({ id }) => id === row.deposit_id)?.invoice_date ??
        facts.corrected?.invoice_date ??
        text(after.invoice_date)
      if (!rate || day === null || isValidOn(rate, day)) return []
      if (action !== 'submit' && isSame && earlier.get(row.id)?.tax_rate_id === rate.id) return []
      return [
        problem(textOf('problems.invoices.rate_not_valid', { rate: rate.code, day }), `${rows}.${index}.tax_rate_id`),
      ]
    })
  })
}

/** A deduction must name a paid deposit of an order of this invoice, and not exceed what is left of it. */
const depositProblems = (invoice: Doc, facts: InvoiceFacts): Problem[] =>
  rowsOf(invoice, 'charges').flatMap((row, index): Problem[] => {
    if (row.kind !== 'deposit_deduction') return []
    const pathOf = (field: string) => `charges.${index}.${field}`
    const deposit = facts.deposits.find(({ id }) => id === row.deposit_id)
    if (!deposit) return [problem(textOf('problems.invoices.deposit_unknown'), pathOf('deposit_id'))]
    const deductedHere = sum(
      rowsOf(invoice, 'charges')
        .filter((other) => other.deposit_id === deposit.id)
        .map((other) => deductedNet(other, facts)),
    )
    const digits = currencyDigits(String(invoice.currency))
    return compare(round(sum([deductedHere, deposit.deducted]), digits), round(deposit.paid, digits)) > 0
      ? [problem(textOf('problems.invoices.deposit_over'), pathOf('charge_amount'))]
      : []
  })

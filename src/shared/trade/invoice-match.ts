import { compare, divide, multiply, subtract, sum } from '#shared/base/money.ts'
import { isDeduction, type MatchCode, type MatchState, signOf } from './invoice-terms'

/** What order, booking and earlier invoices say about a line of an invoice. Prices are decimal text. */
export interface MatchedLine {
  qty: number
  unit_price: string
  /** Null where the line is no goods of an order. */
  order: {
    supplier_id: number
    currency: string
    price: string | null
    ordered: number
    /** Percent of units over the order that may be shipped. */
    over_pct: string
    on_hold: boolean
    /** The final inspection of the goods failed, without a concession. */
    is_rejected: boolean
    /** Units that were shipped, or received where the incoterm delivers at the destination. */
    counted: number
    /** Units in the other rows of this invoice: an order line may have a row for each of its sizes. */
    other_rows: number
    /** Units on other invoices of the same booking, and on all other invoices of the line. */
    earlier_of_booking: number
    earlier: number
  } | null
}

/** What is known about an invoice as a whole. Amounts are decimal text. */
export interface MatchedInvoice {
  type: string
  supplier_id: number
  currency: string
  incoterm: string | null
  /** The order that it names, which lines without goods have nothing else of. */
  order: { currency: string; on_hold: boolean } | null
  lines: readonly MatchedLine[]
  charges: readonly { kind: string; charge_amount: string }[]
  /** Another invoice of the supplier has the same currency, total and day, or bills the same goods. */
  has_double: boolean
  /** The orders of its goods have different payment terms: it is due by those of one of them. */
  terms_differ: boolean
  /** Whether the shipping documents of the booking are complete; null where it needs none. */
  documents_complete: boolean | null
  /** Of a deposit: what may still be asked for as one. */
  deposit_open: string | null
  /** Of a deposit or proforma: its net; of goods: what should be deducted of deposits that were paid. */
  net: string
  deposit_to_deduct: string
}

/** Which differences pass: units in percent, prices by the larger of percent and amount. */
export interface Tolerance {
  qty_pct: string
  price_pct: string
  price_amount: string
}

export interface LineMatch {
  status: MatchState
  codes: MatchCode[]
}

export interface InvoiceMatch {
  status: MatchState
  /** All codes, those of its lines included. */
  codes: MatchCode[]
  lines: LineMatch[]
}

/**
 * The three-way match: every line with its order and with what was shipped or received, and the invoice with documents,
 * deposits and other invoices. Both sides of the portal call it.
 */
export const matchInvoice = (invoice: MatchedInvoice, tolerance: Tolerance): InvoiceMatch => {
  const lines = invoice.lines.map((line) => matchLine(line, invoice, tolerance))
  const codes = [...new Set([...wholeCodes(invoice), ...lines.flatMap((line) => line.codes)])]
  return { status: codes.length > 0 ? 'exception' : statusOf(lines), codes, lines }
}

/** How far goods are matched with the shipment: of goods that are billed, not of those that are given back. */
const billsGoods = (type: string) => type === 'commercial'

export const matchLine = (
  { qty, unit_price, order }: MatchedLine,
  { type, supplier_id, currency }: Pick<MatchedInvoice, 'type' | 'supplier_id' | 'currency'>,
  tolerance: Tolerance,
): LineMatch => {
  if (!order)
    return billsGoods(type) ? { status: 'exception', codes: ['price_diff'] } : { status: 'matched', codes: [] }
  const price = priceDifference(unit_price, order.price, tolerance)
  const units = billsGoods(type) ? unitDifference(qty, order, tolerance) : null
  const codes: MatchCode[] = [
    ...(order.supplier_id === supplier_id ? [] : (['supplier'] as const)),
    ...(order.currency === currency ? [] : (['currency'] as const)),
    ...(price === 'over' ? (['price_diff'] as const) : []),
    ...(units === 'none' ? (['no_receipt'] as const) : units === 'over' ? (['qty_over'] as const) : []),
    ...(order.on_hold ? (['po_on_hold'] as const) : []),
    ...(billsGoods(type) && order.is_rejected ? (['qa_failed'] as const) : []),
  ]
  if (codes.length > 0) return { status: 'exception', codes }
  return { status: price === 'within' || units === 'within' ? 'within_tolerance' : 'matched', codes }
}

type Difference = 'over' | 'within' | null

/** A lower price passes; a higher one within the larger of the tolerances. */
const priceDifference = (price: string, ordered: string | null, { price_pct, price_amount }: Tolerance): Difference => {
  if (ordered === null) return 'over'
  const over = subtract(price, ordered)
  if (compare(over, '0') <= 0) return compare(over, '0') < 0 ? 'within' : null
  const byPercent = divide(multiply(ordered, price_pct), '100', 10)
  return compare(over, byPercent) <= 0 || compare(over, price_amount) <= 0 ? 'within' : 'over'
}

const unitDifference = (
  qty: number,
  { counted, ordered, over_pct, other_rows, earlier, earlier_of_booking }: NonNullable<MatchedLine['order']>,
  { qty_pct }: Tolerance,
): Difference | 'none' => {
  if (counted === 0) return 'none'
  const most = (units: number, pct: string) => divide(multiply(String(units), sum(['100', pct])), '100', 4)
  const billed = qty + other_rows
  const ofBooking = String(billed + earlier_of_booking)
  if (compare(String(billed + earlier), most(ordered, over_pct)) > 0) return 'over'
  if (compare(ofBooking, String(counted)) <= 0) return null
  return compare(ofBooking, most(counted, qty_pct)) <= 0 ? 'within' : 'over'
}

/** Terms by which the seller pays the main carriage, and may bill it. */
const carriageTerms: ReadonlySet<string | null> = new Set(['CPT', 'CIP', 'CFR', 'CIF', 'DAP', 'DPU', 'DDP'])
const insuranceTerms: ReadonlySet<string | null> = new Set(['CIP', 'CIF', 'DAP', 'DPU', 'DDP'])

const wholeCodes = (invoice: MatchedInvoice): MatchCode[] => [
  ...(invoice.order && invoice.order.currency !== invoice.currency ? (['currency'] as const) : []),
  // What is given back does not wait for the order.
  ...(invoice.order?.on_hold && signOf(invoice.type) >= 0 ? (['po_on_hold'] as const) : []),
  ...(invoice.has_double ? (['duplicate'] as const) : []),
  ...(invoice.documents_complete === false ? (['docs_missing'] as const) : []),
  ...(invoice.charges.some((charge) => !isChargeDue(charge.kind, invoice.incoterm))
    ? (['charge_not_due'] as const)
    : []),
  ...(invoice.deposit_open !== null && compare(invoice.net, invoice.deposit_open) > 0
    ? (['amount_over'] as const)
    : []),
  ...(compare(deductedOf(invoice), invoice.deposit_to_deduct) < 0 ? (['deposit_open'] as const) : []),
  ...(invoice.terms_differ ? (['terms_differ'] as const) : []),
]

/** Whether the incoterm lets the seller bill the charge; what it takes off is always right. */
const isChargeDue = (kind: string, incoterm: string | null): boolean =>
  isDeduction(kind) ||
  (kind === 'freight' ? carriageTerms.has(incoterm) : kind !== 'insurance' || insuranceTerms.has(incoterm))

const deductedOf = ({ charges }: MatchedInvoice): string =>
  sum(charges.filter(({ kind }) => kind === 'deposit_deduction').map(({ charge_amount }) => charge_amount))

const statusOf = (lines: readonly LineMatch[]): MatchState =>
  lines.some(({ status }) => status === 'within_tolerance') ? 'within_tolerance' : 'matched'

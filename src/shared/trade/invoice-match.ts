import { compare, divide, multiply, subtract, sum } from '#shared/base/money.ts'
import { isDeduction, type MatchCode, type MatchState, signOf } from './invoice-terms'

/** The facts of order, booking and earlier invoices about a line of an invoice. Prices are decimal text. */
export interface MatchedLine {
  qty: number
  unit_price: string
  /** Null if the line is not for ordered goods. */
  order: {
    supplier_id: number
    currency: string
    price: string | null
    ordered: number
    /** Over-tolerance of the order in percent of its units. */
    over_pct: string
    on_hold: boolean
    /** Whether the final inspection of the goods failed without a concession. */
    is_rejected: boolean
    /** Shipped units, or received units if the incoterm delivers at the destination. */
    counted: number
    /** Units in the other rows of this invoice, which can have a row for each size of an order line. */
    other_rows: number
    /** Units on other invoices of the same booking, and on all other invoices of the line. */
    earlier_of_booking: number
    earlier: number
  } | null
}

/** The facts about an invoice as a whole. Amounts are decimal text. */
export interface MatchedInvoice {
  type: string
  supplier_id: number
  currency: string
  incoterm: string | null
  /** The order that the invoice names, the only one known for lines without goods. */
  order: { currency: string; on_hold: boolean } | null
  lines: readonly MatchedLine[]
  charges: readonly { kind: string; charge_amount: string }[]
  /** Whether another invoice of the supplier has the same currency, total and date, or bills the same goods. */
  has_double: boolean
  /** Whether the orders of its goods have different payment terms; the due date follows one of them. */
  terms_differ: boolean
  /** Whether the shipping documents of the booking are complete; null if it needs none. */
  documents_complete: boolean | null
  /** For a deposit: the amount that can still be requested as deposit. */
  deposit_open: string | null
  /** For a deposit or proforma its net amount; for goods the amount that should be deducted for paid deposits. */
  net: string
  deposit_to_deduct: string
}

/** Accepted differences: of units in percent, of prices the larger of percent and amount. */
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
  /** All codes, including those of the lines. */
  codes: MatchCode[]
  lines: LineMatch[]
}

/**
 * The three-way match: compares every line with its order and with what was shipped or received, and the invoice with
 * documents, deposits and other invoices. Server and browser use this function.
 */
export const matchInvoice = (invoice: MatchedInvoice, tolerance: Tolerance): InvoiceMatch => {
  const lines = invoice.lines.map((line) => matchLine(line, invoice, tolerance))
  const codes = [...new Set([...wholeCodes(invoice), ...lines.flatMap((line) => line.codes)])]
  return { status: codes.length > 0 ? 'exception' : statusOf(lines), codes, lines }
}

/** Whether the invoice bills goods, which are matched with the shipment; returned goods are not. */
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

/** A lower price is accepted; a higher one within the larger of the two tolerances. */
const priceDifference = (price: string, ordered: string | null, { price_pct, price_amount }: Tolerance): Difference => {
  if (ordered === null) return 'over'
  const excess = subtract(price, ordered)
  if (compare(excess, '0') <= 0) return compare(excess, '0') < 0 ? 'within' : null
  const byPercent = divide(multiply(ordered, price_pct), '100', 10)
  return compare(excess, byPercent) <= 0 || compare(excess, price_amount) <= 0 ? 'within' : 'over'
}

const unitDifference = (
  qty: number,
  { counted, ordered, over_pct, other_rows, earlier, earlier_of_booking }: NonNullable<MatchedLine['order']>,
  { qty_pct }: Tolerance,
): Difference | 'none' => {
  if (counted === 0) return 'none'
  const maxUnits = (units: number, pct: string) => divide(multiply(String(units), sum(['100', pct])), '100', 4)
  const billed = qty + other_rows
  const billedOfBooking = String(billed + earlier_of_booking)
  if (compare(String(billed + earlier), maxUnits(ordered, over_pct)) > 0) return 'over'
  if (compare(billedOfBooking, String(counted)) <= 0) return null
  return compare(billedOfBooking, maxUnits(counted, qty_pct)) <= 0 ? 'within' : 'over'
}

/** Incoterms under which the seller pays the main carriage and can bill it. */
const carriageTerms: ReadonlySet<string | null> = new Set(['CPT', 'CIP', 'CFR', 'CIF', 'DAP', 'DPU', 'DDP'])
const insuranceTerms: ReadonlySet<string | null> = new Set(['CIP', 'CIF', 'DAP', 'DPU', 'DDP'])

const wholeCodes = (invoice: MatchedInvoice): MatchCode[] => [
  ...(invoice.order && invoice.order.currency !== invoice.currency ? (['currency'] as const) : []),
  // Amounts that are given back are not blocked by an order on hold.
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

/** Whether the incoterm allows the seller to bill the charge; deductions are always accepted. */
const isChargeDue = (kind: string, incoterm: string | null): boolean =>
  isDeduction(kind) ||
  (kind === 'freight' ? carriageTerms.has(incoterm) : kind !== 'insurance' || insuranceTerms.has(incoterm))

const deductedOf = ({ charges }: MatchedInvoice): string =>
  sum(charges.filter(({ kind }) => kind === 'deposit_deduction').map(({ charge_amount }) => charge_amount))

const statusOf = (lines: readonly LineMatch[]): MatchState =>
  lines.some(({ status }) => status === 'within_tolerance') ? 'within_tolerance' : 'matched'

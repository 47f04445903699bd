import { cutText } from '#shared/base/cut-text.ts'
import { compare, currencyDigits, divide, isDecimalText, round, subtract, sum } from '#shared/base/money.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { amountsOf, type Rate } from '../invoice-amounts'
import type { ChargeKind, InvoiceType } from '../invoice-terms'
import { isValidOn, type Validity } from '../taxes'
import type { EInvoice, EInvoiceLine, Levy } from './model'

/** A finding about an electronic invoice; a grave one prevents the creation of a draft. */
export interface DraftFinding {
  code: string
  isGrave: boolean
  text: Text
}

/** An order line that lines of an invoice are matched with. */
export interface OrderLine {
  id: number
  line_title: string
  line_no: number | null
  purchase_order_id: number
  po_no: string
  article: string
  /** The sizes of the line with their article numbers. */
  skus: readonly { size_id: number; sku: string | null; gtin: string | null }[]
}

export interface MatchedLine {
  line: EInvoiceLine
  match: { line: OrderLine; size_id: number | null } | null
}

/** The type of a supplier's document by its UNTDID 1001 code; null for types that suppliers do not send. */
export const typeOf = (code: string): InvoiceType | null => types.get(code) ?? null
const types: ReadonlyMap<string, InvoiceType> = new Map([
  ['380', 'commercial'],
  ['384', 'commercial'],
  ['386', 'deposit'],
  ['381', 'credit_note'],
  ['325', 'proforma'],
])

/** Normalises a number for comparison: without spaces, hyphens and case. */
const normalized = (text: string | undefined) => (text ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The order of a line: stated in the line itself, before the line's number (`PO-1/10`), or for the whole invoice. */
const orderOf = ({ order: ofAll }: EInvoice, { order, orderLine }: EInvoiceLine) => {
  const parts = orderLine?.split('/') ?? []
  const before = parts.length > 1 ? parts.slice(0, -1).join('/') : undefined
  return { order: order ?? before ?? ofAll, number: parts.at(-1) }
}

/** The order numbers in an invoice, normalised for comparison. */
export const ordersNamed = (invoice: EInvoice): string[] => [
  ...new Set(
    [invoice.order, ...invoice.lines.map((line) => orderOf(invoice, line).order)]
      .map(normalized)
      .filter((no) => no !== ''),
  ),
]

/**
 * Matches lines with order lines: within the order that they name, by GTIN or SKU, then line number, then article. A
 * line that fits several order lines is not matched.
 */
export const matchLines = (invoice: EInvoice, known: readonly OrderLine[]): MatchedLine[] =>
  invoice.lines.map((line) => {
    const { order, number } = orderOf(invoice, line)
    const orderLines = known.filter(({ po_no }) => normalized(po_no) === normalized(order))
    const codes = [line.gtin, line.sellerItem, line.buyerItem].map(normalized).filter(Boolean)
    const bySku = orderLines.flatMap((candidate) =>
      candidate.skus
        .filter(({ sku, gtin }) => codes.includes(normalized(sku ?? '')) || codes.includes(normalized(gtin ?? '')))
        .map(({ size_id }) => ({ line: candidate, size_id: size_id as number | null })),
    )
    const byNumber = orderLines.filter(
      ({ line_no }) => line_no !== null && String(line_no) === number?.replace(/^0+/, ''),
    )
    const byArticle = orderLines.filter(({ article }) => codes.includes(normalized(article)))
    const numbered = new Set(byNumber)
    const matchesByRule = [
      bySku.filter((match) => numbered.has(match.line)),
      bySku,
      byNumber.map((line) => ({ line, size_id: null })),
      byArticle.map((line) => ({ line, size_id: null })),
    ]
    return { line, match: matchesByRule.find(({ length }) => length === 1)?.[0] ?? null }
  })

/** A tax rate of the portal with the data that identifies it. */
export type KnownRate = Rate & Validity & { country: string | null }

export interface DraftParts {
  invoice: EInvoice
  type: InvoiceType
  matches: readonly MatchedLine[]
  rates: readonly KnownRate[]
  /** The date on which the rates must be valid. */
  day: string
  /** The country of the supplier, whose rates take precedence. */
  country: string
}

/** The lines and charges of a draft in the form of the area, with findings about what could not be taken over. */
export const draftRows = ({ invoice, type, matches, rates, day, country }: DraftParts) => {
  const findings: DraftFinding[] = []
  const find = (code: string, isGrave: boolean, text: Text) => findings.push({ code, isGrave, text })
  const rateOf = ({ category, rate = '0' }: Pick<Levy, 'category' | 'rate'>): number | null => {
    const percent = isDecimalText(rate) ? rate : '0'
    const sameRates = rates.filter((rate) => rate.category === category && compare(rate.rate_pct, percent) === 0)
    const validRates = sameRates.filter((rate) => isValidOn(rate, day))
    const chosenRate = validRates.find((rate) => rate.country === country) ?? validRates[0]
    if (!chosenRate && sameRates.length > 0 && !findings.some(({ code }) => code === 'tax_rate_not_valid'))
      find(
        'tax_rate_not_valid',
        false,
        textOf('einvoice.findings.tax_rate_not_valid', { category, rate: percent, day }),
      )
    if (
      sameRates.length === 0 &&
      compare(percent, '0') > 0 &&
      !findings.some(({ code }) => code === 'tax_rate_unknown')
    )
      find('tax_rate_unknown', false, textOf('einvoice.findings.tax_rate_unknown', { category, rate: percent }))
    return chosenRate?.id ?? null
  }
  const lines = matches.map(({ line, match }) => {
    const name = line.id || line.name
    if (!match && type === 'commercial')
      find('line_unmatched', true, textOf('einvoice.findings.line_unmatched', { line: name }))
    const qty = isDecimalText(line.qty) ? line.qty : '0'
    if (compare(round(qty, 0), qty) !== 0 || compare(qty, '1') < 0)
      find('qty_not_whole', true, textOf('einvoice.findings.qty_not_whole', { line: name, qty: line.qty }))
    return {
      po_line_id: match?.line.id ?? null,
      size_id: match?.size_id ?? null,
      description: cutText([line.name, line.description].filter(Boolean).join(' · '), 255) || null,
      qty: Number(round(qty, 0)),
      unit_price: priceOf(line),
      tax_rate_id: rateOf(line),
    }
  })
  const { prepaid } = invoice.totals
  const charges = [
    ...invoice.levies.map((levy) => ({
      kind: kindOf(levy),
      description: levy.reason ? cutText(levy.reason, 255) : null,
      charge_amount: levy.amount,
      tax_rate_id: rateOf(levy),
    })),
    ...(prepaid && isDecimalText(prepaid) && compare(prepaid, '0') > 0
      ? [{ kind: 'deposit_deduction' as const, description: null, charge_amount: prepaid, tax_rate_id: null }]
      : []),
  ]
  return { lines, charges, findings }
}

/** The price of one unit with the portal's four decimals, including allowances and charges of the line. */
const priceOf = ({ price, per, qty, amount, levies }: EInvoiceLine) => {
  if (levies && isDecimalText(amount) && isDecimalText(qty) && compare(qty, '0') > 0) return divide(amount, qty, 4)
  if (!isDecimalText(price)) return '0'
  const units = per && isDecimalText(per) && compare(per, '0') > 0 ? per : '1'
  return divide(price, units, 4)
}

/** The kind of a charge, by its code or its reason. */
const kindOf = ({ isCharge, code, reason = '' }: Levy): ChargeKind => {
  if (!isCharge) return 'discount'
  if (code === 'FC' || /freight|shipping|transport|fracht|运费|海运|空运/i.test(reason)) return 'freight'
  if (/insur|versicherung|保险/i.test(reason)) return 'insurance'
  if (/tooling|mould|mold|模具/i.test(reason)) return 'tooling'
  return /test|检测|测试/i.test(reason) ? 'testing' : 'other'
}

/** Compares the sums of the file with those of the draft; differences become findings. */
export const sumsOf = (
  { totals, currency }: EInvoice,
  rows: Pick<ReturnType<typeof draftRows>, 'lines' | 'charges'>,
  rates: readonly KnownRate[],
) => {
  const { net, tax, total } = amountsOf({ currency, ...rows }, new Map(rates.map((rate) => [rate.id, rate])))
  // The portal's net amount includes prepayments, that of the standard does not.
  const given = isDecimalText(totals.net) ? subtract(totals.net, decimalOr(totals.prepaid)) : totals.net
  const sums = [
    { name: 'net', file: given, portal: net },
    { name: 'tax', file: totals.tax, portal: tax },
    { name: 'total', file: totals.due, portal: total },
  ]
  return sums.map(({ name, file, portal }) => {
    const isDifferent = !isDecimalText(file) || compare(file, portal) !== 0
    return {
      name,
      file: isDecimalText(file) ? sum([file, round('0', currencyDigits(currency))]) : file,
      portal,
      isDifferent,
    }
  })
}

const decimalOr = (text: string | undefined) => (text && isDecimalText(text) ? text : '0')

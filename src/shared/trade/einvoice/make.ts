import { compare, currencyDigits, round, sum, withoutEndingZeros } from '#shared/base/money.ts'
import { amountsOf, type Rate } from '../invoice-amounts'
import { type InvoiceType, isDeduction } from '../invoice-terms'
import {
  type EInvoice,
  type EInvoiceLine,
  type Levy,
  type Party,
  type Payment,
  type TaxGroup,
  vatPrefixOf,
} from './model'

/** A tax rate with the exemption reason that is printed if it charges nothing. */
export interface NamedRate extends Rate {
  exemption_reason: string | null
}

/** An invoice of the portal with all data that its electronic form needs. */
export interface InvoiceFacts {
  invoice_no: string
  type: InvoiceType
  invoice_date: string
  currency: string
  due_date: string | null
  /** Name of the payment term. */
  terms: string | null
  /** Incoterm with its place, port of loading, and remarks. */
  notes: readonly string[]
  bl_no: string | null
  corrects: { invoice_no: string; invoice_date: string } | null
  supplier: FactsParty
  company: FactsParty
  /** Date and destination country of the shipment. */
  shipped: { day: string | null; country: string | null }
  account: { number: string; isIban: boolean; holder: string; bic: string | null } | null
  lines: readonly FactsLine[]
  charges: readonly FactsCharge[]
  rates: ReadonlyMap<number, NamedRate>
}

export interface FactsParty {
  name: string
  id: string | null
  tax_id: string | null
  address: readonly string[]
  city: string | null
  country: string
}

export interface FactsLine extends Readonly<Record<string, unknown>> {
  qty: number
  unit_price: string
  tax_rate_id: number | null
  /** Number of the order, and of the line in it. */
  order: string | null
  order_line: string | null
  name: string
  description: string | null
  article: string | null
  sku: string | null
  gtin: string | null
  hs_code: string | null
  origin: string | null
}

export interface FactsCharge extends Readonly<Record<string, unknown>> {
  kind: string
  charge_amount: string
  tax_rate_id: number | null
  text: string
}

/** UNTDID 1001. A deposit is invoiced before delivery: 386, prepayment invoice. */
const typeCodes: Readonly<Record<InvoiceType, string>> = {
  commercial: '380',
  deposit: '386',
  credit_note: '381',
  debit_note: '383',
  proforma: '325',
}

/**
 * Converts an invoice of the portal to the terms of EN 16931. Amounts are those of `amountsOf` and are not rounded
 * again.
 */
export const makeEInvoice = (facts: InvoiceFacts): EInvoice => {
  const { currency, type } = facts
  const amounts = amountsOf(facts, facts.rates)
  const categories = categoriesOf(facts)
  const money = moneyIn(currency)
  const prepaid = sum(
    facts.charges.filter((charge) => isPrepayment(charge, facts)).map((charge) => charge.charge_amount),
  )
  const levies = facts.charges
    .filter((charge) => !isPrepayment(charge, facts))
    .map((charge) => levyOf(charge, categories, money))
  const amountOf = (isCharge: boolean) => {
    const counted = levies.filter((levy) => levy.isCharge === isCharge)
    return counted.length > 0 ? money(sum(counted.map(({ amount }) => amount))) : undefined
  }
  // The portal's net amount is after prepayments, that of the standard before.
  const net = sum([amounts.net, prepaid])
  const orders = new Set(facts.lines.flatMap(({ order }) => order ?? []))
  const [order] = orders.size === 1 ? orders : []
  const isIssuedByBuyer = type === 'debit_note'
  const isUntaxed = categories.isOutside
  const supplier = partyOf(facts.supplier, isUntaxed)
  const company = partyOf(facts.company, isUntaxed)
  return definedOf({
    number: facts.invoice_no,
    issued: facts.invoice_date,
    type: typeCodes[type],
    currency,
    due: facts.due_date ?? undefined,
    order,
    terms: facts.terms ?? undefined,
    notes: [...facts.notes],
    corrects: facts.corrects ? { number: facts.corrects.invoice_no, issued: facts.corrects.invoice_date } : undefined,
    documents: facts.bl_no ? [{ number: facts.bl_no, description: 'Bill of lading' }] : [],
    // The retailer is the seller of a debit note, which asks the supplier for money.
    seller: isIssuedByBuyer ? company : supplier,
    buyer: isIssuedByBuyer ? supplier : company,
    delivery: deliveryOf(facts),
    payment: paymentOf(facts),
    levies,
    taxes: groupsOf(facts, categories, money),
    totals: definedOf({
      lines: money(amounts.goods),
      allowances: amountOf(false),
      charges: amountOf(true),
      net: money(net),
      tax: money(amounts.tax),
      total: money(sum([net, amounts.tax])),
      prepaid: compare(prepaid, '0') === 0 ? undefined : money(prepaid),
      due: money(amounts.total),
    }),
    lines: facts.lines.map((line, index) =>
      lineOf(line, {
        index,
        amount: money(amounts.lines[index] ?? '0'),
        orders: orders.size,
        ...categories.categoryOf(line),
      }),
    ),
  })
}

/**
 * Whether a deducted deposit is a prepaid amount (BT-113). It is if it was untaxed: the tax of this invoice is then
 * that of all its goods. If the deposit invoice was taxed, the deduction is an allowance (BG-20) of the same category,
 * because BT-113 would leave the tax of that part charged twice.
 */
const isPrepayment = ({ kind, tax_rate_id }: FactsCharge, { rates }: InvoiceFacts) =>
  kind === 'deposit_deduction' && compare(rates.get(Number(tax_rate_id))?.rate_pct ?? '0', '0') === 0

/** EN 16931 allows two decimals. A third is written too, so that the rules report it, unless it is zero. */
const moneyIn = (currency: string) => {
  const digits = currencyDigits(currency)
  return (amount: string) => {
    const whole = round(amount, digits)
    return digits > 2 && whole.endsWith('0') ? whole.slice(0, -1) : whole
  }
}
type Money = ReturnType<typeof moneyIn>

type Categories = ReturnType<typeof categoriesOf>
interface Category {
  category: string
  rate?: string
}

/**
 * Amounts without a rate are outside the scope of tax (O) if nothing on the invoice has a rate, since O must not be
 * mixed with other categories; otherwise they are exempt (E).
 */
const categoriesOf = ({ lines, charges, rates }: InvoiceFacts) => {
  const rateOf = ({ tax_rate_id }: { tax_rate_id: number | null }) => rates.get(Number(tax_rate_id))
  const items = [...lines, ...charges]
  const isOutside = items.every((item) => (rateOf(item)?.category ?? 'O') === 'O')
  const categoryOf = (item: { tax_rate_id: number | null }): Category => {
    const rate = rateOf(item)
    if (!rate) return isOutside ? { category: 'O' } : { category: 'E', rate: '0' }
    return rate.category === 'O' ? { category: 'O' } : { category: rate.category, rate: percent(rate.rate_pct) }
  }
  return { isOutside, categoryOf, rateOf }
}

const percent = (rate: string) => withoutEndingZeros(rate)

/** Rates of the portal with the same category and percentage are one tax group of the standard. */
const groupsOf = (facts: InvoiceFacts, categories: Categories, money: Money): TaxGroup[] => {
  const counted = {
    ...facts,
    charges: facts.charges.filter((charge) => !isPrepayment(charge, facts)),
  }
  const groups = new Map<string, TaxGroup>()
  for (const { rate, base, tax } of amountsOf(counted, facts.rates).taxes) {
    const category = categories.categoryOf({ tax_rate_id: rate?.id ?? null })
    const key = `${category.category} ${category.rate ?? ''}`
    const known = groups.get(key)
    groups.set(key, {
      ...category,
      ...reasonOf(category.category, facts.rates.get(rate?.id ?? 0)?.exemption_reason ?? null),
      base: money(sum([known?.base ?? '0', base])),
      tax: money(sum([known?.tax ?? '0', tax])),
    })
  }
  return [...groups.values()]
}

/** BT-120, and BT-121 if the list of exemption reasons has a code for the whole category. */
const reasonOf = (category: string, given: string | null): Pick<TaxGroup, 'reason' | 'code'> => {
  if (category === 'S' || category === 'Z') return {}
  const usual = usualReasons[category]
  return { ...(usual?.code && { code: usual.code }), reason: given ?? usual?.reason ?? 'Exempt' }
}
const usualReasons: Readonly<Record<string, { reason: string; code?: string }>> = {
  E: { reason: 'Exempt from VAT' },
  AE: { reason: 'Reverse charge', code: 'VATEX-EU-AE' },
  G: { reason: 'Export outside the EU', code: 'VATEX-EU-G' },
  O: { reason: 'Not subject to VAT', code: 'VATEX-EU-O' },
}

const levyOf = (charge: FactsCharge, categories: Categories, money: Money): Levy => ({
  isCharge: !isDeduction(charge.kind),
  amount: money(charge.charge_amount),
  ...categories.categoryOf(charge),
  reason: charge.text,
  ...(reasonCodes[charge.kind] && { code: reasonCodes[charge.kind] }),
})

/** UNTDID 7161 for freight, UNTDID 5189 for a discount. Other charges have only a text. */
const reasonCodes: Readonly<Record<string, string>> = { freight: 'FC', discount: '95' }

/**
 * A tax number with the prefix of its country is BT-31. An invoice outside the scope of tax must not have that term, so
 * there it is BT-32.
 */
const partyOf = ({ name, id, tax_id, address, city, country }: FactsParty, isUntaxed: boolean): Party => {
  const number = tax_id?.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const prefix = vatPrefixOf(country)
  const prefixed = number && ([country, prefix].some((start) => number.startsWith(start)) ? number : prefix + number)
  return definedOf({
    name,
    // A party must have an identifier.
    id: id ?? (isUntaxed ? number : undefined) ?? undefined,
    vatId: isUntaxed ? undefined : prefixed || undefined,
    taxId: isUntaxed ? number || undefined : undefined,
    address: [...address],
    city: city ?? undefined,
    country,
  })
}

const deliveryOf = ({ shipped: { day, country } }: InvoiceFacts): EInvoice['delivery'] =>
  day || country ? definedOf({ day: day ?? undefined, country: country ?? undefined }) : undefined

/**
 * UNTDID 4461: credit transfer (30) to the verified account; clearing (97) if nothing is transferred; not defined (1)
 * if the reader may not see the account, or there is none.
 */
const paymentOf = ({ type, account, invoice_no }: InvoiceFacts): Payment => {
  if (type === 'credit_note' || type === 'debit_note') return { means: '97' }
  if (!account) return { means: '1', reference: invoice_no }
  const { number, isIban, holder, bic } = account
  return {
    means: '30',
    reference: invoice_no,
    account: { number, isIban, holder, ...(bic && { bic }) },
  }
}

const lineOf = (
  line: FactsLine,
  { index, amount, orders, ...category }: Category & { index: number; amount: string; orders: number },
): EInvoiceLine =>
  definedOf({
    id: String(index + 1),
    qty: String(line.qty),
    // Pieces (UN/ECE recommendation 20).
    unit: 'H87',
    amount,
    // If the lines belong to several orders, the reference includes the order.
    orderLine: (orders > 1 && line.order ? `${line.order}/${line.order_line ?? ''}` : line.order_line) ?? undefined,
    price: withoutEndingZeros(line.unit_price),
    ...category,
    name: line.name,
    description: line.description ?? undefined,
    sellerItem: line.sku ?? undefined,
    buyerItem: line.article ?? undefined,
    gtin: line.gtin ?? undefined,
    hsCode: line.hs_code ?? undefined,
    origin: line.origin ?? undefined,
  })

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}
const definedOf = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Defined<T>

import { currencyDigits, divide, multiply, round, subtract, sum } from '#shared/base/money.ts'
import { isDeduction } from './invoice-terms'
import type { TaxCategory } from './taxes'

/** A tax rate; `rate_pct` is decimal text. */
export interface Rate {
  id: number
  rate_pct: string
  category: TaxCategory
  rounding: 'line' | 'invoice'
}

interface Line extends Readonly<Record<string, unknown>> {
  qty?: unknown
  unit_price?: unknown
  tax_rate_id?: unknown
}

interface Charge extends Readonly<Record<string, unknown>> {
  kind?: unknown
  charge_amount?: unknown
  tax_rate_id?: unknown
}

/** The lines and charges of an invoice; amounts are decimal text. */
export interface Billed {
  currency: string
  lines: readonly Line[]
  charges: readonly Charge[]
}

/** The tax of one rate: the amount it is charged on, and the tax. `rate` is null for amounts without a rate. */
export interface TaxShare {
  rate: Rate | null
  base: string
  tax: string
}

/** The sums of an invoice, as decimal text in its currency. */
export interface InvoiceAmounts {
  /** The amount of each line: units × price, rounded to the decimals of the currency. */
  lines: string[]
  /** The sum of all lines, and the sum of all charges, in which deductions are negative. */
  goods: string
  charges: string
  net: string
  tax: string
  total: string
  taxes: TaxShare[]
}

/**
 * Calculates the sums of an invoice. Each line is rounded once to the minor unit of its currency (ISO 4217); tax is
 * rounded for each line or once for each rate, as the rate defines. Missing values count as zero.
 */
export const amountsOf = ({ currency, lines, charges }: Billed, rates: ReadonlyMap<number, Rate>): InvoiceAmounts => {
  const digits = currencyDigits(currency)
  const lineAmounts = lines.map(({ qty, unit_price }) => round(multiply(decimalOf(qty), decimalOf(unit_price)), digits))
  const chargeAmounts = charges.map(({ kind, charge_amount }) =>
    signed(round(decimalOf(charge_amount), digits), isDeduction(kind)),
  )
  const taxes = taxesOf(
    [...lines, ...charges].map(({ tax_rate_id }, index) => ({
      rate: rates.get(Number(tax_rate_id)) ?? null,
      amount: [...lineAmounts, ...chargeAmounts][index] ?? '0',
    })),
    digits,
  )
  const [goods, chargeTotal] = [sum(lineAmounts), sum(chargeAmounts)]
  const net = round(sum([goods, chargeTotal]), digits)
  const tax = round(sum(taxes.map((share) => share.tax)), digits)
  return { lines: lineAmounts, goods, charges: chargeTotal, net, tax, total: sum([net, tax]), taxes }
}

const taxesOf = (items: readonly { rate: Rate | null; amount: string }[], digits: number): TaxShare[] => {
  const byRate = new Map<number | null, { rate: Rate | null; amounts: string[] }>()
  for (const { rate, amount } of items) {
    const key = rate?.id ?? null
    byRate.set(key, { rate, amounts: [...(byRate.get(key)?.amounts ?? []), amount] })
  }
  return [...byRate.values()].map(({ rate, amounts }) => ({
    rate,
    base: round(sum(amounts), digits),
    tax: rate ? taxOf(rate, amounts, digits) : round('0', digits),
  }))
}

const taxOf = ({ rate_pct, rounding }: Rate, amounts: readonly string[], digits: number): string => {
  const share = (amount: string) => divide(multiply(amount, rate_pct), '100', digits)
  return rounding === 'line' ? round(sum(amounts.map(share)), digits) : share(sum(amounts))
}

const decimalOf = (value: unknown): string =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : '0'

const signed = (amount: string, isTakenOff: boolean) => (isTakenOff ? subtract('0', amount) : amount)

/** A payment, as far as balances need it. */
interface Payment extends Readonly<Record<string, unknown>> {
  paid_on?: unknown
  paid_amount?: unknown
  discount?: unknown
}

/** The paid amount, and the balance of a total after payments and discounts. */
export const balanceOf = (total: string, payments: readonly Payment[], currency: string) => {
  const digits = currencyDigits(currency)
  const paid = sum(payments.map(({ paid_amount }) => decimalOf(paid_amount)))
  const discounts = sum(payments.map(({ discount }) => decimalOf(discount)))
  return { amount_paid: round(paid, digits), balance: round(subtract(total, sum([paid, discounts])), digits) }
}

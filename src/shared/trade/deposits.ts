import { compare, currencyDigits, divide, multiply, round, subtract, sum } from '#shared/base/money.ts'

/** A paid deposit of an order; amounts are decimal text. */
export interface PaidDeposit {
  /** The id of the deposit invoice. */
  id: number
  invoice_no: string
  purchase_order_id: number
  invoice_date: string
  /** The invoiced amount without and with tax. */
  net: string
  total: string
  /** The tax rate of the whole deposit; null without tax, and if it has several rates or a retired one. */
  tax_rate_id: number | null
  /** The paid amount, and the part of it that other invoices have deducted; both without tax. */
  paid: string
  deducted: string
  order_value: string
  /** The amount of the order's goods on other invoices. */
  billed_before: string
}

/**
 * The amount of a deduction without tax. A deduction with a tax rate is already net; one without a rate includes the
 * tax of the deposit.
 */
export const netOfDeduction = (amount: string, isTaxed: boolean, { net, total }: PaidDeposit): string =>
  isTaxed || compare(net, total) === 0 ? amount : divide(multiply(amount, net), total, 6)

/**
 * Whether a deduction with this tax rate matches the tax of the deposit; without a rate, the deposit must be untaxed.
 */
export const isDeductedAs = (tax_rate_id: unknown, deposit: PaidDeposit): boolean =>
  (tax_rate_id ?? null) === deposit.tax_rate_id && (tax_rate_id !== null || compare(deposit.net, deposit.total) === 0)

/** The charge row that deducts a net amount: with the tax rate of the deposit, or else with its tax included. */
export const deductionRow = (amount: string, { net, total, tax_rate_id }: PaidDeposit, currency: string) =>
  tax_rate_id !== null || compare(net, total) === 0
    ? { charge_amount: amount, tax_rate_id }
    : { charge_amount: divide(multiply(amount, total), net, currencyDigits(currency)), tax_rate_id: null }

/**
 * The amount that an invoice has to deduct from a deposit, without tax: the share of its goods in the value of the
 * order, limited to what is not deducted yet. The invoice that completes the order deducts all of that.
 */
export const deductionOf = (deposit: PaidDeposit, billed: string, currency: string): string => {
  const remaining = subtract(deposit.paid, deposit.deducted)
  if (compare(remaining, '0') <= 0 || compare(billed, '0') <= 0 || compare(deposit.order_value, '0') <= 0)
    return round('0', currencyDigits(currency))
  const completes = compare(sum([deposit.billed_before, billed]), deposit.order_value) >= 0
  const share = divide(multiply(deposit.paid, billed), deposit.order_value, currencyDigits(currency))
  return round(completes || compare(share, remaining) > 0 ? remaining : share, currencyDigits(currency))
}

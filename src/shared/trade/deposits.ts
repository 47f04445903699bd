import { compare, currencyDigits, divide, multiply, round, subtract, sum } from '#shared/base/money.ts'

/** A paid deposit of an order; amounts are decimal text. */
export interface PaidDeposit {
  /** The deposit invoice. */
  id: number
  invoice_no: string
  purchase_order_id: number
  invoice_date: string
  /** Without tax and with it, as it was invoiced. */
  net: string
  total: string
  /** The rate of tax that all of it bears; null without tax, and where it has several or a retired one. */
  tax_rate_id: number | null
  /** What was paid, and what other invoices deducted of that; both without tax. */
  paid: string
  deducted: string
  order_value: string
  /** What other invoices billed of the order's goods. */
  billed_before: string
}

/**
 * A deduction without tax, whichever way it was written: one with tax takes off the tax of the deposit by its own rate, one
 * without tax has that tax in its amount.
 */
export const netOfDeduction = (amount: string, isTaxed: boolean, { net, total }: PaidDeposit): string =>
  isTaxed || compare(net, total) === 0 ? amount : divide(multiply(amount, net), total, 6)

/** Whether a deduction at this rate of tax takes off what the deposit charged: without a rate, what bore no tax. */
export const isDeductedAs = (tax_rate_id: unknown, deposit: PaidDeposit): boolean =>
  (tax_rate_id ?? null) === deposit.tax_rate_id && (tax_rate_id !== null || compare(deposit.net, deposit.total) === 0)

/** The row of an invoice that deducts so much without tax: with the rate of the deposit, or else with its tax in the amount. */
export const deductionRow = (amount: string, { net, total, tax_rate_id }: PaidDeposit, currency: string) =>
  tax_rate_id !== null || compare(net, total) === 0
    ? { charge_amount: amount, tax_rate_id }
    : { charge_amount: divide(multiply(amount, total), net, currencyDigits(currency)), tax_rate_id: null }

/**
 * What an invoice has to deduct of a deposit: the share of its goods in the order's value, at most what is left; all of
 * that with the invoice that completes the order. Without tax.
 */
export const deductionOf = (deposit: PaidDeposit, billed: string, currency: string): string => {
  const left = subtract(deposit.paid, deposit.deducted)
  if (compare(left, '0') <= 0 || compare(billed, '0') <= 0 || compare(deposit.order_value, '0') <= 0)
    return round('0', currencyDigits(currency))
  const completes = compare(sum([deposit.billed_before, billed]), deposit.order_value) >= 0
  const share = divide(multiply(deposit.paid, billed), deposit.order_value, currencyDigits(currency))
  return round(completes || compare(share, left) > 0 ? left : share, currencyDigits(currency))
}

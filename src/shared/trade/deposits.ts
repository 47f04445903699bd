import { compare, currencyDigits, divide, multiply, round, subtract, sum } from '#shared/base/money.ts'

/** A paid deposit of an order; amounts are decimal text. */
export interface PaidDeposit {
  /** The deposit invoice. */
  id: number
  invoice_no: string
  purchase_order_id: number
  paid: string
  /** What other invoices deducted of it. */
  deducted: string
  order_value: string
  /** What other invoices billed of the order's goods. */
  billed_before: string
}

/**
 * What an invoice has to deduct of a deposit: the share of its goods in the order's value, at most what is left; all of
 * that with the invoice that completes the order.
 */
export const deductionOf = (deposit: PaidDeposit, billed: string, currency: string): string => {
  const left = subtract(deposit.paid, deposit.deducted)
  if (compare(left, '0') <= 0 || compare(billed, '0') <= 0 || compare(deposit.order_value, '0') <= 0)
    return round('0', currencyDigits(currency))
  const completes = compare(sum([deposit.billed_before, billed]), deposit.order_value) >= 0
  const share = divide(multiply(deposit.paid, billed), deposit.order_value, currencyDigits(currency))
  return round(completes || compare(share, left) > 0 ? left : share, currencyDigits(currency))
}

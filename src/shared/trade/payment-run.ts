import { compare, currencyDigits, round, subtract, sum } from '#shared/base/money.ts'
import { signOf } from './invoice-terms'

/** The state of an invoice in a payment run. While it is open, the invoice cannot be in another run. */
export const itemStates = ['open', 'paid', 'failed', 'withdrawn'] as const

/** Maximum number of invoices and notes in a run. */
export const mostItems = 500

/** An approved invoice, credit note or debit note that can be added to a payment run. */
export interface Payable {
  invoice_id: number
  invoice_no: string
  supplier_id: number
  invoice_type: string
  due_date: string | null
  /** The open balance, without a sign. */
  balance: string
  discount_date: string | null
  discount_amount: string | null
  /** Discounts taken with earlier payments. */
  discount_taken: string
}

/** A proposed item of a payment run; the amounts of notes are negative. */
export interface ProposedItem {
  invoice_id: number
  pay_amount: string
  discount: string
}

/** An item of a run, as far as its sums need it. */
export type SummedItem = Readonly<Record<string, unknown>>

export const minus = (amount: string): string => subtract('0', amount)
const isPositive = (amount: string) => compare(amount, '0') > 0
const smaller = (a: string, b: string) => (compare(a, b) < 0 ? a : b)

/** The remaining early-payment discount of an invoice if its balance is paid on `day`. */
export const discountOn = (
  { invoice_type, balance, discount_date, discount_amount, discount_taken }: Payable,
  day: string,
  currency: string,
): string => {
  if (signOf(invoice_type) < 0 || !discount_date || !discount_amount || day > discount_date) return '0'
  const remaining = round(subtract(discount_amount, discount_taken), currencyDigits(currency))
  return isPositive(remaining) ? smaller(remaining, balance) : '0'
}

/**
 * Proposes the items of a run. Every supplier is paid all invoices less discounts; notes are set off, in the given
 * order, until nothing is left to pay, and their remainder stays open. Without an amount to pay, no note is set off.
 */
export const proposeItems = (payables: readonly Payable[], day: string, currency: string): ProposedItem[] =>
  groupBy(payables, ({ supplier_id }) => supplier_id).flatMap((supplierPayables) => {
    const owed = supplierPayables
      .filter(({ invoice_type }) => signOf(invoice_type) > 0)
      .map((payable): ProposedItem => {
        const discount = discountOn(payable, day, currency)
        return { invoice_id: payable.invoice_id, pay_amount: subtract(payable.balance, discount), discount }
      })
      .filter(({ pay_amount }) => isPositive(pay_amount))
    let remaining = sum(owed.map(({ pay_amount }) => pay_amount))
    const notes: ProposedItem[] = []
    for (const { invoice_id, invoice_type, balance } of supplierPayables) {
      if (signOf(invoice_type) >= 0 || !isPositive(remaining)) continue
      const setOff = smaller(balance, remaining)
      remaining = subtract(remaining, setOff)
      notes.push({ invoice_id, pay_amount: minus(setOff), discount: '0' })
    }
    return [...owed, ...notes]
  })

/** Groups values by a key, in the order of the first value of each group. */
export const groupBy = <T>(values: readonly T[], keyOf: (value: T) => unknown): T[][] => {
  const groups = new Map<unknown, T[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return [...groups.values()]
}

const amountOf = ({ pay_amount }: SummedItem) => String(pay_amount ?? '0')

/** The sum of items: for one supplier, the amount that the bank transfers, which is never negative. */
export const netOf = (items: readonly SummedItem[]): string => sum(items.map(amountOf))

/** The sums of a run, without failed items. */
export const totalsOf = (items: readonly SummedItem[], currency: string) => {
  const rounded = (amount: string) => round(amount, currencyDigits(currency))
  const failed = items.filter(({ outcome }) => outcome === 'failed')
  const counted = items.filter(({ outcome }) => outcome !== 'failed')
  const suppliers = groupBy(counted, ({ supplier_id }) => supplier_id)
  return {
    paid_out: rounded(netOf(counted)),
    set_off: rounded(minus(sum(counted.map(amountOf).filter((amount) => compare(amount, '0') < 0)))),
    discount_total: rounded(sum(counted.map(({ discount }) => String(discount ?? '0')))),
    payments_qty: suppliers.filter((supplierItems) => isPositive(netOf(supplierItems))).length,
    suppliers_qty: suppliers.length,
    failed_qty: groupBy(failed, ({ supplier_id }) => supplier_id).length,
  }
}

import { compare, currencyDigits, round, subtract, sum } from '#shared/base/money.ts'
import { signOf } from './invoice-terms'

/** What became of an invoice in a payment run. While it is open, no other run takes the invoice. */
export const itemStates = ['open', 'paid', 'failed', 'withdrawn'] as const

/** Invoices and notes of one run. */
export const mostItems = 500

/** An approved invoice, credit note or debit note that may be in a payment run. */
export interface Payable {
  invoice_id: number
  invoice_no: string
  supplier_id: number
  invoice_type: string
  due_date: string | null
  /** What is open, without a sign. */
  balance: string
  discount_date: string | null
  discount_amount: string | null
  /** Discounts that were taken with earlier payments. */
  discount_taken: string
}

/** What a payment run does with an invoice: amounts with its sign. */
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

/** The discount for early payment that an invoice still allows when what is open is paid on that day. */
export const discountOn = (
  { invoice_type, balance, discount_date, discount_amount, discount_taken }: Payable,
  day: string,
  currency: string,
): string => {
  if (signOf(invoice_type) < 0 || !discount_date || !discount_amount || day > discount_date) return '0'
  const left = round(subtract(discount_amount, discount_taken), currencyDigits(currency))
  return isPositive(left) ? smaller(left, balance) : '0'
}

/**
 * What is paid of these invoices on that day. Of each supplier all that it is owed, less discounts, and its notes set
 * off from the oldest on, until nothing is left to pay; the rest of a note stays open. Without anything to pay, no
 * note.
 */
export const proposeItems = (payables: readonly Payable[], day: string, currency: string): ProposedItem[] =>
  groupBy(payables, ({ supplier_id }) => supplier_id).flatMap((own) => {
    const owed = own
      .filter(({ invoice_type }) => signOf(invoice_type) > 0)
      .map((payable): ProposedItem => {
        const discount = discountOn(payable, day, currency)
        return { invoice_id: payable.invoice_id, pay_amount: subtract(payable.balance, discount), discount }
      })
      .filter(({ pay_amount }) => isPositive(pay_amount))
    let left = sum(owed.map(({ pay_amount }) => pay_amount))
    const notes: ProposedItem[] = []
    for (const { invoice_id, invoice_type, balance } of own) {
      if (signOf(invoice_type) >= 0 || !isPositive(left)) continue
      const taken = smaller(balance, left)
      left = subtract(left, taken)
      notes.push({ invoice_id, pay_amount: minus(taken), discount: '0' })
    }
    return [...owed, ...notes]
  })

/** Lists by a key, in the order of their first members. */
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

/** What the items of one supplier come to: what the bank transfers, never less than zero. */
export const netOf = (items: readonly SummedItem[]): string => sum(items.map(amountOf))

/** Sums of a run: what failed is not in them. */
export const totalsOf = (items: readonly SummedItem[], currency: string) => {
  const rounded = (amount: string) => round(amount, currencyDigits(currency))
  const failed = items.filter(({ outcome }) => outcome === 'failed')
  const counted = items.filter(({ outcome }) => outcome !== 'failed')
  const suppliers = groupBy(counted, ({ supplier_id }) => supplier_id)
  return {
    paid_out: rounded(netOf(counted)),
    set_off: rounded(minus(sum(counted.map(amountOf).filter((amount) => compare(amount, '0') < 0)))),
    discount_total: rounded(sum(counted.map(({ discount }) => String(discount ?? '0')))),
    payments_qty: suppliers.filter((own) => isPositive(netOf(own))).length,
    suppliers_qty: suppliers.length,
    failed_qty: groupBy(failed, ({ supplier_id }) => supplier_id).length,
  }
}

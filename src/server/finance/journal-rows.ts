import { compare, currencyDigits, divide, multiply, round, subtract, sum } from '#shared/base/money.ts'
import { isDeduction } from '#shared/trade/invoice-terms.ts'

/** The accounts of the settings that the journal posts to. */
export const journalAccounts = [
  'goods',
  'charges',
  'discounts',
  'tax',
  'deposits',
  'claims',
  'payables',
  'bank',
] as const
export type JournalAccount = (typeof journalAccounts)[number]
export type Accounts = Readonly<Record<JournalAccount, string>>

/** The values of an invoice that are posted; amounts are decimal text without a sign. */
export interface PostedInvoice {
  type: string
  currency: string
  fx_rate: string | null
  net: string
  tax: string
  total: string
  /** `of` is set for the deduction of a deposit whose amount includes the deposit's tax. */
  charges: readonly { kind: string; charge_amount: string; of?: { net: string; total: string } | null }[]
}

export interface PostedPayment {
  type: string
  currency: string
  fx_rate: string | null
  paid_amount: string
  discount: string
  /** The ledger account of the paying bank; null for the bank account of the settings. */
  bank_account: string | null
}

/** A row of a double entry: debit or credit, in the document's currency and, if there is a rate, in the base currency. */
export interface JournalRow {
  what: JournalAccount
  account: string
  debit: string
  credit: string
  base_debit: string | null
  base_credit: string | null
}

/** An amount for an account: positive amounts are debits. */
type Entry = [what: JournalAccount, amount: string]

/**
 * The journal rows of an approved invoice, or with `isReversed` of the reversal of a void one. They balance by
 * construction, because goods are the net amount without charges and deductions. Notes post with reversed signs, proformas
 * post nothing. Throws RangeError if the total is not net plus tax.
 */
export const invoiceRows = (
  invoice: PostedInvoice,
  accounts: Accounts,
  base: string,
  isReversed = false,
): JournalRow[] => {
  const { type, net, tax, total } = invoice
  const isNote = type === 'credit_note' || type === 'debit_note'
  const entries: Entry[] = [
    ...netEntries(invoice),
    ['tax', subtract(tax, depositTax(invoice))],
    ['payables', minus(total)],
  ]
  if (type === 'proforma' || compare(subtract(total, sum([net, tax])), '0') !== 0) {
    if (type === 'proforma') return []
    throw new RangeError(`The total ${total} of an invoice is not the sum of its net amount ${net} and tax ${tax}`)
  }
  return rowsOf(entries, invoice, accounts, base, isNote !== isReversed)
}

const netEntries = (invoice: PostedInvoice): Entry[] => {
  const { type, net, charges } = invoice
  if (type === 'deposit') return [['deposits', net]]
  if (type === 'debit_note') return [['claims', net]]
  const sumOf = (isCounted: (kind: string) => boolean) =>
    sum(charges.filter(({ kind }) => isCounted(kind)).map(({ charge_amount }) => charge_amount))
  const charged = sumOf((kind) => !isDeduction(kind))
  const discounts = sumOf((kind) => kind === 'discount')
  const deposits = sumOf((kind) => kind === 'deposit_deduction')
  return [
    ['goods', subtract(sum([net, discounts, deposits]), charged)],
    ['charges', charged],
    ['discounts', minus(discounts)],
    ['deposits', minus(subtract(deposits, depositTax(invoice)))],
  ]
}

/** The tax included in deductions without a tax rate. It was posted as tax with the deposit, not to the deposits account. */
const depositTax = ({ type, currency, charges }: PostedInvoice): string =>
  type === 'deposit' || type === 'debit_note'
    ? '0'
    : sum(
        charges.map(({ charge_amount, of }) =>
          of
            ? subtract(charge_amount, divide(multiply(charge_amount, of.net), of.total, currencyDigits(currency)))
            : '0',
        ),
      )

/** The journal rows of a payment. A payment of a note is its set-off; a negative payment is a reversal. */
export const paymentRows = (payment: PostedPayment, accounts: Accounts, base: string): JournalRow[] => {
  const { type, paid_amount, discount, bank_account } = payment
  const isNote = type === 'credit_note' || type === 'debit_note'
  return rowsOf(
    [
      ['payables', sum([paid_amount, discount])],
      ['discounts', minus(discount)],
      ['bank', minus(paid_amount)],
    ],
    payment,
    { ...accounts, bank: bank_account ?? accounts.bank },
    base,
    isNote,
  )
}

const rowsOf = (
  entries: readonly Entry[],
  { currency, fx_rate }: { currency: string; fx_rate: string | null },
  accounts: Accounts,
  base: string,
  isInverted: boolean,
): JournalRow[] => {
  const posted = entries
    .filter(([, amount]) => compare(amount, '0') !== 0)
    .map(([what, amount]): Entry => [what, isInverted ? minus(amount) : amount])
  const inBase = basesOf(posted, currency === base ? '1' : fx_rate, currencyDigits(base))
  return posted.map(([what, amount], index) => {
    const baseAmount = inBase?.[index] ?? null
    return {
      what,
      account: accounts[what],
      ...sides(round(amount, currencyDigits(currency)), 'debit', 'credit'),
      ...(baseAmount === null
        ? { base_debit: null, base_credit: null }
        : sides(baseAmount, 'base_debit', 'base_credit')),
    }
  })
}

/** Amounts in the base currency that add up to zero: the largest amount except the payables absorbs rounding differences. */
const basesOf = (entries: readonly Entry[], rate: string | null, digits: number): string[] | null => {
  if (rate === null || compare(rate, '0') <= 0) return null
  const amounts = entries.map(([, amount]) => round(multiply(amount, rate), digits))
  const difference = sum(amounts)
  const largest = entries
    .map(([what], index) => ({ what, index, size: absolute(amounts[index] ?? '0') }))
    .filter(({ what }) => what !== 'payables')
    .sort((a, b) => compare(b.size, a.size))[0]?.index
  return amounts.map((amount, index) => (index === largest ? round(subtract(amount, difference), digits) : amount))
}

const sides = <D extends string, C extends string>(amount: string, debit: D, credit: C) =>
  (compare(amount, '0') >= 0 ? { [debit]: amount, [credit]: '' } : { [debit]: '', [credit]: minus(amount) }) as Record<
    D | C,
    string
  >

const minus = (amount: string) => subtract('0', amount)
const absolute = (amount: string) => (compare(amount, '0') < 0 ? minus(amount) : amount)

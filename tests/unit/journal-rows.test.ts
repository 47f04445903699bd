import { describe, expect, it } from 'vitest'
import {
  type Accounts,
  invoiceRows,
  type JournalRow,
  type PostedInvoice,
  paymentRows,
} from '#server/finance/journal-rows.ts'
import { compare, currencyDigits, round, subtract, sum } from '#shared/base/money.ts'
import { seeded } from './random'

const accounts: Accounts = {
  goods: '5000',
  charges: '5100',
  discounts: '5200',
  tax: '2200',
  deposits: '1300',
  claims: '5300',
  payables: '2100',
  bank: '1200',
}
const invoice: PostedInvoice = {
  type: 'commercial',
  currency: 'USD',
  fx_rate: '0.790000',
  net: '1030.00',
  tax: '103.00',
  total: '1133.00',
  charges: [
    { kind: 'freight', charge_amount: '100.00' },
    { kind: 'testing', charge_amount: '30.00' },
    { kind: 'discount', charge_amount: '50.00' },
    { kind: 'deposit_deduction', charge_amount: '250.00' },
  ],
}
const told = (rows: readonly JournalRow[]) =>
  rows.map(({ account, debit, credit, base_debit, base_credit }) => [account, debit, credit, base_debit, base_credit])

describe('the journal', () => {
  it('posts goods, charges, deductions and tax of an invoice against the payables', () => {
    expect(told(invoiceRows(invoice, accounts, 'GBP'))).toEqual([
      ['5000', '1200.00', '', '948.00', ''],
      ['5100', '130.00', '', '102.70', ''],
      ['5200', '', '50.00', '', '39.50'],
      ['1300', '', '250.00', '', '197.50'],
      ['2200', '103.00', '', '81.37', ''],
      ['2100', '', '1133.00', '', '895.07'],
    ])
  })

  it('takes off of the deposits what was posted to them, and of the tax that of the deposit', () => {
    const deposit = { net: '221.24', total: '250.00' }
    const charges = invoice.charges.map((charge) => ({
      ...charge,
      of: charge.kind === 'deposit_deduction' ? deposit : null,
    }))
    const rows = invoiceRows({ ...invoice, charges }, accounts, 'GBP')
    const of = (name: string) =>
      rows.filter(({ what }) => what === name).map(({ debit, credit }) => debit || `-${credit}`)
    expect([of('deposits'), of('tax'), of('goods')]).toEqual([['-221.24'], ['74.24'], ['1200.00']])
  })

  it('posts a deposit as an asset, a claim to its own account, notes and reversals the other way round, a proforma not at all', () => {
    const plain = { ...invoice, net: '200.00', tax: '0.00', total: '200.00', charges: [] }
    const of = (type: string, isReversed = false) =>
      invoiceRows({ ...plain, type }, accounts, 'USD', isReversed).map(({ account, debit, credit }) => [
        account,
        debit || `-${credit}`,
      ])
    expect(of('deposit')).toEqual([
      ['1300', '200.00'],
      ['2100', '-200.00'],
    ])
    expect(of('debit_note')).toEqual([
      ['5300', '-200.00'],
      ['2100', '200.00'],
    ])
    expect(of('credit_note')).toEqual([
      ['5000', '-200.00'],
      ['2100', '200.00'],
    ])
    expect(of('commercial', true)).toEqual(of('credit_note'))
    expect(of('proforma')).toEqual([])
    expect(() => invoiceRows({ ...plain, total: '201.00' }, accounts, 'USD')).toThrow(RangeError)
  })

  it('posts a payment with its discount from the bank that paid, and turns set-offs and what came back', () => {
    const paid = { type: 'commercial', currency: 'GBP', fx_rate: null, bank_account: null }
    const of = (changes: object) =>
      told(paymentRows({ ...paid, paid_amount: '980.00', discount: '20.00', ...changes }, accounts, 'GBP')).map((row) =>
        row.slice(0, 3),
      )
    expect(of({})).toEqual([
      ['2100', '1000.00', ''],
      ['5200', '', '20.00'],
      ['1200', '', '980.00'],
    ])
    expect(of({ bank_account: '1210', discount: '0' })).toEqual([
      ['2100', '980.00', ''],
      ['1210', '', '980.00'],
    ])
    // What is set off is not transferred: with the payment of the invoice the bank pays less.
    expect(of({ type: 'debit_note', discount: '0' })).toEqual([
      ['2100', '', '980.00'],
      ['1200', '980.00', ''],
    ])
    expect(of({ paid_amount: '-980.00', discount: '-20.00' })).toEqual([
      ['2100', '', '1000.00'],
      ['5200', '20.00', ''],
      ['1200', '980.00', ''],
    ])
  })

  it('leaves the base currency out where there is no rate', () => {
    for (const fx_rate of [null, '0'])
      for (const row of invoiceRows({ ...invoice, fx_rate }, accounts, 'GBP'))
        expect([row.base_debit, row.base_credit]).toEqual([null, null])
  })

  it('balances whatever the amounts, rates and decimals are', () => {
    const { below, pick } = seeded(22)
    for (let round_ = 0; round_ < 500; round_ += 1) {
      const currency = pick(['USD', 'JPY', 'KWD', 'EUR'])
      const digits = currencyDigits(currency)
      const amount = (most: number) => round(`${below(most)}.${String(below(1000)).padStart(3, '0')}`, digits)
      const charges = ['freight', 'other', 'discount', 'deposit_deduction'].map((kind) => ({
        kind,
        charge_amount: amount(500),
      }))
      const net = amount(100_000)
      const tax = amount(9_000)
      const rate = `${below(3)}.${String(1 + below(999_999)).padStart(6, '0')}`
      const type = pick(['commercial', 'deposit', 'credit_note', 'debit_note'])
      const rows = invoiceRows(
        { type, currency, fx_rate: rate, net, tax, total: sum([net, tax]), charges },
        accounts,
        pick(['GBP', 'JPY', currency]),
        below(2) === 1,
      )
      const sides = (debit: 'debit' | 'base_debit', credit: 'credit' | 'base_credit') =>
        subtract(sum(rows.map((row) => row[debit] || '0')), sum(rows.map((row) => row[credit] || '0')))
      expect(compare(sides('debit', 'credit'), '0')).toBe(0)
      expect(compare(sides('base_debit', 'base_credit'), '0')).toBe(0)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { inBase } from '#shared/base/money.ts'
import { deductionOf } from '#shared/trade/deposits.ts'
import { amountsOf, balanceOf, type Rate } from '#shared/trade/invoice-amounts.ts'

const rate = (id: number, rate_pct: string, rounding: Rate['rounding']): [number, Rate] => [
  id,
  { id, rate_pct, rounding, category: 'S' },
]
const rates = new Map([rate(1, '20', 'invoice'), rate(2, '20', 'line'), rate(3, '7.5', 'invoice')])
const line = (qty: number, unit_price: string, tax_rate_id?: number) => ({ qty, unit_price, tax_rate_id })
const charge = (kind: string, charge_amount: string, tax_rate_id?: number) => ({ kind, charge_amount, tax_rate_id })

describe('sums of an invoice', () => {
  // Rounded once a line, half away from zero, to the minor unit of ISO 4217.
  it.each([
    ['USD', 3, '0.335', '1.01'],
    ['USD', 1, '1.005', '1.01'],
    ['USD', 1000, '3.1255', '3125.50'],
    ['JPY', 3, '100.5', '302'],
    ['JPY', 1, '0.4999', '0'],
    ['KWD', 1, '1.0005', '1.001'],
    ['KWD', 7, '0.1234', '0.864'],
    ['BHD', 100000, '0.0001', '10.000'],
  ])('%s %i × %s = %s', (currency, qty, price, net) => {
    const sums = amountsOf({ currency, lines: [line(qty, price)], charges: [] }, rates)
    expect([sums.lines[0], sums.net, sums.total]).toEqual([net, net, net])
  })

  it.each([
    // 3 × 0.21 at 20 %: 0.042 each, 0.126 together.
    ['once a rate', 1, '0.63', '0.13', '0.76'],
    ['once a line', 2, '0.63', '0.12', '0.75'],
  ])('rounds tax %s', (_name, id, net, tax, total) => {
    const lines = [line(1, '0.21', id), line(1, '0.21', id), line(1, '0.21', id)]
    expect(amountsOf({ currency: 'GBP', lines, charges: [] }, rates)).toMatchObject({ net, tax, total })
  })

  it('takes discounts and deposits off, with their tax', () => {
    const sums = amountsOf(
      {
        currency: 'EUR',
        lines: [line(10, '10', 1), line(1, '50')],
        charges: [charge('freight', '20', 3), charge('discount', '10', 1), charge('deposit_deduction', '30')],
      },
      rates,
    )
    expect(sums).toMatchObject({ goods: '150.00', charges: '-20.00', net: '130.00', tax: '19.50', total: '149.50' })
    expect(sums.taxes.map(({ rate, base, tax }) => [rate?.id ?? null, base, tax])).toEqual([
      [1, '90.00', '18.00'],
      [null, '20.00', '0.00'],
      [3, '20.00', '1.50'],
    ])
  })

  it('keeps what was paid and what is left', () => {
    const paid = [{ paid_amount: '40' }, { paid_amount: '50', discount: '2' }, { paid_amount: '-50', discount: '-2' }]
    expect(balanceOf('100.00', paid, 'USD')).toEqual({ amount_paid: '40.00', balance: '60.00' })
    expect(balanceOf('100', paid, 'JPY')).toEqual({ amount_paid: '40', balance: '60' })
  })

  it.each([
    ['100', 'GBP', null, '100.00'],
    ['100', 'USD', '0.79', '79.00'],
    ['1000', 'JPY', '0.00531', '5.31'],
    ['100', 'USD', null, null],
  ])('%s %s in GBP at %s is %s', (amount, currency, factor, base) => {
    expect(inBase(amount, currency, 'GBP', factor)).toBe(base)
  })

  // Share of the goods in the order; all that is left with the invoice that completes it.
  it.each([
    ['300', '0', '1000', '0', '500', '150.00'],
    ['300', '150', '1000', '500', '500', '150.00'],
    ['300', '100', '1000', '500', '500', '200.00'],
    ['300', '290', '1000', '200', '500', '10.00'],
    ['300', '300', '1000', '900', '100', '0.00'],
    ['100', '0', '300', '0', '100', '33.33'],
    ['100', '66.66', '300', '200', '100', '33.34'],
    ['100', '0', '0', '0', '100', '0.00'],
  ])(
    'deposit %s less %s of an order over %s, %s billed before, %s now: %s',
    (paid, deducted, value, before, now, due) => {
      const deposit = {
        id: 1,
        invoice_no: 'D-1',
        purchase_order_id: 1,
        ...{ invoice_date: '2026-01-15', net: paid, total: paid, tax_rate_id: null },
        paid,
        deducted,
        order_value: value,
        billed_before: before,
      }
      expect(deductionOf(deposit, now, 'USD')).toBe(due)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { type MatchedInvoice, type MatchedLine, matchInvoice, type Tolerance } from '#shared/trade/invoice-match.ts'
import { matchCodes, nextInvoiceNo, numberKey } from '#shared/trade/invoice-terms.ts'

type Order = NonNullable<MatchedLine['order']>
const order: Order = {
  supplier_id: 60,
  currency: 'USD',
  price: '5.00',
  ordered: 1000,
  over_pct: '5',
  on_hold: false,
  is_rejected: false,
  counted: 1000,
  other_rows: 0,
  earlier_of_booking: 0,
  earlier: 0,
}
const strict: Tolerance = { qty_pct: '0', price_pct: '0', price_amount: '0' }
const loose: Tolerance = { qty_pct: '2', price_pct: '1', price_amount: '0.02' }
const invoice = (changes: Partial<MatchedInvoice> = {}): MatchedInvoice => ({
  type: 'commercial',
  supplier_id: 60,
  currency: 'USD',
  incoterm: 'FOB',
  order: null,
  lines: [{ qty: 1000, unit_price: '5.00', order }],
  charges: [],
  has_double: false,
  terms_differ: false,
  documents_complete: true,
  deposit_open: null,
  net: '5000',
  deposit_to_deduct: '0',
  ...changes,
})
const withLine = (qty: number, unit_price: string, changes: Partial<Order> = {}) =>
  invoice({ lines: [{ qty, unit_price, order: { ...order, ...changes } }] })

describe('the three-way match', () => {
  it.each<[string, MatchedInvoice, Tolerance, string, string[]]>([
    ['as ordered and shipped', invoice(), strict, 'matched', []],
    ['one unit too many', withLine(1001, '5'), strict, 'exception', ['qty_over']],
    ['units at the tolerance', withLine(1020, '5', { counted: 1000 }), loose, 'within_tolerance', []],
    ['a unit beyond the tolerance', withLine(1021, '5', { counted: 1000 }), loose, 'exception', ['qty_over']],
    [
      'what earlier invoices left',
      withLine(400, '5', { earlier_of_booking: 600, earlier: 600 }),
      strict,
      'matched',
      [],
    ],
    [
      'more than that',
      withLine(401, '5', { earlier_of_booking: 600, earlier: 600 }),
      strict,
      'exception',
      ['qty_over'],
    ],
    ['sizes that make up what was shipped', withLine(400, '5', { other_rows: 600 }), strict, 'matched', []],
    ['a size too many with the other rows', withLine(401, '5', { other_rows: 600 }), strict, 'exception', ['qty_over']],
    [
      'sizes beyond what the order allows',
      withLine(451, '5', { other_rows: 600, counted: 1100 }),
      strict,
      'exception',
      ['qty_over'],
    ],
    ['more than the order allows', withLine(1000, '5', { earlier: 51 }), strict, 'exception', ['qty_over']],
    ['as much as the order allows', withLine(1000, '5', { earlier: 50 }), strict, 'matched', []],
    ['nothing shipped', withLine(1, '5', { counted: 0 }), loose, 'exception', ['no_receipt']],
    ['a tenth of a cent too much', withLine(1000, '5.001'), strict, 'exception', ['price_diff']],
    ['a lower price', withLine(1000, '4.99'), strict, 'within_tolerance', []],
    ['a price at the percentage', withLine(1000, '5.05'), loose, 'within_tolerance', []],
    ['a price beyond the percentage', withLine(1000, '5.0501'), loose, 'exception', ['price_diff']],
    ['a cheap price at the amount', withLine(1000, '0.52', { price: '0.50' }), loose, 'within_tolerance', []],
    ['no price on the order', withLine(1000, '5', { price: null }), loose, 'exception', ['price_diff']],
    ['another currency', withLine(1000, '5', { currency: 'EUR' }), loose, 'exception', ['currency']],
    ['another supplier', withLine(1000, '5', { supplier_id: 61 }), loose, 'exception', ['supplier']],
    ['an order on hold', withLine(1000, '5', { on_hold: true }), loose, 'exception', ['po_on_hold']],
    ['goods that failed', withLine(1000, '5', { is_rejected: true }), loose, 'exception', ['qa_failed']],
    ['a double', invoice({ has_double: true }), loose, 'exception', ['duplicate']],
    ['documents missing', invoice({ documents_complete: false }), loose, 'exception', ['docs_missing']],
    ['no documents needed', invoice({ documents_complete: null }), strict, 'matched', []],
    [
      'freight under FOB',
      invoice({ charges: [{ kind: 'freight', charge_amount: '80' }] }),
      loose,
      'exception',
      ['charge_not_due'],
    ],
    [
      'freight under CFR',
      invoice({ incoterm: 'CFR', charges: [{ kind: 'freight', charge_amount: '80' }] }),
      strict,
      'matched',
      [],
    ],
    [
      'insurance under CFR',
      invoice({ incoterm: 'CFR', charges: [{ kind: 'insurance', charge_amount: '9' }] }),
      strict,
      'exception',
      ['charge_not_due'],
    ],
    [
      'insurance under CIF',
      invoice({ incoterm: 'CIF', charges: [{ kind: 'insurance', charge_amount: '9' }] }),
      strict,
      'matched',
      [],
    ],
    ['a discount', invoice({ charges: [{ kind: 'discount', charge_amount: '80' }] }), strict, 'matched', []],
    ['orders with different terms', invoice({ terms_differ: true }), loose, 'exception', ['terms_differ']],
    ['a deposit not deducted', invoice({ deposit_to_deduct: '1500' }), loose, 'exception', ['deposit_open']],
    [
      'a deposit deducted',
      invoice({ deposit_to_deduct: '1500', charges: [{ kind: 'deposit_deduction', charge_amount: '1500' }] }),
      strict,
      'matched',
      [],
    ],
    [
      'a deposit as agreed',
      invoice({
        type: 'deposit',
        lines: [{ qty: 1, unit_price: '1500', order: null }],
        net: '1500',
        deposit_open: '1500',
      }),
      strict,
      'matched',
      [],
    ],
    [
      'a deposit too high',
      invoice({
        type: 'deposit',
        lines: [{ qty: 1, unit_price: '1501', order: null }],
        net: '1501',
        deposit_open: '1500',
      }),
      strict,
      'exception',
      ['amount_over'],
    ],
    [
      'a credit note of units',
      { ...withLine(2000, '5', { counted: 0, is_rejected: true }), type: 'credit_note' },
      strict,
      'matched',
      [],
    ],
    [
      'goods of no order',
      invoice({ lines: [{ qty: 1, unit_price: '5', order: null }] }),
      strict,
      'exception',
      ['price_diff'],
    ],
  ])('%s', (_name, given, tolerance, status, codes) => {
    const match = matchInvoice(given, tolerance)
    expect([match.status, match.codes]).toEqual([status, codes])
  })

  it('tells the codes of each line apart', () => {
    const lines = [
      { qty: 1001, unit_price: '5.00', order },
      { qty: 10, unit_price: '6.00', order: { ...order, on_hold: true } },
      { qty: 10, unit_price: '5.00', order },
    ]
    const match = matchInvoice(invoice({ lines, has_double: true }), strict)
    expect(match.lines.map(({ codes }) => codes)).toEqual([['qty_over'], ['price_diff', 'po_on_hold'], []])
    expect(match.codes).toEqual(['duplicate', 'qty_over', 'price_diff', 'po_on_hold'])
    expect(match.codes.every((code) => matchCodes.includes(code))).toBe(true)
  })
})

describe('invoice numbers', () => {
  it.each([
    ['GL/2026-0042', 'GL2026-42'],
    ['gl 2026 42', 'GL2026-42'],
    ['ＧＬ２０２６—４２', 'GL2026-42'],
    ['1-11', '1-11'],
    ['11-1', '11-1'],
    ['INV.00001', 'INV1'],
    ['000', '0'],
    ['发票-7', '发票7'],
    ['--/..', ''],
  ])('%s is compared as %s', (no, key) => {
    expect(numberKey(no)).toBe(key)
  })

  it.each([
    ['GL-2026-0099', 'GL-2026-0100'],
    ['99', '100'],
    ['A-09/X', 'A-10/X'],
    ['NEXT', 'BK-1'],
    [null, 'BK-1'],
  ])('after %s comes %s', (last, next) => {
    expect(nextInvoiceNo(last, 'BK-1')).toBe(next)
  })
})

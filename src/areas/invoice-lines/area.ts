import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { amount, choice, choices, country, integer, price, reference, text } from '#shared/kit/fields.ts'
import { matchCodes, matchStates } from '#shared/trade/invoice-terms.ts'
import { taxPoint } from '#shared/trade/taxes.ts'

const people = ['admin', 'Office', 'Agent'] as const

/** Goods or another item on an invoice, next to the figures of order and booking. */
export const invoiceLines = defineArea({
  name: 'invoice-lines',
  title: 'line_title',
  fields: {
    invoice_id: reference('invoices', { required: true, fixed: true }),
    line_title: text({ readOnly: true, max: 80 }),
    po_line_id: reference('po-lines', { openTitle: true, search: true, sort: true }),
    size_id: reference('sizes', { openTitle: true }),
    purchase_order_id: reference('purchase-orders', { readOnly: true, openTitle: true, sort: true }),
    description: text({ max: 255 }),
    qty: integer({ required: true, min: 1, max: 10_000_000, default: 1 }),
    unit_price: price({ required: true }),
    line_amount: amount({ readOnly: true, default: '0' }),
    tax_rate_id: reference('tax-rates', { states: ['active'], openTitle: true, validOn: taxPoint }),
    hs_code: text({ readOnly: true, max: 10 }),
    country_of_origin: country({ readOnly: true }),
    match_status: choice(matchStates, { readOnly: true, default: 'unmatched' }),
    exceptions: choices(matchCodes, { readOnly: true }),
    // The figures of the match: price and units of the order, units that count under the incoterm, and units on earlier
    // invoices.
    order_price: price({ readOnly: true }),
    ordered_qty: integer({ readOnly: true }),
    counted_qty: integer({ readOnly: true }),
    earlier_qty: integer({ readOnly: true }),
  },
  access: { read: people, create: people, edit: people, delete: people },
  partOf: { area: 'invoices', by: 'invoice_id' },
  key: ['po_line_id', 'size_id', 'description'],
  sort: ['id'],
  totals: ['line_amount'],
})
export type InvoiceLine = RecordOf<typeof invoiceLines>

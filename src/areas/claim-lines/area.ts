import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { amount, date, integer, longText, price, reference, text } from '#shared/kit/fields.ts'

const people = ['admin', 'Office', 'Agent'] as const
const house = ['admin', 'Office'] as const

/** The claim for one order line, or one size of it, with the facts that it was computed from. */
export const claimLines = defineArea({
  name: 'claim-lines',
  title: 'line_title',
  fields: {
    claim_id: reference('claims', { required: true, fixed: true }),
    line_title: text({ readOnly: true, max: 80 }),
    po_line_id: reference('po-lines', { required: true, fixed: true, openTitle: true, search: true, sort: true }),
    size_id: reference('sizes', { fixed: true, openTitle: true }),
    units: integer({ required: true, min: 1, max: 10_000_000, default: 1 }),
    days_late: integer({ max: 10_000 }),
    // The facts at the time when the claim was computed.
    unit_price: price({ readOnly: true }),
    line_value: amount({ readOnly: true }),
    ordered_qty: integer({ readOnly: true }),
    shipped_qty: integer({ readOnly: true }),
    received_qty: integer({ readOnly: true }),
    damaged_qty: integer({ readOnly: true }),
    agreed_date: date({ readOnly: true }),
    actual_date: date({ readOnly: true }),
    computed_amount: amount({ readOnly: true, default: '0' }),
    // The part of the computed amount that the office claims.
    claimed_amount: amount({ min: '0' }),
    reason: longText({ max: 500 }),
    // Identifies the fact behind the line, so that it is claimed only once; empty for lines that a user entered.
    source_key: text({ readOnly: true, unique: true, max: 60, read: house }),
  },
  access: { read: people, create: house, edit: house, delete: house },
  partOf: { area: 'claims', by: 'claim_id' },
  key: ['po_line_id', 'size_id'],
  sort: ['id'],
  totals: ['computed_amount', 'claimed_amount'],
})
export type ClaimLine = RecordOf<typeof claimLines>

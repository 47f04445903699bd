import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, integer, longText, moment, reference, rows, text } from '#shared/kit/fields.ts'
import { changeReasons } from '#shared/trade/change-terms.ts'

/** A change request for an issued order: requester, reason and outcome. Written by the moves of the order. */
export const poChanges = defineArea({
  name: 'po-changes',
  title: 'change_title',
  fields: {
    purchase_order_id: reference('purchase-orders', { required: true, fixed: true, search: true, sort: true }),
    change_title: text({ readOnly: true, max: 80 }),
    seq: integer({ readOnly: true, sort: true }),
    initiated_by: choice(['buyer', 'supplier'], { readOnly: true }),
    outcome: choice(['proposed', 'in_approval', 'applied', 'refused', 'withdrawn'], { readOnly: true, sort: true }),
    reason_code: choice(changeReasons, { readOnly: true }),
    comment: longText({ readOnly: true, max: 500 }),
    proposed_by: reference('users', { readOnly: true, openTitle: true }),
    proposed_at: moment({ readOnly: true, sort: true }),
    // When the other side could first read it; empty while (or if) it stays inside the office.
    sent_at: moment({ readOnly: true, read: ['admin', 'Office'] }),
    answered_by: reference('users', { readOnly: true, openTitle: true }),
    answered_at: moment({ readOnly: true }),
    answer_comment: longText({ readOnly: true, max: 500 }),
    applied_revision: integer({ readOnly: true }),
    items: rows('po-change-items', { by: 'po_change_id', max: 1000 }),
  },
  access: { read: ['admin', 'Office', 'Agent'], create: [], edit: [], delete: [] },
  partOf: { area: 'purchase-orders', by: 'purchase_order_id' },
  // Suppliers see changes only after the internal approval of the office.
  scope: { Agent: 'sent' },
  sort: ['-id'],
})
export type PoChange = RecordOf<typeof poChanges>

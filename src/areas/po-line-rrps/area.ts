import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  amount,
  choice,
  choices,
  country,
  currency,
  date,
  decimal,
  flag,
  integer,
  longText,
  moment,
  percent,
  price,
  reference,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'

const house = ['admin', 'Office'] as const
const reason = { reason: longText({ required: true, max: 500 }) }
const newPrice = { amount: amount({ required: true, min: '0.01' }), ...reason }

/**
 * The recommended retail price of an order line in one market, from requirement to ticket. The portal copies values of
 * the line and its order, so that the list can be searched and sorted by them.
 */
export const poLineRrps = defineArea({
  name: 'po-line-rrps',
  path: '/apps/sales/rrp/rrp_required',
  title: 'rrp_title',
  fields: {
    rrp_title: text({ readOnly: true, max: 100 }),
    po_line_id: reference('po-lines', { required: true, fixed: true }),
    market: country({ required: true, fixed: true, sort: true }),
    purchase_order_id: reference('purchase-orders', { readOnly: true, search: true, sort: true }),
    supplier_id: reference('suppliers', { readOnly: true, read: house, search: true, sort: true }),
    article_id: reference('articles', { readOnly: true, openTitle: true, search: true, sort: true }),
    colourway_id: reference('colourways', { readOnly: true, openTitle: true }),
    season_id: reference('seasons', { readOnly: true, read: house }),
    buyer_id: reference('users', { readOnly: true, openTitle: true, read: house }),
    qty: integer({ readOnly: true }),
    ex_factory_date: date({ readOnly: true, sort: true }),
    due_date: date({ readOnly: true, read: house, sort: true }),
    is_open: flag({ readOnly: true, default: true, read: house }),
    amount: amount({ min: '0.01', sort: true }),
    currency: currency(),
    tax_included: flag({ default: true }),
    effective_from: date(),
    previous_amount: amount({ readOnly: true }),
    deviation_reason: text({ max: 500, read: house }),
    landed_cost: price({ readOnly: true, read: house }),
    imu_pct: decimal({ digits: 1, min: '-100000', readOnly: true, read: house, sort: true }),
    min_imu_pct: percent({ readOnly: true, read: house }),
    // The currency of the cost; without it, the cost is unknown.
    cost_currency: currency({ readOnly: true, read: house }),
    findings: choices(
      [
        'below_multiple',
        'off_price_point',
        'differs_elsewhere',
        'imu_below_minimum',
        // Reasons why the price cannot be checked.
        'no_cost',
        'no_rate',
        'no_tax',
      ],
      { readOnly: true, read: house },
    ),
    source: choice(['rule', 'office'], { readOnly: true, read: house, default: 'office' }),
    entered_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    entered_at: moment({ readOnly: true, read: house }),
    answer: longText({ readOnly: true, max: 500, read: house }),
    approved_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    approved_at: moment({ readOnly: true, read: house }),
    released_at: moment({ readOnly: true, sort: true }),
    ticketed_by: reference('users', { readOnly: true, openTitle: true }),
    ticketed_at: moment({ readOnly: true }),
    ticket_note: longText({ readOnly: true, max: 500 }),
  },
  lifecycle: lifecycle({
    start: 'required',
    states: {
      not_required: 'neutral',
      required: 'warning',
      entered: 'info',
      approved: 'info',
      released: 'success',
      ticketed: 'success',
    },
    moves: {
      enter: {
        internal: true,
        from: ['required'],
        to: 'entered',
        by: house,
        asks: {
          amount: amount({ required: true, min: '0.01' }),
          effective_from: date(),
          deviation_reason: text({ max: 500 }),
        },
      },
      approve: { internal: true, from: ['entered'], to: 'approved', by: house },
      return: { internal: true, from: ['entered'], to: 'required', by: house, asks: reason },
      release: { from: ['approved'], to: 'released', by: house },
      confirm_ticketed: {
        from: ['released'],
        to: 'ticketed',
        by: ['Agent'],
        asks: { comment: longText({ max: 500 }) },
      },
      change: { internal: true, from: ['released'], to: 'entered', by: house, asks: newPrice, danger: true },
      change_ticketed: {
        internal: true,
        from: ['ticketed'],
        to: 'entered',
        by: ['admin'],
        asks: newPrice,
        danger: true,
      },
      exempt: { internal: true, from: ['required'], to: 'not_required', by: house, asks: reason },
      require: { internal: true, from: ['not_required'], to: 'required', by: house },
    },
  }),
  access: {
    read: ['admin', 'Office', 'Agent'],
    create: house,
    edit: house,
    delete: ['admin'],
  },
  deletedIn: ['required', 'not_required'],
  scope: { Agent: 'released' },
  key: ['po_line_id', 'market'],
  sort: ['ex_factory_date'],
  columns: ['rrp_title', 'status', 'article_id', 'colourway_id', 'market', 'amount', 'currency', 'ex_factory_date'],
  edits: ['amount', 'effective_from', 'deviation_reason'],
})
export type PoLineRrp = RecordOf<typeof poLineRrps>

import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  amount,
  choice,
  choices,
  conditions,
  country,
  currency,
  date,
  flag,
  integer,
  longText,
  moment,
  price,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { priceReaders } from '#shared/kit/roles.ts'
import { deliveryStages, lateReasons, riskReasons } from '#shared/trade/delivery.ts'
import { leafCategories } from '#shared/trade/leaf-categories.ts'
import { attachmentReadiness, attachmentTurns } from '#shared/trade/line-attachments.ts'
import { answersLines, type LinePlan } from '#shared/trade/line-kinds.ts'
import { goodsStates, productionStatuses, wipStages } from '#shared/trade/production.ts'
import { readinessKinds, readinessStates } from '#shared/trade/readiness.ts'
import { requirementNames } from '#shared/trade/requirement-profiles.ts'

const comment = { comment: longText({ max: 500 }) }
const reason = { reason: longText({ required: true, max: 500 }) }
const requiredComment = { comment: longText({ required: true, max: 500 }) }

/** One style in one colourway. Its `status` is that of its approval; `line_status` is open, closed or cancelled. */
export const poLines = defineArea({
  name: 'po-lines',
  path: '/apps/sales/po_line_approval',
  title: 'line_title',
  fields: {
    purchase_order_id: reference('purchase-orders', { required: true, fixed: true, search: true, sort: true }),
    line_title: text({ readOnly: true, max: 80 }),
    line_no: integer({ min: 1, max: 99999, sort: true }),
    article_id: reference('articles', {
      required: true,
      openTitle: true,
      states: ['development', 'active'],
      search: true,
      sort: true,
    }),
    colourway_id: reference('colourways', { within: { field: 'article_id', of: 'article_id' }, openTitle: true }),
    supplier_style_ref: text({ max: 60 }),
    description_en: text({ max: 255 }),
    description_zh: text({ max: 255 }),
    product_category_id: reference('product-categories', { offered: leafCategories }),
    house_brand_id: reference('house-brands', { states: ['active'] }),
    season_id: reference('seasons', { states: ['open', 'frozen'] }),
    size_scale_id: reference('size-scales'),
    qty: integer({ required: true, min: 1, max: 10_000_000, sort: true }),
    unit_price: price({ read: priceReaders }),
    target_price: price({ read: ['admin', 'Office'] }),
    currency: currency({ readOnly: true, read: priceReaders }),
    line_value: amount({ readOnly: true, default: '0', read: priceReaders, sort: true }),
    uom: choice(['piece', 'pair', 'set', 'pack'], { default: 'piece' }),
    pack_type: choice(['solid', 'ratio', 'mixed'], { default: 'solid' }),
    ratio_id: reference('ratio-templates', { within: { field: 'size_scale_id', of: 'size_scale_id' } }),
    ratio_packs: integer({ min: 1, max: 1000000 }),
    units_per_carton: integer({ min: 1, max: 10000 }),
    inner_pack_qty: integer({ min: 1, max: 10000 }),
    packing_method: choice(['flat', 'hanging']),
    ex_factory_date: date({ sort: true }),
    ship_window_start: date(),
    ship_window_end: date(),
    etd: date(),
    eta: date(),
    promised_ex_factory_date: date(),
    forecast_ex_factory_date: date({ sort: true }),
    // From production reports and bookings; slip, status and risk follow from it.
    actual_ex_factory_date: date({ readOnly: true, sort: true }),
    slip_days: integer({ readOnly: true, min: -10000, sort: true }),
    // Where the goods are, regardless of bookings; decides whether a line is overdue.
    goods_state: choice(goodsStates, { readOnly: true }),
    // Delivery status and risk (`purchase-orders/server/delivery.ts`).
    delivery_status_id: reference('delivery-statuses', {
      offered: { Agent: { set_by: 'supplier' }, staff: { set_by: 'supplier' } },
    }),
    delivery_stage: choice(deliveryStages, { readOnly: true }),
    delivery_comment: text({ max: 500 }),
    delivery_risk: choice(['green', 'amber', 'red'], { readOnly: true }),
    delivery_risk_reasons: choices(riskReasons, { readOnly: true }),
    late_reason: choice(lateReasons),
    // Warnings about season, brand and category (`purchase-orders/server/attributes.ts`).
    season_warning: choice(['missing', 'outside_window'], { readOnly: true, read: ['admin', 'Office'] }),
    brand_warning: choice(['missing', 'licence_expired', 'differs'], { readOnly: true, read: ['admin', 'Office'] }),
    category_warning: choice(['missing', 'not_leaf', 'differs'], { readOnly: true, read: ['admin', 'Office'] }),
    hs_code: text({ max: 10, pattern: /^\d{6,10}$/ }),
    country_of_origin: country(),
    line_status: choice(['open', 'closed', 'short_closed', 'cancelled'], { readOnly: true, default: 'open' }),
    packed_qty: integer({ max: 10_000_000, default: 0 }),
    // Figures from production reports (`wip-reports`).
    wip_stage: choice(wipStages, { readOnly: true }),
    wip_qty: integer({ readOnly: true }),
    wip_reported_on: date({ readOnly: true }),
    production_status: choice(productionStatuses, { readOnly: true, default: 'not_started' }),
    // Units on valid bookings, and units that the carrier has taken over.
    booked_qty: integer({ readOnly: true, default: 0 }),
    taken_qty: integer({ readOnly: true, default: 0 }),
    shipped_qty: integer({ readOnly: true, default: 0 }),
    received_qty: integer({ readOnly: true, default: 0 }),
    // The last day on which units were received.
    received_on: date({ readOnly: true, sort: true }),
    invoiced_qty: integer({ readOnly: true, default: 0, read: ['admin', 'Office', 'Agent'] }),
    balance_qty: integer({ readOnly: true, default: 0 }),
    short_close_reason: text({ readOnly: true, max: 500 }),
    approval_round: integer({ readOnly: true, default: 0, read: ['admin', 'Office'] }),
    approval_reasons: choices(
      [
        'price_above_target',
        'price_above_last',
        'value_above_limit',
        'value_unknown',
        'outside_season_window',
        'supplier_on_watch',
        'price_raised',
        'qty_raised',
        'rrp_missing',
        'imu_below_minimum',
        'rrp_unchecked',
        'factory_not_allocated',
        'factory_changed',
        'moq_not_met',
      ],
      { readOnly: true, read: ['admin', 'Office'] },
    ),
    last_price: price({ readOnly: true, read: ['admin', 'Office'] }),
    decided_by: reference('users', { readOnly: true, read: ['admin', 'Office'] }),
    decided_at: moment({ readOnly: true, read: ['admin', 'Office'] }),
    approval_comment: text({ readOnly: true, max: 500, read: ['admin', 'Office'] }),
    factory_id: reference('factories', { readOnly: true, openTitle: true }),
    factory_readiness: choice(readinessStates, { readOnly: true, default: 'missing', sort: true }),
    fibre_readiness: choice(readinessStates, { readOnly: true, default: 'missing', sort: true }),
    care_readiness: choice(readinessStates, { readOnly: true, default: 'missing', sort: true }),
    specification_readiness: choice(readinessStates, { readOnly: true, default: 'missing', sort: true }),
    artwork_readiness: choice(readinessStates, { readOnly: true, default: 'missing', sort: true }),
    accreditation_readiness: choice(readinessStates, { readOnly: true, default: 'not_required', sort: true }),
    sample_readiness: choice(readinessStates, { readOnly: true, default: 'not_required', sort: true }),
    inspection_readiness: choice(readinessStates, { readOnly: true, default: 'not_required', sort: true }),
    attachments_readiness: choice(readinessStates, { readOnly: true, default: 'not_required', sort: true }),
    readiness: choice(readinessStates, { readOnly: true, default: 'missing', sort: true }),
    // The requirements by profiles, and those that a user added or removed.
    requirements: choices(requirementNames, { readOnly: true }),
    added_requirements: choices(requirementNames, { readOnly: true, read: ['admin', 'Office'] }),
    removed_requirements: choices(requirementNames, { readOnly: true, read: ['admin', 'Office'] }),
    // The kinds that wait for the office and for the supplier (`server/allocation/turns.ts`).
    office_turn: choices(readinessKinds, { readOnly: true }),
    supplier_turn: choices(readinessKinds, { readOnly: true }),
    sizes: rows('po-line-sizes', { by: 'po_line_id', max: 60, order: ['size_id'] }),
  },
  // Conditions on the order of a line, and on facts that are not fields.
  conditions: conditions({
    supplier_id: reference('suppliers', { read: ['admin', 'Office'] }),
    buyer_id: reference('users', { read: ['admin', 'Office'] }),
    left_undated: flag(),
    // On time and in full (OTIF), once the line is received.
    otif: choice(['met', 'missed']),
    order_status: choice([
      'draft',
      'pending_approval',
      'approved',
      'issued',
      'change_proposed',
      'confirmed',
      'declined',
      'closed',
      'completed',
      'cancelled',
    ]),
  }),
  lifecycle: lifecycle({
    start: 'not_submitted',
    states: {
      not_submitted: 'neutral',
      pending: 'warning',
      approved: 'success',
      rejected: 'danger',
      revision_requested: 'warning',
    },
    moves: {
      approve: { internal: true, from: ['pending'], to: 'approved', by: ['admin', 'Office'], asks: comment },
      request_revision: {
        internal: true,
        from: ['pending'],
        to: 'revision_requested',
        by: ['admin', 'Office'],
        asks: requiredComment,
      },
      reject: {
        internal: true,
        from: ['pending'],
        to: 'rejected',
        by: ['admin', 'Office'],
        asks: requiredComment,
        danger: true,
      },
      short_close: { from: ['approved'], by: ['admin', 'Office'], asks: reason, danger: true },
      reopen_closed: { from: ['approved'], by: ['admin'], asks: reason },
      set_requirements: {
        from: ['not_submitted', 'pending', 'approved', 'rejected', 'revision_requested'],
        by: ['admin', 'Office'],
        asks: {
          added_requirements: choices(requirementNames, {}),
          removed_requirements: choices(requirementNames, {}),
          comment: longText({ max: 500 }),
        },
      },
    },
  }),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office', 'Agent', 'staff'],
    delete: ['admin', 'Office'],
  },
  only: {
    write: {
      Agent: [
        'promised_ex_factory_date',
        'forecast_ex_factory_date',
        'supplier_style_ref',
        'delivery_status_id',
        'late_reason',
        'delivery_comment',
      ],
      // Only the progress of the goods; promised dates and reasons of delay are up to the agent.
      staff: ['delivery_status_id'],
    },
  },
  partOf: { area: 'purchase-orders', by: 'purchase_order_id' },
  key: ['line_no'],
  sort: ['-id'],
  totals: ['qty', 'line_value'],
  columns: [
    'line_title',
    'status',
    'purchase_order_id',
    'article_id',
    'colourway_id',
    'qty',
    'unit_price',
    'last_price',
    'target_price',
    'line_value',
    'approval_reasons',
    'ex_factory_date',
  ],
})
export type PoLine = RecordOf<typeof poLines>

// The documents that a line needs, as files of the line or of its order; each of them has its own state.
const plan: LinePlan = {
  kind: 'attachments',
  turns: attachmentTurns,
  readiness: attachmentReadiness,
  whenRejected: null,
  whenIdle: null,
  whenMissing: null,
  allocate: ['admin', 'Office'],
}
answersLines(poLines, plan)

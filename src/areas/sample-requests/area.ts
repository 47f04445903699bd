import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  choice,
  conditions,
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
import { lengthUnits } from '#shared/trade/lengths.ts'
import { answersLines, type LinePlan } from '#shared/trade/line-kinds.ts'
import { materialStates, sampleActions, sampleReadiness, sampleResults, sampleTurns } from '#shared/trade/samples.ts'

const house = ['admin', 'Office'] as const
const suppliers = ['Agent', 'staff'] as const
const people = [...house, ...suppliers] as const

const comments = (field?: string) => longText({ max: 2000, ...(field ? { starts: field } : {}) })

/** The inputs of an evaluation; a correction is prefilled with the existing evaluation. */
const evaluation = (isCorrection: boolean) => ({
  result: choice(sampleResults, { required: true, ...(isCorrection ? { starts: 'result' } : {}) }),
  fit_comments: comments(isCorrection ? 'fit_comments' : undefined),
  construction_comments: comments(isCorrection ? 'construction_comments' : undefined),
  colour_comments: comments(isCorrection ? 'colour_comments' : undefined),
  next_action: choice(sampleActions, isCorrection ? { starts: 'next_action' } : {}),
})

/** A sample that a supplier makes: the request, one round of it, its parcels and its evaluation. */
export const sampleRequests = defineArea({
  name: 'sample-requests',
  path: '/apps/sample_management/sample_detail',
  title: 'request_no',
  fields: {
    request_no: text({ readOnly: true, unique: true, max: 20, search: 'code', sort: true }),
    sample_type_id: reference('sample-types', { required: true, states: ['active'], openTitle: true, sort: true }),
    po_line_id: reference('po-lines', { search: true, sort: true }),
    purchase_order_id: reference('purchase-orders', { readOnly: true, sort: true }),
    article_id: reference('articles', { required: true, openTitle: true, search: true, sort: true }),
    colourway_id: reference('colourways', { within: { field: 'article_id', of: 'article_id' }, openTitle: true }),
    supplier_id: reference('suppliers', { required: true, openTitle: true, sort: true }),
    factory_id: reference('factories', { openTitle: true }),
    round: integer({ readOnly: true, default: 1, sort: true }),
    // The request number of the first round.
    series_no: text({ readOnly: true, max: 20, sort: true }),
    previous_request_id: reference('sample-requests', { readOnly: true }),
    sizes: rows('sample-sizes', { by: 'sample_request_id', min: 1, max: 40 }),
    // Copied from the specification, for sample types that are measured.
    measures: rows('sample-measures', { by: 'sample_request_id', max: 2000, order: ['seq'], inPlace: true }),
    measure_unit: choice(lengthUnits, { readOnly: true }),
    requested_qty: integer({ readOnly: true, default: 0 }),
    sent_qty: integer({ readOnly: true, default: 0 }),
    priority: choice(['normal', 'urgent'], { required: true, default: 'normal', sort: true }),
    due_date: date({ required: true, sort: true }),
    promised_date: date({ readOnly: true, sort: true }),
    location_id: reference('locations', { required: true, openTitle: true }),
    // Empty on creation: the version of the line, otherwise of the article.
    specification_id: reference('specifications', { states: ['active'], openTitle: true }),
    cost_bearer: choice(['supplier', 'buyer'], { required: true, default: 'supplier' }),
    unit_cost: price({ read: priceReaders }),
    currency: currency({ read: priceReaders }),
    instructions: longText({ max: 2000 }),
    requested_by: reference('users', { readOnly: true, openTitle: true }),
    requested_at: moment({ readOnly: true }),
    acknowledged_at: moment({ readOnly: true }),
    dispatches: rows('sample-dispatches', { by: 'sample_request_id', readOnly: true, order: ['part_no'] }),
    dispatch_date: date({ readOnly: true, sort: true }),
    // Days from the due date to the last parcel; negative means early.
    sent_late_days: integer({ readOnly: true, min: -10000 }),
    received_date: date({ readOnly: true, sort: true }),
    received_qty: integer({ readOnly: true }),
    condition: choice(['good', 'damaged', 'incomplete'], { readOnly: true }),
    result: choice(sampleResults, { readOnly: true }),
    next_action: choice(sampleActions, { readOnly: true }),
    fit_comments: longText({ readOnly: true, max: 2000 }),
    construction_comments: longText({ readOnly: true, max: 2000 }),
    colour_comments: longText({ readOnly: true, max: 2000 }),
    evaluated_by: reference('users', { readOnly: true, openTitle: true }),
    evaluated_at: moment({ readOnly: true, sort: true }),
    // Days from arrival to evaluation.
    comment_days: integer({ readOnly: true, min: -10000 }),
  },
  conditions: conditions({
    is_late: flag(),
    comments_late: flag(),
    has_unsent: flag(),
    due_by: date(),
    // The request's own line, or another line of the same article and supplier.
    for_line: reference('po-lines'),
  }),
  lifecycle: lifecycle({
    start: 'draft',
    states: {
      draft: 'neutral',
      requested: 'warning',
      acknowledged: 'info',
      in_making: 'info',
      part_dispatched: 'info',
      dispatched: 'info',
      received: 'warning',
      approved: 'success',
      approved_with_comments: 'success',
      rejected: 'danger',
      on_hold: 'warning',
      // Rejected; the next round has been requested.
      resubmitted: 'neutral',
      dropped: 'neutral',
      cancelled: 'neutral',
    },
    moves: {
      send: { from: ['draft'], to: 'requested', by: house },
      acknowledge: {
        from: ['requested'],
        to: 'acknowledged',
        by: suppliers,
        asks: {
          promised_date: date({ required: true, starts: 'due_date', ahead: true }),
          comment: longText({ max: 500 }),
        },
      },
      query: {
        from: ['requested', 'acknowledged', 'in_making'],
        by: suppliers,
        asks: { comment: longText({ required: true, max: 1000 }) },
      },
      start: { from: ['acknowledged'], to: 'in_making', by: suppliers },
      // Sends everything that is left, or the part that is in this parcel. Leads to `dispatched` once everything is
      // sent; a request that was partly received stays `received`.
      dispatch: {
        from: ['acknowledged', 'in_making', 'part_dispatched', 'received'],
        by: people,
        asks: {
          dispatch_date: date({ required: true, happened: true }),
          courier: text({ required: true, max: 60 }),
          awb_no: text({ required: true, max: 30, pattern: /^[A-Za-z0-9][A-Za-z0-9 -]{4,28}[A-Za-z0-9]$/ }),
          made_date: date(),
          fabric_status: choice(materialStates, { default: 'actual' }),
          trims_status: choice(materialStates, { default: 'actual' }),
          comment: longText({ max: 1000 }),
        },
      },
      receive: {
        from: ['dispatched', 'part_dispatched', 'received'],
        to: 'received',
        by: house,
        asks: {
          received_date: date({ required: true, happened: true }),
          received_qty: integer({ min: 1, max: 9999 }),
          condition: choice(['good', 'damaged', 'incomplete'], { required: true, default: 'good' }),
        },
      },
      lost: {
        from: ['dispatched', 'part_dispatched'],
        to: 'requested',
        by: house,
        asks: { due_date: date({ required: true }), reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
      // Leads to the state of the chosen result.
      evaluate: { from: ['received', 'on_hold'], by: house, asks: evaluation(false) },
      correct_evaluation: {
        from: ['approved', 'approved_with_comments', 'rejected', 'on_hold'],
        by: house,
        asks: evaluation(true),
      },
      resubmit: {
        from: ['rejected'],
        to: 'resubmitted',
        by: house,
        asks: {
          due_date: date({ required: true }),
          // Editable, because the location of the last round may be inactive by now.
          location_id: reference('locations', { starts: 'location_id' }),
          comment: longText({ max: 500 }),
        },
      },
      drop: {
        from: ['rejected', 'on_hold'],
        to: 'dropped',
        by: house,
        asks: { reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
      cancel: {
        from: ['draft', 'requested', 'acknowledged', 'in_making'],
        to: 'cancelled',
        by: house,
        asks: { reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
    },
  }),
  access: { read: people, create: house, edit: people, delete: ['admin'] },
  // Suppliers may only write their own measurements.
  only: { write: { Agent: ['measures'], staff: ['measures'] } },
  scope: { Agent: 'own_sent', staff: 'own_sent' },
  keptIn: ['received', 'approved', 'approved_with_comments', 'rejected', 'on_hold', 'resubmitted', 'dropped'],
  deletedIn: ['draft'],
  archivedIn: ['approved', 'approved_with_comments', 'resubmitted', 'dropped', 'cancelled'],
  key: ['request_no'],
  sort: ['due_date', 'id'],
  columns: [
    'request_no',
    'status',
    'sample_type_id',
    'round',
    'article_id',
    'colourway_id',
    'po_line_id',
    'supplier_id',
    'due_date',
    'promised_date',
    'dispatch_date',
    'received_date',
    'requested_qty',
    'priority',
  ],
})
export type SampleRequest = RecordOf<typeof sampleRequests>

// Samples that cutting, bulk production or shipment depend on.
export const plan: LinePlan = {
  kind: 'sample',
  turns: sampleTurns,
  readiness: sampleReadiness,
  whenRejected: null,
  whenIdle: null,
  whenMissing: 'office',
  allocate: house,
}
answersLines(sampleRequests, plan)

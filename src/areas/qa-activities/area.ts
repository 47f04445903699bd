import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, conditions, date, flag, integer, longText, moment, reference, rows, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { aqlLevels, aqls, inspectionSeverities } from '#shared/trade/aql.ts'
import { lengthUnits } from '#shared/trade/lengths.ts'
import { answersLines, type LinePlan } from '#shared/trade/line-kinds.ts'
import {
  activityResults,
  activityTypes,
  conclusions,
  inspectionReadiness,
  inspectionTurns,
  inspectorTypes,
  planStates,
} from '#shared/trade/qa.ts'

const house = ['admin', 'Office'] as const
const suppliers = ['Agent', 'staff'] as const
const people = [...house, ...suppliers] as const
const reason = longText({ required: true, max: 1000 })

/** An inspection, a test or a meeting about quality, with its findings, the decision and the corrective action plan. */
export const qaActivities = defineArea({
  name: 'qa-activities',
  path: '/apps/quality_assurance',
  title: 'activity_no',
  fields: {
    activity_no: text({ readOnly: true, unique: true, max: 20, search: 'code', sort: true }),
    type: choice(activityTypes, { required: true, sort: true }),
    po_line_id: reference('po-lines', { search: true, sort: true }),
    purchase_order_id: reference('purchase-orders', { readOnly: true, sort: true }),
    article_id: reference('articles', { readOnly: true, openTitle: true, search: true, sort: true }),
    supplier_id: reference('suppliers', { required: true, openTitle: true, sort: true }),
    factory_id: reference('factories', { openTitle: true, sort: true }),
    // For a re-inspection: the inspection that it repeats, and the type of the first one.
    previous_activity_id: reference('qa-activities', { readOnly: true }),
    original_type: choice(activityTypes, { readOnly: true }),
    priority: choice(['normal', 'urgent'], { required: true, default: 'normal', sort: true }),
    label_id: reference('labels', { read: house, sort: true }),
    planned_date: date({ required: true, sort: true }),
    requested_by: reference('users', { readOnly: true, openTitle: true }),
    requested_at: moment({ readOnly: true }),
    inspector_type: choice(inspectorTypes, { required: true, default: 'own', sort: true }),
    inspector_id: reference('users', { states: ['active'], openTitle: true, sort: true }),
    inspection_firm: text({ max: 120 }),
    booking_ref: text({ max: 40, search: 'code' }),
    // The units of the lot; if left empty in a new inspection, the units of the line.
    lot_qty: integer({ max: 10_000_000 }),
    level: choice(aqlLevels, { required: true, default: 'II' }),
    aql_major: choice(aqls, { required: true, default: '2.5' }),
    aql_minor: choice(aqls, { required: true, default: '4.0' }),
    // Derived from earlier lots, if the settings enable switching.
    inspection_severity: choice(inspectionSeverities, { readOnly: true, required: true, default: 'normal' }),
    code_letter: text({ readOnly: true, max: 1 }),
    sample_size: integer({ readOnly: true }),
    major_accept: integer({ readOnly: true }),
    major_reject: integer({ readOnly: true }),
    minor_accept: integer({ readOnly: true }),
    minor_reject: integer({ readOnly: true }),
    instructions: longText({ max: 2000 }),
    // The number of cartons, and those that were drawn at random and opened: `3, 17, 42`.
    carton_qty: integer({ min: 1, max: 10_000 }),
    drawn_cartons: text({ max: 2000 }),
    defects: rows('qa-defects', { by: 'qa_activity_id', max: 200 }),
    // Copied from the checklist library when the inspection starts.
    checks: rows('qa-checks', { by: 'qa_activity_id', max: 100, order: ['seq'] }),
    // Copied from the specification of the line when the inspection starts.
    measures: rows('qa-measures', { by: 'qa_activity_id', max: 2000, order: ['seq'], inPlace: true }),
    measure_unit: choice(lengthUnits, { readOnly: true }),
    // Measured pieces, pieces out of tolerance, and whether the latter count as major defects.
    measured_qty: integer({ readOnly: true, default: 0 }),
    out_of_tolerance_qty: integer({ readOnly: true, default: 0 }),
    counts_measures: flag({ readOnly: true }),
    signatures: rows('qa-signatures', { by: 'qa_activity_id', max: 2, order: ['side'] }),
    critical_qty: integer({ readOnly: true, default: 0 }),
    major_qty: integer({ readOnly: true, default: 0 }),
    minor_qty: integer({ readOnly: true, default: 0 }),
    inspected_on: date({ readOnly: true, sort: true }),
    inspected_qty: integer({ readOnly: true }),
    packed_pct: integer({ readOnly: true, max: 100 }),
    conclusion: choice(conclusions, { readOnly: true }),
    remark: longText({ readOnly: true, max: 2000 }),
    result: choice(activityResults, { readOnly: true, sort: true }),
    decision_reason: longText({ readOnly: true, max: 1000 }),
    decided_by: reference('users', { readOnly: true, openTitle: true }),
    decided_at: moment({ readOnly: true, sort: true }),
    plan_state: choice(planStates, { readOnly: true }),
    plan_due: date({ readOnly: true, sort: true }),
    root_cause: longText({ readOnly: true, max: 2000 }),
    corrective_action: longText({ readOnly: true, max: 2000 }),
    preventive_action: longText({ readOnly: true, max: 2000 }),
    plan_comment: longText({ readOnly: true, max: 1000 }),
    corrected_by: date({ readOnly: true }),
  },
  conditions: conditions({
    is_overdue: flag(),
    plan_to_review: flag(),
    plan_to_answer: flag(),
    planned_by: date(),
    defect_code_id: reference('defect-codes'),
  }),
  lifecycle: lifecycle({
    start: 'planned',
    states: {
      planned: 'neutral',
      requested: 'warning',
      scheduled: 'info',
      in_progress: 'info',
      completed: 'warning',
      accepted: 'success',
      accepted_with_concession: 'success',
      rework_required: 'danger',
      // A re-inspection is scheduled.
      reinspected: 'neutral',
      rejected: 'danger',
      missed: 'danger',
      cancelled: 'neutral',
    },
    moves: {
      // The goods are or will be ready on that day.
      request: {
        from: ['planned'],
        to: 'requested',
        by: people,
        asks: {
          planned_date: date({ required: true, starts: 'planned_date', ahead: true }),
          comment: longText({ max: 1000 }),
        },
      },
      schedule: {
        from: ['planned', 'requested', 'scheduled', 'missed'],
        to: 'scheduled',
        by: house,
        asks: {
          planned_date: date({ required: true, starts: 'planned_date', ahead: true }),
          inspector_id: reference('users', { states: ['active'], starts: 'inspector_id' }),
          comment: longText({ max: 1000 }),
        },
      },
      refuse: { from: ['requested'], to: 'planned', by: house, asks: { reason } },
      start: { from: ['scheduled'], to: 'in_progress', by: house },
      complete: {
        from: ['in_progress'],
        to: 'completed',
        by: house,
        asks: {
          inspected_on: date({ required: true, starts: 'planned_date', happened: true }),
          inspected_qty: integer({ max: 10_000_000, starts: 'sample_size' }),
          packed_pct: integer({ max: 100, starts: 'packed_pct' }),
          conclusion: choice(conclusions, { required: true, default: 'conforming' }),
          remark: longText({ max: 2000, starts: 'remark' }),
        },
      },
      reopen: { from: ['completed'], to: 'in_progress', by: house, asks: { reason } },
      accept: { from: ['completed'], to: 'accepted', by: house },
      accept_with_concession: {
        from: ['completed', 'rework_required'],
        to: 'accepted_with_concession',
        by: ['admin'],
        asks: { decision_reason: reason },
      },
      require_rework: {
        from: ['completed'],
        to: 'rework_required',
        by: house,
        asks: { plan_due: date({ required: true }), decision_reason: reason },
      },
      submit_plan: {
        from: ['rework_required'],
        by: suppliers,
        asks: {
          root_cause: longText({ required: true, max: 2000, starts: 'root_cause' }),
          corrective_action: longText({ required: true, max: 2000, starts: 'corrective_action' }),
          preventive_action: longText({ required: true, max: 2000, starts: 'preventive_action' }),
          corrected_by: date({ required: true, starts: 'corrected_by', ahead: true }),
        },
      },
      accept_plan: { from: ['rework_required'], by: house },
      return_plan: { from: ['rework_required'], by: house, asks: { plan_comment: reason } },
      reinspect: {
        from: ['rework_required'],
        to: 'reinspected',
        by: house,
        asks: { planned_date: date({ required: true, starts: 'corrected_by', ahead: true }) },
      },
      reject: {
        from: ['completed', 'rework_required'],
        to: 'rejected',
        by: house,
        asks: { decision_reason: reason },
        danger: true,
      },
      miss: { from: ['scheduled'], to: 'missed', by: house, asks: { reason } },
      cancel: {
        from: ['planned', 'requested', 'scheduled', 'missed'],
        to: 'cancelled',
        by: house,
        asks: { reason },
        danger: true,
      },
    },
  }),
  access: { read: people, create: house, edit: house, delete: ['admin'] },
  scope: { Agent: 'own', staff: 'own' },
  keptIn: ['completed', 'accepted', 'accepted_with_concession', 'reinspected', 'rejected'],
  deletedIn: ['planned'],
  archivedIn: ['accepted', 'accepted_with_concession', 'reinspected', 'rejected', 'cancelled'],
  key: ['activity_no'],
  sort: ['planned_date', 'id'],
  columns: [
    'activity_no',
    'status',
    'type',
    'planned_date',
    'result',
    'article_id',
    'po_line_id',
    'supplier_id',
    'factory_id',
    'inspector_id',
    'label_id',
    'lot_qty',
    'sample_size',
    'critical_qty',
    'major_qty',
    'minor_qty',
  ],
})
export type QaActivity = RecordOf<typeof qaActivities>

// The final inspections of a line and their re-inspections decide about the kind "inspection".
export const plan: LinePlan = {
  kind: 'inspection',
  turns: inspectionTurns,
  readiness: inspectionReadiness,
  whenRejected: null,
  whenIdle: null,
  whenMissing: 'office',
  allocate: house,
}
answersLines(qaActivities, plan)

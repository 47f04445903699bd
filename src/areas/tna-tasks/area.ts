import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, conditions, date, flag, integer, longText, reference, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { taskAnchors, taskOwners, taskReporters } from '#shared/trade/tna-terms.ts'

const people = ['admin', 'Office', 'Agent', 'staff'] as const
const reason = longText({ required: true, max: 300 })

/** A milestone of one order line with its planned, revised, expected and actual date. */
export const tnaTasks = defineArea({
  name: 'tna-tasks',
  path: '/apps/tna_tasks',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    purchase_order_id: reference('purchase-orders', { readOnly: true, search: true }),
    po_line_id: reference('po-lines', { required: true, fixed: true }),
    supplier_id: reference('suppliers', { readOnly: true }),
    seq: integer({ readOnly: true }),
    code: text({ readOnly: true, max: 40 }),
    name_en: text({ readOnly: true, max: 80 }),
    name_zh: text({ readOnly: true, max: 80 }),
    owner: choice(taskOwners, { readOnly: true }),
    // The date when the order was issued; it never changes.
    planned_date: date({ readOnly: true }),
    // The planned date recalculated from the current dates of the line.
    revised_date: date({ readOnly: true, sort: true }),
    // The owner's estimate, if it differs.
    expected_date: date({ readOnly: true }),
    actual_date: date({ readOnly: true }),
    late_days: integer({ readOnly: true, min: -10000 }),
    reason: text({ readOnly: true, max: 300 }),
    set_by: choice(['event', 'person', 'line'], { readOnly: true }),
    done_by: reference('users', { readOnly: true, openTitle: true }),
    anchor: choice(taskAnchors, { readOnly: true }),
    offset_days: integer({ readOnly: true, min: -400, max: 400 }),
    offset_days_air: integer({ readOnly: true, min: -400, max: 400 }),
    duration_days: integer({ readOnly: true, max: 200 }),
    filled_by: choice(taskReporters, { readOnly: true, default: 'manual' }),
    after_code: text({ readOnly: true, max: 40 }),
    and_after_code: text({ readOnly: true, max: 40 }),
  },
  conditions: conditions({ is_late: flag(), due_by: date() }),
  lifecycle: lifecycle({
    start: 'pending',
    states: { pending: 'info', done: 'success', skipped: 'neutral' },
    moves: {
      finish: {
        from: ['pending'],
        to: 'done',
        by: people,
        asks: { actual_date: date({ required: true, happened: true }), comment: longText({ max: 300 }) },
      },
      revise: { from: ['pending'], by: people, asks: { expected_date: date({ required: true }), reason } },
      skip: { from: ['pending'], to: 'skipped', by: ['admin', 'Office'], asks: { reason } },
      reopen: { from: ['done', 'skipped'], to: 'pending', by: ['admin', 'Office'], asks: { reason } },
    },
  }),
  access: { read: people, create: [], edit: [], delete: [] },
  scope: { Agent: 'own', staff: 'own' },
  key: ['po_line_id', 'code'],
  sort: ['revised_date', 'id'],
  columns: [
    'name_en',
    'status',
    'po_line_id',
    'owner',
    'planned_date',
    'revised_date',
    'expected_date',
    'actual_date',
    'late_days',
    'reason',
  ],
})
export type TnaTask = RecordOf<typeof tnaTasks>

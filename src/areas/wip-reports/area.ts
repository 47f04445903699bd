import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, date, integer, longText, reference, text } from '#shared/kit/fields.ts'
import { wipStages } from '#shared/trade/production.ts'

/** The cumulative units of a line that passed a production stage by the end of a day, as the factory counts them. */
export const wipReports = defineArea({
  name: 'wip-reports',
  path: '/apps/factory_managment/manufacturing_status',
  title: 'report_title',
  fields: {
    report_title: text({ readOnly: true, max: 120 }),
    po_line_id: reference('po-lines', { required: true, fixed: true, search: true, sort: true }),
    supplier_id: reference('suppliers', { readOnly: true, sort: true }),
    factory_id: reference('factories', { states: ['approved', 'conditional'], openTitle: true }),
    report_date: date({ required: true, fixed: true, sort: true }),
    stage: choice(wipStages, { required: true, fixed: true }),
    cumulative_qty: integer({ required: true }),
    daily_qty: integer({ readOnly: true, min: -2_147_483_647 }),
    // Required when the units are lower than in the previous report.
    correction_reason: text({ max: 300 }),
    remark: longText({ max: 500 }),
    reporter_id: reference('users', { readOnly: true, openTitle: true }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office', 'Agent', 'staff'],
    edit: ['admin', 'Office', 'Agent', 'staff'],
    delete: ['admin', 'Office'],
  },
  scope: { Agent: 'own', staff: 'own' },
  key: ['po_line_id', 'stage', 'report_date'],
  keyIfGiven: ['factory_id'],
  sort: ['-report_date', '-id'],
  columns: [
    'po_line_id',
    'report_date',
    'stage',
    'cumulative_qty',
    'daily_qty',
    'factory_id',
    'supplier_id',
    'reporter_id',
    'correction_reason',
    'remark',
  ],
})
export type WipReport = RecordOf<typeof wipReports>

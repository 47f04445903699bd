import { defineArea } from '#shared/kit/area.ts'
import { choice, date, flag, integer, longText, moment, reference, text } from '#shared/kit/fields.ts'
import { materialStates } from '#shared/trade/samples.ts'

/** One parcel with samples of a request. */
export const sampleDispatches = defineArea({
  name: 'sample-dispatches',
  title: 'awb_no',
  fields: {
    sample_request_id: reference('sample-requests', { required: true, fixed: true }),
    part_no: integer({ readOnly: true, sort: true }),
    dispatch_date: date({ readOnly: true }),
    courier: text({ readOnly: true, max: 60 }),
    awb_no: text({ readOnly: true, max: 30 }),
    // Formatted as `S × 1, M × 2`.
    quantities: text({ readOnly: true, max: 500 }),
    qty: integer({ readOnly: true }),
    made_date: date({ readOnly: true }),
    fabric_status: choice(materialStates, { readOnly: true }),
    trims_status: choice(materialStates, { readOnly: true }),
    comment: longText({ readOnly: true, max: 1000 }),
    is_lost: flag({ readOnly: true }),
    dispatched_by: reference('users', { readOnly: true, openTitle: true }),
    dispatched_at: moment({ readOnly: true }),
  },
  access: { read: ['admin', 'Office', 'Agent', 'staff'], create: [], edit: [], delete: [] },
  partOf: { area: 'sample-requests', by: 'sample_request_id' },
  key: ['part_no'],
  sort: ['part_no'],
})

import { defineArea } from '#shared/kit/area.ts'
import { integer, reference } from '#shared/kit/fields.ts'

const house = ['admin', 'Office'] as const

/** A sample of a plan, due a number of working days before the ex-factory date. */
export const samplePlanItems = defineArea({
  name: 'sample-plan-items',
  title: 'sample_type_id',
  fields: {
    sample_plan_id: reference('sample-plans', { required: true, fixed: true }),
    sample_type_id: reference('sample-types', { required: true, states: ['active'] }),
    days_before: integer({ required: true, max: 300, sort: true }),
    // Empty: the default quantity of the type, in each size.
    qty: integer({ min: 1, max: 99 }),
  },
  access: { read: house, create: house, edit: house, delete: house },
  partOf: { area: 'sample-plans', by: 'sample_plan_id' },
  key: ['sample_type_id'],
  sort: ['-days_before'],
})

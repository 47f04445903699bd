import { defineArea } from '#shared/kit/area.ts'
import { integer, reference } from '#shared/kit/fields.ts'

const house = ['admin', 'Office'] as const

/** The requested and sent pieces of one size of a sample request. */
export const sampleSizes = defineArea({
  name: 'sample-sizes',
  title: 'size_id',
  fields: {
    sample_request_id: reference('sample-requests', { required: true, fixed: true }),
    // Empty for fabric and print samples.
    size_id: reference('sizes', { sort: true }),
    qty: integer({ required: true, min: 1, max: 99, default: 1 }),
    sent_qty: integer({ readOnly: true, default: 0 }),
  },
  access: { read: ['admin', 'Office', 'Agent', 'staff'], create: house, edit: house, delete: house },
  partOf: { area: 'sample-requests', by: 'sample_request_id' },
  key: ['size_id'],
  sort: ['id'],
})

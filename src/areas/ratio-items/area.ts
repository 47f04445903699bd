import { defineArea } from '#shared/kit/area.ts'
import { integer, reference } from '#shared/kit/fields.ts'

export const ratioItems = defineArea({
  name: 'ratio-items',
  title: 'size_id',
  fields: {
    ratio_template_id: reference('ratio-templates', { required: true, fixed: true }),
    size_id: reference('sizes', { required: true, sort: true }),
    units: integer({ required: true, min: 1, max: 1000 }),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin', 'Office'] },
  partOf: { area: 'ratio-templates', by: 'ratio_template_id' },
  key: ['size_id'],
  sort: ['id'],
})

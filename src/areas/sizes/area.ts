import { defineArea } from '#shared/kit/area.ts'
import { integer, reference, text } from '#shared/kit/fields.ts'

export const sizes = defineArea({
  name: 'sizes',
  title: 'label',
  fields: {
    size_scale_id: reference('size-scales', { required: true, fixed: true }),
    label: text({ required: true, max: 20, search: 'code' }),
    sort_order: integer({ required: true, sort: true }),
    ratio_default: integer({ default: 0 }),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin', 'Office'] },
  partOf: { area: 'size-scales', by: 'size_scale_id' },
  key: ['label'],
  sort: ['sort_order'],
})

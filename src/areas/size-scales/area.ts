import { defineArea } from '#shared/kit/area.ts'
import { rows, text } from '#shared/kit/fields.ts'

export const sizeScales = defineArea({
  name: 'size-scales',
  path: '/apps/size_scales',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({ required: true, unique: true, max: 20, case: 'upper', search: 'code', sort: true }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    market: text({ max: 40 }),
    sizes: rows('sizes', { by: 'size_scale_id', min: 1, max: 60 }),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'market'],
})

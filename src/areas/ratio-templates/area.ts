import { defineArea } from '#shared/kit/area.ts'
import { reference, rows, text } from '#shared/kit/fields.ts'

/** A pre-pack: the pieces of each size of a scale in one pack. */
export const ratioTemplates = defineArea({
  name: 'ratio-templates',
  path: '/apps/ratio_templates',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({ required: true, unique: true, max: 20, case: 'upper', search: 'code', sort: true }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    size_scale_id: reference('size-scales', { required: true, fixed: true, sort: true }),
    items: rows('ratio-items', { by: 'ratio_template_id', min: 1, max: 60, order: ['size_id'] }),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'size_scale_id'],
})

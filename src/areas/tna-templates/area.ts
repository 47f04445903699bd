import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { longText, rows, text } from '#shared/kit/fields.ts'

/** The milestones of an order line from its issue to the warehouse, each with an owner and a day. */
export const tnaTemplates = defineArea({
  name: 'tna-templates',
  path: '/apps/tna_templates',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 30,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9._-]*$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    description: longText({ max: 500 }),
    description_zh: longText({ max: 500 }),
    items: rows('tna-template-items', { by: 'tna_template_id', min: 1, max: 100, order: ['seq'] }),
  },
  access: { read: ['admin', 'Office'], create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'description'],
})
export type TnaTemplate = RecordOf<typeof tnaTemplates>

import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, text } from '#shared/kit/fields.ts'
import { labelColours } from '#shared/trade/qa.ts'

/** Labels by which the office sorts quality activities; URLs contain their handle. */
export const labels = defineArea({
  name: 'labels',
  path: '/apps/qa_labels',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    handle: text({
      required: true,
      unique: true,
      max: 30,
      case: 'lower',
      pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 40, search: true, sort: true }),
    name_zh: text({ required: true, max: 40, search: true }),
    colour: choice(labelColours, { required: true, default: 'grey' }),
  },
  access: { read: ['admin', 'Office'], create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['handle'],
  sort: ['name_en'],
  columns: ['name_en', 'name_zh', 'handle', 'colour'],
})
export type Label = RecordOf<typeof labels>

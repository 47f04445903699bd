import { defineArea } from '#shared/kit/area.ts'
import { choices, country, text } from '#shared/kit/fields.ts'

/** Pattern of a UN/LOCODE: the country code, then three characters, each a letter or a digit from 2 to 9. */
export const ports = defineArea({
  name: 'ports',
  path: '/apps/ports',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 5,
      case: 'upper',
      pattern: /^[A-Z]{2}[A-Z2-9]{3}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    country: country({ required: true, sort: true }),
    functions: choices(['port', 'rail', 'road', 'airport', 'postal', 'multimodal', 'fixed', 'border']),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'country', 'functions'],
})

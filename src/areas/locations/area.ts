import { defineArea } from '#shared/kit/area.ts'
import { choice, country, integer, longText, text } from '#shared/kit/fields.ts'

export const locations = defineArea({
  name: 'locations',
  path: '/apps/locations',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({ required: true, unique: true, max: 20, case: 'upper', search: 'code', sort: true }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ max: 120, search: true }),
    type: choice(['distribution_centre', 'warehouse', 'store', 'office', 'consolidator'], { required: true }),
    address: longText({ max: 500 }),
    city: text({ max: 80, search: true }),
    country: country({ required: true, sort: true }),
    // Containers that its docks handle in an hour; empty means no limit.
    dock_capacity: integer({ min: 1, max: 200 }),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['code'],
  sort: ['name_en'],
  columns: ['name_en', 'name_zh', 'code', 'type', 'city', 'country'],
})

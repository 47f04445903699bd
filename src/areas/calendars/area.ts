import { defineArea } from '#shared/kit/area.ts'
import { choices, country, rows, text } from '#shared/kit/fields.ts'

export const calendars = defineArea({
  name: 'calendars',
  path: '/apps/calendars',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    country: country({ required: true, unique: true, sort: true }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    working_days: choices(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
    holidays: rows('calendar-holidays', { by: 'calendar_id', max: 500 }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  key: ['country'],
  sort: ['name_en'],
  columns: ['name_en', 'name_zh', 'country', 'working_days'],
})

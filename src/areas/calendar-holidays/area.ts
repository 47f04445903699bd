import { defineArea } from '../../shared/area'
import { date, reference, text } from '../../shared/fields'

export const calendarHolidays = defineArea({
  name: 'calendar-holidays',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    calendar_id: reference('calendars', { required: true, fixed: true }),
    date: date({ required: true, sort: true }),
    name_en: text({ required: true, max: 80 }),
    name_zh: text({ max: 80 }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'calendars', by: 'calendar_id' },
  key: ['date'],
  sort: ['date'],
})

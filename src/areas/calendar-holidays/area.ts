import { exceptionKinds } from '#shared/base/working-days.ts'
import { defineArea } from '#shared/kit/area.ts'
import { choice, date, flag, reference, text } from '#shared/kit/fields.ts'

/** A date that differs from its weekday: a holiday, or a make-up day on which people work instead. */
export const calendarHolidays = defineArea({
  name: 'calendar-holidays',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    calendar_id: reference('calendars', { required: true, fixed: true }),
    date: date({ required: true, sort: true }),
    kind: choice(exceptionKinds, { required: true, default: 'holiday' }),
    name_en: text({ required: true, max: 80 }),
    name_zh: text({ max: 80 }),
    // Not announced yet, or dependent on the moon: dates calculated with it may still change.
    is_provisional: flag(),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'calendars', by: 'calendar_id' },
  key: ['date'],
  sort: ['date'],
})

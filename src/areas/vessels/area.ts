import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { country, integer, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'

/** Ships that carry goods. */
export const vessels = defineArea({
  name: 'vessels',
  path: '/apps/vessels',
  title: 'name',
  fields: {
    name: text({ required: true, max: 60, case: 'upper', search: true, sort: true }),
    imo_no: text({ unique: true, max: 7, pattern: /^\d{7}$/, search: 'code' }),
    carrier: text({ max: 60, search: true, sort: true }),
    flag_country: country(),
    capacity_teu: integer({ min: 1, max: 40000 }),
  },
  lifecycle: retirable(['admin', 'Office']),
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['name'],
  sort: ['name'],
  columns: ['name', 'status', 'imo_no', 'carrier', 'flag_country', 'capacity_teu'],
})
export type Vessel = RecordOf<typeof vessels>

import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { flag, integer, reference, text } from '#shared/kit/fields.ts'

const readers = ['admin', 'Office', 'Agent'] as const
const house = ['admin', 'Office'] as const

/** A grade, level or class of a programme: the score from which it is reached, and how long it is valid. */
export const standardGrades = defineArea({
  name: 'standard-grades',
  title: 'code',
  fields: {
    standard_program_id: reference('standard-programs', { required: true, fixed: true }),
    sort_order: integer({ required: true, min: 1, max: 999, sort: true }),
    code: text({ required: true, max: 30, search: 'code' }),
    name_en: text({ max: 80 }),
    name_zh: text({ max: 80 }),
    from_pct: integer({ max: 100 }),
    to_pct: integer({ max: 100 }),
    passes: flag({ default: true }),
    zero_tolerance: flag(),
    validity_months: integer({ max: 120 }),
    follow_up_months: integer({ min: 1, max: 60 }),
  },
  access: { read: readers, create: house, edit: house, delete: house },
  partOf: { area: 'standard-programs', by: 'standard_program_id' },
  key: ['code'],
  sort: ['sort_order'],
})
export type StandardGrade = RecordOf<typeof standardGrades>

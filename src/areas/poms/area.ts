import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choices, longText, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'
import { gradeStep, tolerance } from '#shared/trade/lengths.ts'

/** Points of measure: what is measured on a garment and how, so that maker and retailer measure at the same place. */
export const poms = defineArea({
  name: 'poms',
  path: '/apps/points_of_measure',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 12,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9-]{0,11}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ required: true, max: 80, search: true }),
    aliases: longText({ max: 300, search: true }),
    garments: choices(['tops', 'knitwear', 'outerwear', 'dresses', 'trousers', 'skirts', 'accessories']),
    how_to_measure_en: longText({ max: 600 }),
    how_to_measure_zh: longText({ max: 600 }),
    // Defaults for a new row of a measurement table.
    tol_plus_mm: tolerance(),
    tol_minus_mm: tolerance(),
    grade_step_mm: gradeStep(),
  },
  lifecycle: retirable(['admin', 'Office']),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin'],
  },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'garments', 'tol_plus_mm', 'tol_minus_mm', 'grade_step_mm', 'status'],
})
export type Pom = RecordOf<typeof poms>

import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { longText, reference, rows, text } from '#shared/kit/fields.ts'

const house = ['admin', 'Office'] as const

/** The samples that order lines of a category need, and how long before the ex-factory date. */
export const samplePlans = defineArea({
  name: 'sample-plans',
  path: '/apps/sample_management/sample_plans',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 30,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9_-]*$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    // Includes subcategories without a plan of their own. Empty: lines of all categories without a plan.
    product_category_id: reference('product-categories', { sort: true }),
    notes: longText({ max: 1000 }),
    items: rows('sample-plan-items', { by: 'sample_plan_id', min: 1, max: 40, order: ['-days_before'] }),
  },
  access: { read: house, create: house, edit: house, delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'product_category_id'],
})
export type SamplePlan = RecordOf<typeof samplePlans>

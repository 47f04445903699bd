import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, flag, integer, percent, reference, text } from '#shared/kit/fields.ts'

const needs = () => choice(['yes', 'no'])

export const productCategories = defineArea({
  name: 'product-categories',
  path: '/apps/sales/product_categories',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 30,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9._-]*$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ max: 120, search: true }),
    parent_id: reference('product-categories'),
    level: choice(['department', 'class', 'subclass', 'style_group'], { readOnly: true }),
    full_path: text({ readOnly: true, max: 500, sort: true }),
    full_path_zh: text({ readOnly: true, max: 500 }),
    is_leaf: flag({ readOnly: true, default: true }),
    // Requirements of order lines; an empty value is inherited from the parent category.
    care_required: needs(),
    fibre_required: needs(),
    spec_required: needs(),
    artwork_required: needs(),
    hs_chapter_default: text({ max: 10, pattern: /^\d{2,10}$/ }),
    size_scale_default_id: reference('size-scales'),
    rrp_required_default: needs(),
    min_imu_pct: percent({ read: ['admin', 'Office'] }),
    lead_time_days: integer({ min: 0, max: 400 }),
    tna_template_id: reference('tna-templates', { read: ['admin', 'Office'] }),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  only: {
    read: {
      Agent: ['code', 'name_en', 'name_zh', 'full_path', 'full_path_zh'],
      staff: ['code', 'name_en', 'name_zh', 'full_path', 'full_path_zh'],
    },
  },
  key: ['code'],
  sort: ['full_path'],
  columns: ['full_path', 'name_zh', 'code', 'level', 'hs_chapter_default', 'lead_time_days'],
})
export type ProductCategory = RecordOf<typeof productCategories>

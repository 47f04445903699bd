import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, date, longText, reference, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'

export const houseBrands = defineArea({
  name: 'house-brands',
  path: '/apps/house_brand_database',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 10,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9_-]{1,9}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    description: longText({ max: 1000 }),
    trademark_no: text({ max: 40 }),
    trademark_classes: text({ max: 80 }),
    licensor: text({ max: 120 }),
    licence_expiry: date(),
    price_ending_rule: choice(['any', '00', '50', '90', '95', '99']),
    owner_user_id: reference('users'),
  },
  lifecycle: lifecycle({
    start: 'draft',
    states: { draft: 'neutral', active: 'success', retired: 'neutral' },
    moves: {
      activate: { from: ['draft', 'retired'], to: 'active', by: ['admin', 'Office'] },
      retire: {
        from: ['active'],
        to: 'retired',
        by: ['admin'],
        asks: { reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
    },
  }),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin'],
  },
  scope: { Agent: 'ordered', staff: 'ordered' },
  only: { read: { Agent: ['code', 'name_en', 'name_zh'], staff: ['code', 'name_en', 'name_zh'] } },
  key: ['code'],
  sort: ['name_en'],
  logos: true,
  columns: ['name_en', 'name_zh', 'code', 'licensor', 'licence_expiry', 'status'],
})
export type HouseBrand = RecordOf<typeof houseBrands>

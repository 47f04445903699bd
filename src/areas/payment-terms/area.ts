import { defineArea } from '#shared/kit/area.ts'
import { choice, flag, integer, percent, text } from '#shared/kit/fields.ts'

export const paymentTerms = defineArea({
  name: 'payment-terms',
  path: '/apps/payment_terms',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({ required: true, unique: true, max: 20, case: 'upper', search: 'code', sort: true }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ max: 120, search: true }),
    method: choice(['TT', 'LC', 'DP', 'DA', 'OA', 'CAD'], { required: true }),
    deposit_pct: percent({ default: '0' }),
    base_date: choice(['order', 'invoice', 'bl_date', 'etd', 'delivery', 'eom'], { required: true }),
    days: integer({ required: true, max: 365, default: 0 }),
    day_of_month: integer({ min: 1, max: 31 }),
    discount_pct: percent(),
    discount_days: integer({ max: 365 }),
    requires_docs: flag(),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  only: { read: { Agent: ['code', 'name_en', 'name_zh'], staff: ['code', 'name_en', 'name_zh'] } },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'method', 'deposit_pct', 'base_date', 'days'],
})

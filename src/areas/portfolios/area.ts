import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { longText, rows, text } from '#shared/kit/fields.ts'

/** A named group of suppliers. Office accounts with portfolios see only records of these suppliers. */
export const portfolios = defineArea({
  name: 'portfolios',
  path: '/apps/portfolios',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    name_en: text({ required: true, unique: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    note: longText({ max: 500 }),
    suppliers: rows('portfolio-suppliers', { by: 'portfolio_id', max: 500 }),
  },
  access: { read: ['admin'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  key: ['name_en'],
  sort: ['name_en'],
  columns: ['name_en', 'name_zh', 'note'],
})
export type Portfolio = RecordOf<typeof portfolios>

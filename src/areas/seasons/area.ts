import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, date, integer, longText, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'

export const seasons = defineArea({
  name: 'seasons',
  path: '/apps/sales/po_season_database',
  title: 'code',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 8,
      case: 'upper',
      pattern: /^[A-Z]{2,4}\d{2}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    season_type: choice(
      ['spring', 'summer', 'autumn', 'winter', 'spring_summer', 'autumn_winter', 'holiday', 'all_year'],
      { required: true },
    ),
    year: integer({ required: true, min: 2000, max: 2100, sort: true }),
    purchase_from: date({ required: true }),
    purchase_to: date({ required: true }),
    delivery_from: date({ required: true, sort: true }),
    delivery_to: date({ required: true }),
    sales_from: date({ required: true }),
    sales_to: date({ required: true }),
    markdown_from: date(),
  },
  lifecycle: lifecycle({
    start: 'planning',
    states: { planning: 'neutral', open: 'success', frozen: 'warning', closed: 'neutral' },
    moves: {
      open: { from: ['planning'], to: 'open', by: ['admin', 'Office'] },
      freeze: { from: ['open'], to: 'frozen', by: ['admin'] },
      reopen: { from: ['frozen', 'closed'], to: 'open', by: ['admin'] },
      close: {
        from: ['frozen'],
        to: 'closed',
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
  sort: ['-delivery_from'],
  columns: ['code', 'name_en', 'season_type', 'year', 'purchase_from', 'purchase_to', 'delivery_from', 'status'],
})
export type Season = RecordOf<typeof seasons>

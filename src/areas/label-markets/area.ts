import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, decimal, flag, integer, rows, text } from '#shared/kit/fields.ts'
import { englishWordings } from '#shared/trade/label-parts.ts'

/** The garment label of a market: its content, languages, order and width. */
export const labelMarkets = defineArea({
  name: 'label-markets',
  path: '/apps/label_markets',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 8,
      case: 'upper',
      pattern: /^[A-Z0-9]{2,8}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 60, search: true, sort: true }),
    name_zh: text({ max: 60, search: true }),
    care_wording: choice(englishWordings, { required: true, default: 'international' }),
    us_fibre_names: flag(),
    width_mm: integer({ required: true, min: 20, max: 80, default: 30 }),
    font_pt: decimal({ required: true, digits: 1, min: '4', max: '12', default: '6' }),
    seam_mm: integer({ required: true, min: 0, max: 20, default: 6 }),
    countries: rows('label-market-countries', { by: 'label_market_id', min: 1, max: 60, order: ['country'] }),
    languages: rows('label-market-languages', { by: 'label_market_id', min: 1, max: 6, order: ['seq'] }),
    parts: rows('label-market-parts', { by: 'label_market_id', min: 1, max: 20, order: ['seq'] }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'care_wording', 'us_fibre_names', 'width_mm', 'font_pt', 'seam_mm'],
})
export type LabelMarketRecord = RecordOf<typeof labelMarkets>

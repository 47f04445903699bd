import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  choice,
  conditions,
  currency,
  decimal,
  integer,
  longText,
  price,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { leafCategories } from '#shared/trade/leaf-categories.ts'

export const articles = defineArea({
  name: 'articles',
  path: '/apps/article_master',
  title: 'article_no',
  fields: {
    article_no: text({
      required: true,
      unique: true,
      max: 30,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9._/-]*$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 160, search: true, sort: true }),
    name_zh: text({ max: 160, search: true }),
    description: longText({ max: 2000 }),
    house_brand_id: reference('house-brands', { states: ['draft', 'active'], sort: true }),
    season_id: reference('seasons', { states: ['planning', 'open', 'frozen'] }),
    product_category_id: reference('product-categories', { offered: leafCategories }),
    gender: choice(['women', 'men', 'unisex', 'girls', 'boys', 'baby']),
    garment_type: choice(['knit', 'woven', 'denim', 'leather', 'accessory', 'footwear', 'home']),
    fit: choice(['slim', 'regular', 'relaxed', 'oversized']),
    silhouette: choice(['fitted', 'straight', 'a_line', 'boxy', 'cropped', 'longline']),
    size_scale_id: reference('size-scales'),
    base_size_id: reference('sizes', { within: { field: 'size_scale_id', of: 'size_scale_id' } }),
    fabric_desc: text({ max: 255 }),
    gsm: integer({ min: 1, max: 3000 }),
    gauge: integer({ min: 1, max: 40 }),
    hs_code: text({ max: 10, pattern: /^\d{6,10}$/ }),
    target_fob: price({ read: ['admin', 'Office'] }),
    currency: currency({ read: ['admin', 'Office'] }),
    unit_weight_g: decimal({ digits: 2, min: '0' }),
    carton_length_cm: decimal({ digits: 1, min: '1', max: '300' }),
    carton_width_cm: decimal({ digits: 1, min: '1', max: '300' }),
    carton_height_cm: decimal({ digits: 1, min: '1', max: '300' }),
    // Weight of the empty carton.
    carton_weight_g: decimal({ digits: 2, min: '0', max: '100000' }),
    // The packaging level: first digit of the GTIN-14 of a full carton of one size.
    carton_indicator: integer({ min: 1, max: 8 }),
    carried_from_id: reference('articles', { readOnly: true }),
    colourways: rows('colourways', { by: 'article_id', max: 200 }),
    seasons: rows('article-seasons', { by: 'article_id', max: 40 }),
  },
  conditions: conditions({
    // Matches the season of the article and its additional seasons.
    offered_season_id: reference('seasons'),
  }),
  lifecycle: lifecycle({
    start: 'development',
    states: { development: 'info', active: 'success', blocked: 'danger', discontinued: 'neutral' },
    moves: {
      activate: { from: ['development', 'discontinued'], to: 'active', by: ['admin', 'Office'] },
      carry_over: {
        from: ['development', 'active', 'discontinued'],
        by: ['admin', 'Office'],
        asks: {
          season_id: reference('seasons', { required: true, states: ['planning', 'open'] }),
          as: choice(['same', 'new'], { required: true, default: 'same' }),
          new_article_no: text({ max: 30, case: 'upper', pattern: /^[A-Z0-9][A-Z0-9._/-]*$/ }),
          keep: choice(['skus', 'colourways', 'nothing'], { default: 'skus' }),
        },
      },
      block: {
        from: ['development', 'active'],
        to: 'blocked',
        by: ['admin'],
        asks: { reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
      unblock: { from: ['blocked'], to: 'active', by: ['admin'] },
      discontinue: {
        from: ['development', 'active'],
        to: 'discontinued',
        by: ['admin', 'Office'],
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
  key: ['article_no'],
  sort: ['article_no'],
  columns: ['article_no', 'name_en', 'house_brand_id', 'season_id', 'product_category_id', 'gender', 'status'],
})
export type Article = RecordOf<typeof articles>

import { defineArea } from '#shared/kit/area.ts'
import { choice, integer, reference } from '#shared/kit/fields.ts'
import { labelLanguages } from '#shared/trade/label-parts.ts'

/** A language of a market's labels, with its position. */
export const labelMarketLanguages = defineArea({
  name: 'label-market-languages',
  title: 'language',
  fields: {
    label_market_id: reference('label-markets', { required: true, fixed: true }),
    seq: integer({ required: true, min: 1, max: 999, sort: true }),
    language: choice(labelLanguages, { required: true }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'label-markets', by: 'label_market_id' },
  key: ['language'],
  sort: ['seq'],
})

import { defineArea } from '#shared/kit/area.ts'
import { choice, integer, reference, text } from '#shared/kit/fields.ts'
import { labelParts } from '#shared/trade/label-parts.ts'

/** A part of a market's labels, with its position. Legal parts contain the text that they print. */
export const labelMarketParts = defineArea({
  name: 'label-market-parts',
  title: 'part',
  fields: {
    label_market_id: reference('label-markets', { required: true, fixed: true }),
    seq: integer({ required: true, min: 1, max: 999, sort: true }),
    part: choice(labelParts, { required: true }),
    value: text({ max: 255 }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'label-markets', by: 'label_market_id' },
  key: ['seq'],
  sort: ['seq'],
})

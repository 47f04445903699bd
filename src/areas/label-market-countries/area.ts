import { defineArea } from '#shared/kit/area.ts'
import { country, reference } from '#shared/kit/fields.ts'

/** A country of a label market. Goods shipped there carry the market's label. */
export const labelMarketCountries = defineArea({
  name: 'label-market-countries',
  title: 'country',
  fields: {
    label_market_id: reference('label-markets', { required: true, fixed: true }),
    country: country({ required: true, unique: true, sort: true }),
  },
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'label-markets', by: 'label_market_id' },
  sort: ['country'],
})

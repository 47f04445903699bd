import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { country, currency, decimal, flag, percent } from '#shared/kit/fields.ts'

/** A sales market: the currency of its retail prices and the tax that they include. */
export const rrpMarkets = defineArea({
  name: 'rrp-markets',
  path: '/apps/sales/rrp/markets',
  title: 'market',
  fields: {
    market: country({ required: true, unique: true, sort: true }),
    currency: currency({ required: true }),
    tax_pct: percent(),
    tax_included: flag({ default: true }),
    every_line: flag(),
    // Value of one unit of the currency in the base currency, as on orders; the same for all markets with that
    // currency.
    fx_rate: decimal({ digits: 6, min: '0.000001' }),
  },
  access: { read: ['admin', 'Office'], create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['market'],
  sort: ['market'],
  columns: ['market', 'currency', 'fx_rate', 'tax_pct', 'tax_included', 'every_line'],
})
export type RrpMarket = RecordOf<typeof rrpMarkets>

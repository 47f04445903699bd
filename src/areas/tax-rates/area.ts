import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, conditions, country, date, percent, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'
import { taxCategories, taxRoundings } from '#shared/trade/taxes.ts'

const house = ['admin', 'Office'] as const

/** A rate of value added tax, and how its amount is rounded. */
export const taxRates = defineArea({
  name: 'tax-rates',
  path: '/apps/tax_rates',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({ required: true, unique: true, max: 20, case: 'upper', search: 'code', sort: true }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ required: true, max: 120, search: true }),
    rate_pct: percent({ required: true, sort: true }),
    // UNTDID 5305, as used by electronic invoices under EN 16931.
    category: choice(taxCategories, { required: true, default: 'S' }),
    rounding: choice(taxRoundings, { required: true, default: 'invoice' }),
    country: country({ sort: true }),
    // The reason for charging no tax, as printed and in electronic invoices.
    exemption_reason: text({ max: 200 }),
    valid_from: date(),
    valid_to: date(),
  },
  // `valid_from` and `valid_to`, with the first or last possible day where a rate is open-ended.
  conditions: conditions({ valid_since: date(), valid_until: date() }),
  lifecycle: retirable(house),
  access: { read: [...house, 'Agent'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'name_zh', 'code', 'rate_pct', 'category', 'rounding', 'country', 'status'],
})
export type TaxRate = RecordOf<typeof taxRates>

import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { amount, choice, country, date, decimal, integer, percent, reference, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'
import { claimBases, claimTypes } from '#shared/trade/claim-terms.ts'

const house = ['admin', 'Office'] as const
const admins = ['admin'] as const

/** How much is claimed for lateness, missing or damaged pieces, and defects. Fixed amounts are in the base currency. */
export const claimRules = defineArea({
  name: 'claim-rules',
  path: '/apps/claim_rules',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 20,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9_-]{0,19}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ required: true, max: 120, search: true }),
    type: choice(claimTypes, { required: true, sort: true }),
    basis: choice(claimBases, { required: true }),
    rate: decimal({ required: true, digits: 4, min: '0.0001' }),
    // Days of lateness for which nothing is claimed.
    grace_days: integer({ required: true, max: 60, default: 0 }),
    cap_pct: percent({ min: '0.01' }),
    minimum: amount({ required: true, min: '0', default: '0' }),
    handling_fee: amount({ required: true, min: '0', default: '0' }),
    // Conditions; an empty condition matches every line.
    house_brand_id: reference('house-brands', { states: ['active'], sort: true }),
    country: country({ sort: true }),
    product_category_id: reference('product-categories', { sort: true }),
    valid_from: date({ sort: true }),
    valid_to: date(),
  },
  lifecycle: retirable(admins),
  access: { read: house, create: admins, edit: admins, delete: admins },
  key: ['code'],
  sort: ['code'],
  columns: [
    'name_en',
    'name_zh',
    'code',
    'type',
    'basis',
    'rate',
    'grace_days',
    'cap_pct',
    'minimum',
    'handling_fee',
    'house_brand_id',
    'country',
    'product_category_id',
    'valid_from',
    'valid_to',
    'status',
  ],
})
export type ClaimRuleRecord = RecordOf<typeof claimRules>

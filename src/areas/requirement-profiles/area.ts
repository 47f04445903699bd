import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { longText, reference, rows, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'

/** The requirements that order lines of a category, brand and market must meet before they may be booked. */
export const requirementProfiles = defineArea({
  name: 'requirement-profiles',
  path: '/apps/requirement_profiles',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 30,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9_-]*$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ max: 120, search: true }),
    // Conditions; an empty condition matches every line.
    product_category_id: reference('product-categories', { sort: true }),
    house_brand_id: reference('house-brands', { states: ['active'], sort: true }),
    label_market_id: reference('label-markets', { sort: true }),
    notes: longText({ max: 1000 }),
    requirements: rows('profile-requirements', { by: 'requirement_profile_id', max: 60, order: ['kind', 'type'] }),
    programs: rows('profile-programs', {
      by: 'requirement_profile_id',
      max: 60,
      order: ['group_name', 'standard_program_id'],
    }),
  },
  lifecycle: retirable(['admin']),
  access: { read: ['admin', 'Office'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: ['name_en', 'code', 'product_category_id', 'house_brand_id', 'label_market_id', 'status'],
})
export type RequirementProfile = RecordOf<typeof requirementProfiles>

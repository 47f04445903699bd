import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of a requirement profile. */
export const sections: readonly SectionPlan[] = [
  { name: 'profile', fields: ['code', 'name_en', 'name_zh'] },
  { name: 'lines', fields: ['product_category_id', 'house_brand_id', 'label_market_id'] },
  { name: 'requirements', fields: ['requirements'] },
  { name: 'programs', fields: ['programs'] },
  { name: 'notes', fields: ['notes'] },
]

import type { SectionPlan } from '#web/kit/form/sections.ts'

/** Purpose, production and approval of an artwork. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'artwork',
    fields: [
      'artwork_code',
      'version_no',
      'artwork_type',
      'name_en',
      'name_zh',
      'house_brand_id',
      'label_market_id',
      'languages',
      'gtin_rule',
      'change_note',
    ],
  },
  {
    name: 'print',
    fields: ['width_mm', 'height_mm', 'depth_mm', 'colours', 'material', 'printer', 'instructions', 'notes'],
  },
]

/** Fields that moves fill. */
export const decided: SectionPlan = {
  name: 'review',
  fields: ['author_id', 'round', 'submitted_by', 'submitted_at', 'released_by', 'released_at', 'predecessor_id'],
}

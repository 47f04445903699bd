import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of an article's page and form. */
export const sections: readonly SectionPlan[] = [
  { name: 'article', fields: ['article_no', 'name_en', 'name_zh', 'description'] },
  {
    name: 'classification',
    fields: ['house_brand_id', 'season_id', 'product_category_id', 'gender', 'carried_from_id'],
  },
  {
    name: 'material',
    fields: ['garment_type', 'fit', 'silhouette', 'fabric_desc', 'gsm', 'gauge', 'size_scale_id', 'base_size_id'],
  },
  { name: 'costing', fields: ['target_fob', 'currency', 'hs_code'] },
  {
    name: 'carton',
    fields: [
      'unit_weight_g',
      'carton_length_cm',
      'carton_width_cm',
      'carton_height_cm',
      'carton_weight_g',
      'carton_indicator',
    ],
  },
]

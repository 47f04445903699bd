import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of a season: its names, and its windows with start and end in one row. */
export const sections: readonly SectionPlan[] = [
  { name: 'season', fields: ['name_en', 'name_zh', 'code', 'season_type', 'year'] },
  {
    name: 'windows',
    fields: ['purchase_from', 'purchase_to', 'delivery_from', 'delivery_to', 'sales_from', 'sales_to', 'markdown_from'],
  },
]

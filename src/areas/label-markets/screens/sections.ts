import type { SectionPlan } from '#web/kit/form/sections.ts'

export const sections: readonly SectionPlan[] = [
  { name: 'market', fields: ['code', 'name_en', 'name_zh', 'countries'] },
  { name: 'wording', fields: ['languages', 'care_wording', 'us_fibre_names'] },
  { name: 'parts', fields: ['parts'] },
  { name: 'size', fields: ['width_mm', 'font_pt', 'seam_mm'] },
]

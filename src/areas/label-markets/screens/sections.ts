import type { SectionPlan } from '#web/kit/form/sections.ts'

export const sections: readonly SectionPlan[] = [
  { name: 'market', fields: ['code', 'name_en', 'name_zh'] },
  { name: 'countries', fields: ['countries'] },
  { name: 'languages', fields: ['languages'] },
  { name: 'wording', fields: ['care_wording', 'us_fibre_names'] },
  { name: 'parts', fields: ['parts'] },
  { name: 'measures', fields: ['width_mm', 'font_pt', 'seam_mm'] },
]

import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The generic name, its translations on labels, and the names by which imports recognise the fibre. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'fibre',
    fields: ['name_en', 'name_zh', 'code', 'family', 'eu_no', 'moisture_regain_pct', 'needs_certificate'],
  },
  { name: 'names', fields: ['us_name', 'name_fr', 'name_de', 'name_es', 'name_it'] },
  { name: 'recognised', fields: ['aliases', 'trade_names'] },
]

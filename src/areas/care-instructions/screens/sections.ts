import type { CareFamily } from '#shared/standards/care-codes.ts'
import type { SectionPlan } from '#web/kit/form/sections.ts'

/** Purpose of a care instruction; symbols, warnings and wordings have sections of their own. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'instruction',
    fields: ['code', 'version_no', 'predecessor_id', 'name_en', 'name_zh', 'fabric', 'standard', 'notes'],
  },
  { name: 'other_languages', fields: ['text_fr', 'text_de', 'text_es', 'text_it'] },
]

/** The families of symbols in the order of the label. */
export const symbolFields = [
  'wash',
  'bleach',
  'tumble',
  'natural_dry',
  'iron',
  'dry_clean',
  'wet_clean',
] as const satisfies readonly CareFamily[]

import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of page and form; composition and other counts are placed between them. */
export const sections: readonly SectionPlan[] = [
  { name: 'yarn', fields: ['code', 'name_en', 'name_zh', 'mill_supplier_id', 'country'] },
  { name: 'count', fields: ['count_value', 'count_system', 'plies', 'count_notation'] },
  { name: 'composition', fields: ['composition_en', 'composition_zh', 'fibres'] },
  { name: 'knitting', fields: ['spinning', 'finishes', 'twist', 'micron', 'gauge_from', 'gauge_to'] },
  { name: 'buying', fields: ['lead_time_days', 'moq_kg', 'price_per_kg', 'currency'] },
  { name: 'certificates', fields: ['certificates'] },
  { name: 'notes', fields: ['notes', 'notes_internal'] },
  { name: 'answer', fields: ['answer', 'answered_by', 'answered_at'] },
]

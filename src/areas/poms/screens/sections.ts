import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The point, how it is measured, and the defaults of a new table row. */
export const sections: readonly SectionPlan[] = [
  { name: 'pom', fields: ['name_en', 'name_zh', 'code', 'garments', 'aliases'] },
  { name: 'measuring', fields: ['how_to_measure_en', 'how_to_measure_zh'] },
  { name: 'defaults', fields: ['tol_plus_mm', 'tol_minus_mm', 'grade_step_mm'] },
]

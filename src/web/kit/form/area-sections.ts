import type { Area } from '#shared/kit/area.ts'
import { defaultSections, type SectionPlan } from './sections'

/** The sections of an area's form and page: those of its `screens/sections.ts`, else default ones for `fields`. */
export const sectionsOf = (area: Area, fields: readonly string[]): readonly SectionPlan[] =>
  files[`../../../areas/${area.name}/screens/sections.ts`]?.sections ?? defaultSections(area, fields)

interface SectionsFile {
  sections: readonly SectionPlan[]
}

const files = import.meta.glob<SectionsFile>('../../../areas/*/screens/sections.ts', { eager: true })

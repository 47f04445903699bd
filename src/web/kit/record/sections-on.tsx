import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { loadAllAreas } from '#web/i18n.ts'

/**
 * Sections of other areas on the page of a record, from their files `screens/on-<area of the page>.tsx`. `only` limits
 * them to the section of one area.
 */
export const SectionsOn = ({ area, id, only }: { area: Area; id: number; only?: string }) => (
  <Suspense>
    {sectionsFrom(area, only).map(({ path, Section }) => (
      <Section key={path} id={id} />
    ))}
  </Suspense>
)

const sectionsFrom = (area: Area, only: string | undefined) =>
  (sections.get(area.name) ?? []).filter(({ path }) => only === undefined || path.includes(`/areas/${only}/screens/`))

interface SectionFile {
  Section: ComponentType<SectionProps>
}

interface SectionProps {
  /** Id of the page's record. */
  id: number
}

const sectionFiles = import.meta.glob<SectionFile>('../../../areas/*/screens/on-*.tsx')

const sections = new Map<string, { path: string; Section: LazyExoticComponent<ComponentType<SectionProps>> }[]>()

for (const [path, load] of Object.entries(sectionFiles)) {
  const name = path.replace(/^.*\/on-(.+)\.tsx$/, '$1')
  // The section needs the texts of its area, which are not part of the first page.
  const Section = lazy(async () => {
    const [module] = await Promise.all([load(), loadAllAreas()])
    return { default: module.Section }
  })
  sections.set(name, [...(sections.get(name) ?? []), { path, Section }])
}

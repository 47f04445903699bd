import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { loadAllAreas } from '#web/i18n.ts'

/** Sections of other areas on the page of a record, or the one of `only`: each area's `screens/on-<area of the page>.tsx`. */
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
  /** The record whose page it is on. */
  id: number
}

const files = import.meta.glob<SectionFile>('../../../areas/*/screens/on-*.tsx')

const sections = new Map<string, { path: string; Section: LazyExoticComponent<ComponentType<SectionProps>> }[]>()

for (const [path, load] of Object.entries(files)) {
  const name = path.replace(/^.*\/on-(.+)\.tsx$/, '$1')
  // Loads the texts too that only some pages need.
  const Section = lazy(async () => {
    const [module] = await Promise.all([load(), loadAllAreas()])
    return { default: module.Section }
  })
  sections.set(name, [...(sections.get(name) ?? []), { path, Section }])
}

import type { Area } from '#shared/kit/area.ts'
import { fieldLabel } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { FactList } from '#web/kit/record/fact-list.tsx'
import { OtherCounts } from './other-counts'
import { sections } from './sections'
import { UsedBy } from './used-by'

/** The page of a yarn: fields, count in every system, composition, and the colourways that use it. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area}>
      {(yarn) => (
        <>
          <ShowSections area={area} sections={before} record={yarn} />
          <OtherCounts count={yarn.count_value} system={yarn.count_system} />
          <Section title={fieldLabel(area, 'fibres')}>
            <FactList area={area} record={yarn} fields={['composition_en', 'composition_zh']} />
          </Section>
          <ShowSections area={area} sections={after} record={yarn} />
          <UsedBy id={yarn.id} />
          <RelatedAreas area={area} id={yarn.id} />
        </>
      )}
    </RecordPage>
  )
}

const at = sections.findIndex(({ name }) => name === 'composition')
const before = sections.slice(0, at)
const after = sections.slice(at + 1)

import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { t } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { PomSketch } from '#web/kit/sketch/pom-sketch.tsx'

/** The page of a point of measure: sketch, instructions, and the tables that use it. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area}>
      {(pom) => (
        <>
          <Box
            sx={{ display: 'flex', flexDirection: { xs: 'column', lg: 'row' }, alignItems: { lg: 'start' }, gap: 2 }}
          >
            <PomSketch
              area={area}
              id={pom.id}
              code={String(pom.code)}
              name={t('areas.poms.sketch.of', { name: titleOf(area, pom) })}
              size={300}
              around={(sketch) => (
                <Section title={t('areas.poms.sketch.title')} help={t('areas.poms.sketch.help')}>
                  {sketch}
                </Section>
              )}
            />
            <Box sx={{ flex: 1, display: 'grid', gap: 2, minWidth: 0 }}>
              <ShowSections area={area} record={pom} />
            </Box>
          </Box>
          <RelatedAreas area={area} id={pom.id} />
        </>
      )}
    </RecordPage>
  )
}

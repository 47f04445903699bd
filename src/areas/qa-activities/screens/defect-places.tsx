import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { placedDrawing, placeOf } from '#shared/trade/garment-place.ts'
import { garmentViews } from '#shared/trade/qa.ts'
import { choiceLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { Drawing } from '#web/kit/sketch/drawing.tsx'
import { screenText } from './texts'

/** The positions of defects on drawings of the garment; hidden when no defect has a position. */
export function DefectPlaces({ area, record }: { area: Area; record: OpenRecord }) {
  const defects = areaOf(area, 'defects')
  const placed = ((record.defects ?? []) as (Record<string, unknown> & { id: number })[]).flatMap((defect) => {
    const position = placeOf(defect)
    return position ? [{ defect, place: position }] : []
  })
  const views = garmentViews.filter((view) => placed.some(({ place }) => place.view === view))
  if (views.length === 0) return null
  return (
    <Section title={screenText('places')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {views.map((view) => {
          const defectsInView = placed.filter(({ place }) => place.view === view)
          return (
            <Box key={view} component="figure" sx={{ m: 0, width: 240 }}>
              <Box sx={{ borderRadius: 1, bgcolor: 'action.hover' }}>
                <Drawing
                  drawing={placedDrawing(
                    view,
                    defectsInView.map(({ place }) => place),
                  )}
                  name={choiceLabel(defects, 'place_view', view)}
                />
              </Box>
              <Box component="figcaption" sx={{ mt: 0.5, fontSize: 12, color: 'text.secondary' }}>
                {defectsInView
                  .map(({ defect }) =>
                    [formatValue(defects, 'defect_code_id', defect as never), defect.position]
                      .filter(Boolean)
                      .join(': '),
                  )
                  .join(' · ')}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Section>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { MouseEvent } from 'react'
import { type GarmentPlace, placedDrawing } from '#shared/trade/garment-place.ts'
import { type GarmentView, garmentViews } from '#shared/trade/qa.ts'
import { choiceLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Drawing } from '#web/kit/sketch/drawing.tsx'
import { qaActivities as area } from '../../area'
import { screenText } from '../texts'

/**
 * Sets the position of a defect by a tap on a drawing of the garment. Users who cannot point enter the position as
 * text.
 */
export function DefectPlace({ name, place, view, onView, onChange }: Props) {
  const tap = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const share = (at: number, of: number) => Math.min(1000, Math.max(0, Math.round((at / of) * 1000)))
    onChange({ view, x: share(clientX - left, width), y: share(clientY - top, height) })
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <TextField
          select
          size="small"
          value={view}
          onChange={({ target }) => onView(target.value as GarmentView)}
          slotProps={{ select: { native: true }, htmlInput: { 'aria-label': screenText('inspect.view_of', { name }) } }}
        >
          {garmentViews.map((each) => (
            <option key={each} value={each}>
              {choiceLabel(areaOf(area, 'defects'), 'place_view', each)}
            </option>
          ))}
        </TextField>
        {place && (
          <Button size="small" onClick={() => onChange(null)} sx={{ minHeight: 44 }}>
            {screenText('inspect.no_place')}
          </Button>
        )}
      </Box>
      <Box
        component="button"
        type="button"
        aria-label={screenText('inspect.point_of', { name })}
        onClick={tap}
        sx={{
          ...{ p: 0, width: 260, maxWidth: '100%', border: 1, borderStyle: 'solid', borderColor: 'divider' },
          ...{ borderRadius: 1, bgcolor: 'action.hover', color: 'inherit', cursor: 'crosshair' },
        }}
      >
        <Drawing drawing={placedDrawing(view, place?.view === view ? [place] : [])} />
      </Box>
    </Box>
  )
}

interface Props {
  name: string
  place: GarmentPlace | null
  /** The visible drawing, which may differ from that of the position. */
  view: GarmentView
  onView: (view: GarmentView) => void
  onChange: (place: GarmentPlace | null) => void
}

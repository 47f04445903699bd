import AddRounded from '@mui/icons-material/AddRounded'
import FitScreenRounded from '@mui/icons-material/FitScreenRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import { t } from '#web/i18n.ts'
import { Tool, ToolValue } from '#web/kit/page/tool.tsx'
import { zoomStep } from './use-gestures'
import type { ViewControl } from './use-view'

/** Buttons to zoom in, zoom out and show the whole picture. */
export function ZoomTools({ control }: { control: ViewControl }) {
  const { view, zoom, reset } = control
  const step = (by: number) => zoom(by, null, null)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <Tool label={t('compare.smaller')} onClick={() => step(1 / zoomStep)}>
        <RemoveRounded />
      </Tool>
      <ToolValue width={48}>{Math.round(view.scale * 100)} %</ToolValue>
      <Tool label={t('compare.larger')} onClick={() => step(zoomStep)}>
        <AddRounded />
      </Tool>
      <Tool label={t('compare.whole')} onClick={reset}>
        <FitScreenRounded />
      </Tool>
    </Box>
  )
}

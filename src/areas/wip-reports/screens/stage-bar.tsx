import Box from '@mui/material/Box'
import { type LineProgress, wipStages } from '#shared/trade/production.ts'
import { format } from '#web/i18n.ts'
import { shareOf } from './data'
import { screenText, stageLabel } from './texts'

/** The stages of a line as a bar with their percentages, with a text for screen readers. */
export function StageBar({ line }: { line: LineProgress }) {
  return (
    <Box
      role="img"
      aria-label={barText(line)}
      sx={{ display: 'grid', gridTemplateColumns: `repeat(${wipStages.length}, 1fr)`, gap: '3px' }}
    >
      {wipStages.map((stage) => (
        <Box
          key={stage}
          data-mark="track"
          title={`${stageLabel(stage)}: ${format.number(line.stages[stage] ?? 0)}`}
          sx={({ palette }) => ({
            height: 8,
            borderRadius: '2px',
            bgcolor: 'action.selected',
            overflow: 'hidden',
            '& > div': { height: '100%', bgcolor: palette.tones[isWhole(line, stage) ? 'success' : 'info'].text },
          })}
        >
          <div data-mark="fill" style={{ width: `${shareOf(line, stage)}%` }} />
        </Box>
      ))}
    </Box>
  )
}

/** The stage that a line has reached, with the units that passed it. */
export const reachedText = (line: LineProgress): string =>
  line.wip_stage
    ? screenText('reached', {
        stage: stageLabel(line.wip_stage),
        qty: format.number(line.wip_qty),
        of: format.number(line.qty),
      })
    : screenText('nothing_told', { of: format.number(line.qty) })

const barText = (line: LineProgress) => {
  const reported = wipStages.filter((stage) => line.stages[stage] !== undefined)
  return reported.length === 0
    ? screenText('nothing_told', { of: format.number(line.qty) })
    : reported.map((stage) => `${stageLabel(stage)} ${shareOf(line, stage)}%`).join(', ')
}

const isWhole = (line: LineProgress, stage: (typeof wipStages)[number]) => (line.stages[stage] ?? 0) >= line.qty

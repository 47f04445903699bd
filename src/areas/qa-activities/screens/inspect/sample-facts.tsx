import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { countDigits } from '#shared/delimited/typed-number.ts'
import { defectSeverities } from '#shared/trade/qa.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { qaActivities as area } from '../../area'
import { screenText } from '../texts'
import { drawCartons } from './entries'
import type { Sheet } from './load-inspection'
import { countsWithMeasures, runningResult } from './running-result'
import type { Work } from './work'

/** The counts next to the acceptance numbers, and the result so far. */
export function ResultSoFar({ sheet: { record }, work }: Omit<Props, 'onChange'>) {
  const counts = countsWithMeasures(record, work)
  const result = runningResult(record, work)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, fontSize: 13 }}>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {screenText('inspect.so_far')}
        </Box>
        <ToneChip tone={result === 'passed' ? 'success' : 'danger'}>{choiceLabel(area, 'result', result)}</ToneChip>
      </Box>
      {defectSeverities.map((severity) => {
        const accept = severity === 'critical' ? 0 : record[`${severity}_accept`]
        const reject = severity === 'critical' ? 1 : record[`${severity}_reject`]
        const isOver = typeof reject === 'number' && counts[severity] >= reject
        return (
          <Box key={severity} sx={{ color: isOver ? 'tones.danger.text' : 'text.primary' }}>
            {choiceLabel(areaOf(area, 'defects'), 'severity', severity)}{' '}
            <Box component="span" className="tabular" sx={{ fontWeight: 600 }}>
              {counts[severity]}
              {typeof accept === 'number' && ` / ${accept}`}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

/** The sample size, and the cartons to open. */
export function Cartons({ sheet: { record }, work, onChange }: Props) {
  const numbers = work.drawn_cartons ? work.drawn_cartons.split(', ') : []
  const plan =
    typeof record.sample_size === 'number'
      ? screenText('judgement.plan', {
          sample: format.number(record.sample_size),
          lot: format.number(Number(record.lot_qty)),
          letter: record.code_letter,
          level: record.level,
        })
      : undefined
  return (
    <Section title={screenText('inspect.cartons')} help={plan}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontSize: 13 }}>
        <TextField
          size="small"
          label={screenText('inspect.cartons')}
          value={work.carton_qty ?? ''}
          onChange={({ target }) => {
            const total = Number(countDigits(target.value).slice(0, 6))
            onChange((now) => ({ ...now, carton_qty: total > 0 ? Math.min(total, 10_000) : null, drawn_cartons: '' }))
          }}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          sx={{ width: 112 }}
        />
        <Button
          variant="outlined"
          disabled={!work.carton_qty}
          onClick={() =>
            onChange((now) => ({
              ...now,
              drawn_cartons: drawCartons(now.carton_qty ?? 0)
                .join(', ')
                .slice(0, 2000),
            }))
          }
          sx={{ minHeight: 40 }}
        >
          {screenText('inspect.draw')}
        </Button>
        {numbers.length > 0 && (
          <Box className="tabular" sx={{ overflowWrap: 'anywhere' }}>
            {screenText('inspect.drawn', { count: numbers.length, numbers: work.drawn_cartons })}
          </Box>
        )}
      </Box>
    </Section>
  )
}

interface Props {
  sheet: Sheet
  work: Work
  onChange: (how: (work: Work) => Work) => void
}

import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { defectSeverities } from '#shared/trade/qa.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { screenText } from './texts'

/** The defects found, next to the acceptance numbers of the sampling plan; hidden without a plan. */
export function Judgement({ area, record }: { area: Area; record: OpenRecord }) {
  const { sample_size, lot_qty, code_letter, level, inspection_severity } = record
  if (typeof sample_size !== 'number') return null
  const isInspected = record.inspected_on !== null || record.status === 'in_progress'
  return (
    <Section
      title={screenText('judgement.title')}
      help={screenText('judgement.plan', {
        sample: format.number(sample_size),
        lot: format.number(Number(lot_qty)),
        letter: code_letter,
        level,
      })}
    >
      {inspection_severity !== 'normal' && (
        <Box component="p" sx={{ m: 0, mb: 1, fontSize: 13 }}>
          {screenText(`judgement.${inspection_severity}`)}
        </Box>
      )}
      <Box
        component="table"
        sx={{
          borderCollapse: 'collapse',
          fontSize: 13,
          '& th, & td': { textAlign: 'right', fontWeight: 400, px: 1.5, py: 0.75 },
          '& th:first-of-type': { textAlign: 'left', pl: 0 },
          '& thead th': { color: 'text.secondary', fontSize: 12 },
          '& tbody tr': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{screenText('judgement.severity')}</th>
            <th scope="col">{screenText('judgement.accept')}</th>
            <th scope="col">{screenText('judgement.reject')}</th>
            <th scope="col">{screenText('judgement.found')}</th>
          </tr>
        </thead>
        <tbody>
          {defectSeverities.map((severity) => {
            const accept = severity === 'critical' ? 0 : Number(record[`${severity}_accept`])
            const count = Number(record[`${severity}_qty`] ?? 0)
            const reject = severity === 'critical' ? 1 : Number(record[`${severity}_reject`])
            const isOver = count >= reject
            return (
              <tr key={severity}>
                <th scope="row">{choiceLabel(areaOf(area, 'defects'), 'severity', severity)}</th>
                <td className="tabular">{format.number(accept)}</td>
                <td className="tabular">{format.number(reject)}</td>
                <Box
                  component="td"
                  className="tabular"
                  sx={{
                    color: isOver ? 'tones.danger.text' : 'text.primary',
                    '&&': { fontWeight: isOver ? 600 : 500 },
                  }}
                >
                  {isInspected ? format.number(count) : '–'}
                  {isInspected && isOver && ` · ${screenText('judgement.over')}`}
                </Box>
              </tr>
            )
          })}
        </tbody>
      </Box>
    </Section>
  )
}

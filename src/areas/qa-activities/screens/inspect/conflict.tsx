import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { AnyRecord } from '#shared/kit/area.ts'
import { isLengthUnit } from '#shared/trade/lengths.ts'
import { type PieceField, pieceFields } from '#shared/trade/measured.ts'
import { writeLength } from '#shared/trade/measures.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { qaActivities as area } from '../../area'
import { measuresOf } from '../inspected-measures'
import { screenText } from '../texts'
import { checkName } from './checklist'
import { disputedChecks, disputedLengths } from './conflicts'
import { kindName } from './defect-picker'
import type { Sheet } from './load-inspection'
import { type CheckAnswer, defectsOf, type FoundDefect, type Lengths, lengthsOf, type Work } from './work'

/** The defects on the device next to those of another user, with the choice which to keep. */
export function Conflict({ record, work, codes, onKeep }: Props) {
  const defectText = ({ defect_code_id, severity, qty }: FoundDefect) =>
    `${qty} × ${kindName({ codes, record }, { defect_code_id })} (${choiceLabel(areaOf(area, 'defects'), 'severity', severity)})`
  const disputed = disputedChecks(work, record)
  const lengthWords = (lengths: Lengths) =>
    disputedLengths(work, record).map((key) => measureText(record, key, lengths[key]))
  const answerWords = (check: CheckAnswer) =>
    `${checkName(record, check)}: ${check.result ? choiceLabel(areaOf(area, 'checks'), 'result', check.result) : '–'} ${check.comment}`
  const sides = [
    {
      title: screenText('inspect.mine'),
      defects: work.defects,
      checks: disputed.map(({ mine }) => mine),
      lengths: lengthWords(work.lengths),
    },
    {
      title: screenText('inspect.theirs'),
      defects: defectsOf(record),
      checks: disputed.map(({ theirs }) => theirs),
      lengths: lengthWords(lengthsOf(record)),
    },
  ]
  return (
    <Box
      role="alert"
      sx={{ p: 1.5, borderRadius: 1, bgcolor: 'background.paper', border: 1, borderColor: 'error.main' }}
    >
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr', fontSize: 13 }}>
        {sides.map(({ title, defects, checks, lengths }) => (
          <Box key={title} sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 600, mb: 0.5 }}>{title}</Box>
            {defects.length === 0
              ? screenText('inspect.none')
              : defects.map((defect) => <Box key={defect.key}>{defectText(defect)}</Box>)}
            {checks.map((check) => (
              <Box key={check.id}>{answerWords(check)}</Box>
            ))}
            {lengths.map((line) => (
              <Box key={line}>{line}</Box>
            ))}
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        {(['mine', 'theirs', 'both'] as const).map((choice) => (
          <Button key={choice} variant="outlined" onClick={() => onKeep(choice)}>
            {screenText(`inspect.keep_${choice}`)}
          </Button>
        ))}
      </Box>
    </Box>
  )
}

/** A length with its point of measure, size and piece. */
const measureText = (record: AnyRecord, key: string, length: string | undefined) => {
  const [id, field] = key.split(' ')
  const point = measuresOf(record).find((point) => point.id === Number(id))
  const unit = isLengthUnit(record.measure_unit) ? record.measure_unit : 'cm'
  return screenText('measures.conflict', {
    name: mentionTitle(point?.pom),
    size: point?.size?.title ?? '',
    number: pieceFields.indexOf(field as PieceField) + 1,
    value: writeLength(length ?? null, unit) || '–',
  })
}

interface Props {
  record: AnyRecord
  work: Work
  codes: Sheet['codes']
  onKeep: (how: 'mine' | 'theirs' | 'both') => void
}

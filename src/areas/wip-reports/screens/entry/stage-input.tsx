import AddRounded from '@mui/icons-material/AddRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'
import { type LineProgress, type Progress, stageInversions, type WipStage } from '#shared/trade/production.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { wipReports } from '../../area'
import { readUnits } from '../reports'
import { screenText, stageLabel } from '../texts'
import type { StageEntry } from './draft'

/**
 * The input of one stage: typed, or stepped by buttons. Shows the difference to the last report, and warns when stages
 * contradict each other.
 */
export function StageInput({ stage, line, before, entry, all, fault, onChange }: Props) {
  const id = useId()
  const helpId = `${id}-help`
  const typed = entry?.typed ?? ''
  const units = readUnits(typed)
  const step = stepOf(line.qty)
  const label = stageLabel(stage)
  const from = units ?? before
  const isLess = units !== null && units < before
  const inversion = units === null ? undefined : stageInversions(all).find((inversion) => inversion.stage === stage)
  const set = (next: number) => onChange({ typed: String(Math.max(0, Math.min(line.most, next))) })
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{ display: 'grid', gap: 0.75, alignContent: 'start', maxWidth: { sm: 480 } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="span" id={id} sx={{ flex: 1, fontSize: 14, fontWeight: 600 }}>
          {label}
        </Box>
        <Box component="span" className="tabular" sx={{ fontSize: 12, color: 'text.secondary' }}>
          {screenText('before', { qty: format.number(before), of: format.number(line.qty) })}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 0.75 }}>
        <Step label={screenText('less', { stage: label, step })} disabled={from <= 0} onClick={() => set(from - step)}>
          <RemoveRounded aria-hidden sx={{ fontSize: 18 }} />
          {step}
        </Step>
        <OutlinedInput
          value={typed}
          placeholder={String(before)}
          error={Boolean(fault)}
          onChange={({ target }) => onChange({ typed: target.value })}
          onFocus={({ target }) => target.select()}
          inputProps={{
            'aria-label': screenText('units_of', { stage: label }),
            'aria-invalid': fault ? true : undefined,
            'aria-describedby': helpId,
            inputMode: 'numeric',
            autoComplete: 'off',
            style: { textAlign: 'center', fontVariantNumeric: 'tabular-nums', fontSize: 18, fontWeight: 600 },
          }}
          sx={{ flex: 1, minWidth: 88, height: 48 }}
        />
        <Step
          label={screenText('more_units', { stage: label, step })}
          disabled={from >= line.most}
          onClick={() => set(from + step)}
        >
          <AddRounded aria-hidden sx={{ fontSize: 18 }} />
          {step}
        </Step>
        <Button
          variant="outlined"
          onClick={() => set(line.qty)}
          aria-label={screenText('all_of', { stage: label, qty: format.number(line.qty) })}
          sx={{ minWidth: 64, height: 48 }}
        >
          {screenText('all')}
        </Button>
      </Box>
      <Box id={helpId} sx={{ fontSize: 12, minHeight: 16, lineHeight: '16px' }}>
        {fault ? (
          <Box role="alert" sx={{ color: 'error.main' }}>
            {fault}
          </Box>
        ) : units === null ? null : inversion ? (
          <Box sx={({ palette }) => ({ color: palette.tones.warning.text })}>
            {screenText('marks.overtakes', {
              stage: label,
              qty: format.number(inversion.qty),
              before: stageLabel(inversion.before),
              before_qty: format.number(inversion.before_qty),
            })}
          </Box>
        ) : (
          <Box className="tabular" sx={{ color: 'text.secondary' }}>
            {units === before
              ? screenText('same')
              : screenText(isLess ? 'fewer' : 'added', { qty: format.number(Math.abs(units - before)) })}
          </Box>
        )}
      </Box>
      {isLess && (
        <OutlinedInput
          size="small"
          fullWidth
          value={entry?.reason ?? ''}
          error={Boolean(fault) && !entry?.reason}
          onChange={({ target }) => onChange({ reason: target.value })}
          placeholder={fieldLabel(wipReports, 'correction_reason')}
          inputProps={{
            maxLength: 300,
            'aria-label': screenText('reason_of', { stage: label }),
            'aria-required': true,
          }}
          sx={{ minHeight: 44 }}
        />
      )}
    </Box>
  )
}

interface Props {
  stage: WipStage
  line: LineProgress
  /** The units of the last report. */
  before: number
  entry: StageEntry | undefined
  /** The progress of all stages, including this entry. */
  all: Progress
  fault: string | undefined
  onChange: (changes: Partial<StageEntry>) => void
}

const Step = ({ label, disabled, onClick, children }: StepProps) => (
  <ButtonBase
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    className="tabular"
    sx={({ palette }) => ({
      minWidth: 56,
      height: 48,
      borderRadius: 1,
      fontSize: 14,
      fontWeight: 500,
      bgcolor: 'action.hover',
      '&:hover': { bgcolor: palette.surfaces.chosen },
      '&.Mui-disabled': { opacity: 0.4 },
      '&:focus-visible': { outline: `2px solid ${palette.focus}`, outlineOffset: 1 },
    })}
  >
    {children}
  </ButtonBase>
)
interface StepProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

/** The step of the buttons: a round number, about a fiftieth of the line. */
export const stepOf = (qty: number) => [1, 5, 10, 20, 50, 100, 200, 500].findLast((step) => step * 40 <= qty) ?? 1

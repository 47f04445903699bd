import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'

/** Switches between setting one date for all records and shifting the date of each. */
export function SetOrMove({ label, isMoved, onChange }: SetOrMoveProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={isMoved}
      aria-label={t('editing.bulk.date_how', { field: label })}
      onChange={(_, next: boolean | null) => next !== null && onChange(next)}
      sx={{
        mb: 1,
        '& .MuiToggleButton-root': { minHeight: { sm: 32 } },
      }}
    >
      <ToggleButton value={false}>{t('editing.bulk.set_date')}</ToggleButton>
      <ToggleButton value={true}>{t('editing.bulk.move_date')}</ToggleButton>
    </ToggleButtonGroup>
  )
}

interface SetOrMoveProps {
  label: string
  isMoved: boolean
  onChange: (isMoved: boolean) => void
}

/** The input for days to shift by, negative for earlier; with buttons for common values. */
export function DaysInput({ label, value, isWrong, onChange }: DaysInputProps) {
  return (
    <FieldFrame
      label={t('editing.bulk.days', { field: label })}
      hint={t('editing.bulk.days_hint')}
      error={isWrong ? t('editing.bulk.days_wrong', { max: maxDays }) : undefined}
    >
      {({ id, describedBy }) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          <OutlinedInput
            id={id}
            size="small"
            autoFocus
            value={value}
            error={isWrong}
            onChange={({ target }) => onChange(target.value)}
            inputProps={{
              inputMode: 'text',
              autoComplete: 'off',
              'aria-describedby': describedBy,
              'aria-invalid': isWrong || undefined,
              style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
            }}
            sx={{ width: 104 }}
          />
          {commonShifts.map((days) => (
            <Button
              key={days}
              size="small"
              color="inherit"
              aria-label={t(days > 0 ? 'editing.bulk.days_later' : 'editing.bulk.days_earlier', {
                count: Math.abs(days),
              })}
              sx={{ minWidth: 44, fontVariantNumeric: 'tabular-nums' }}
              onClick={() => onChange(signedText(days))}
            >
              {signedText(days)}
            </Button>
          ))}
        </Box>
      )}
    </FieldFrame>
  )
}

interface DaysInputProps {
  label: string
  value: string
  isWrong: boolean
  onChange: (text: string) => void
}

/**
 * Parses a number of days; null if it is invalid, zero or too large. Accepts full-width digits and typographic minus
 * signs.
 */
export const daysOf = (typed = ''): number | null => {
  const normalised = typed
    .normalize('NFKC')
    .trim()
    .replace(/^[\u2212\u2013]/, '-')
  const days = /^[+-]?\d{1,4}$/.test(normalised) ? Number(normalised) : 0
  return days !== 0 && Math.abs(days) <= maxDays ? days : null
}

const maxDays = 3650
const commonShifts = [-14, -7, -1, 1, 7, 14]
const signedText = (days: number) => (days > 0 ? `+${days}` : `\u2212${-days}`)

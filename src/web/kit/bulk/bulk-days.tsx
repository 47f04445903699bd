import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'

/** Switches between one date for all and a shift of each date by days. */
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

/** Days to shift by, negative for earlier; common values have buttons. */
export function DaysInput({ label, value, isWrong, onChange }: DaysInputProps) {
  return (
    <FieldFrame
      label={t('editing.bulk.days', { field: label })}
      hint={t('editing.bulk.days_hint')}
      error={isWrong ? t('editing.bulk.days_wrong', { max }) : undefined}
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
          {usual.map((days) => (
            <Button
              key={days}
              size="small"
              color="inherit"
              aria-label={t(days > 0 ? 'editing.bulk.days_later' : 'editing.bulk.days_earlier', {
                count: Math.abs(days),
              })}
              sx={{ minWidth: 44, fontVariantNumeric: 'tabular-nums' }}
              onClick={() => onChange(signed(days))}
            >
              {signed(days)}
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

/** The entered number of days; null when it is no number, zero, or too large. */
export const daysOf = (typed = ''): number | null => {
  const plain = typed
    .normalize('NFKC')
    .trim()
    .replace(/^[\u2212\u2013]/, '-')
  const days = /^[+-]?\d{1,4}$/.test(plain) ? Number(plain) : 0
  return days !== 0 && Math.abs(days) <= max ? days : null
}

const max = 3650
const usual = [-14, -7, -1, 1, 7, 14]
const signed = (days: number) => (days > 0 ? `+${days}` : `\u2212${-days}`)

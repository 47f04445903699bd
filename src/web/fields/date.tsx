import EventRounded from '@mui/icons-material/EventRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useRef, useState } from 'react'
import { format, t } from '#web/i18n.ts'
import { readDay } from './day'
import { type FieldKind, type FilterInputProps, type InputProps, inputAttributes } from './field-kind'

/** A calendar day. */
export const date: FieldKind = {
  Input: DateInput,
  format: (value) => format.date(value as string | null),
  FilterInput: DateFilter,
  operators: ['_lt', '_gt', '_within', '', '_lte', '_gte', '_null', '_nnull'],
  formatFilter: formatted,
  align: 'left',
  // Wide enough for a date in Chinese.
  width: 132,
}

/** Shows `12 Mar 2026`, accepts any common notation, and opens the browser's date picker. */
function DateInput(props: InputProps) {
  const { id, value, onChange, onBlur, invalid, label } = props
  const stored = typeof value === 'string' ? value : ''
  const [typed, setTyped] = useState(() => formatted(stored))
  const calendar = useRef<HTMLInputElement>(null)
  const openCalendar = () => calendar.current?.showPicker()
  useEffect(() => setTyped((now) => (readDay(now) === stored ? now : formatted(stored))), [stored])
  return (
    <Box sx={{ position: 'relative' }}>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        error={invalid}
        value={typed}
        placeholder={t('kit.form.date_example')}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(event.target.value === '' ? null : (readDay(event.target.value) ?? event.target.value))
        }}
        onBlur={() => {
          setTyped(formatted(stored))
          onBlur?.()
        }}
        onKeyDown={(event) => {
          if (!event.altKey || event.key !== 'ArrowDown') return
          event.preventDefault()
          event.stopPropagation()
          openCalendar()
        }}
        inputProps={{ ...inputAttributes(props), autoComplete: 'off', 'aria-keyshortcuts': 'Alt+ArrowDown' }}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={t('kit.form.open_calendar', { field: label })}
              // The field's keyboard shortcut opens the picker; Tab skips its button, from date to date.
              tabIndex={-1}
              onClick={openCalendar}
              sx={{ p: { xs: '13px', sm: '5px' } }}
            >
              <EventRounded sx={{ fontSize: 18 }} />
            </IconButton>
          </InputAdornment>
        }
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={readDay(stored) ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
        style={{ position: 'absolute', insetInlineEnd: 0, bottom: 0, width: 1, height: 1, opacity: 0, border: 0 }}
      />
    </Box>
  )
}

function DateFilter(props: FilterInputProps) {
  const { values, onChange } = props
  return (
    <DateInput
      {...props}
      value={values[0] ?? null}
      onChange={(day) => onChange(typeof day === 'string' ? [day] : [])}
    />
  )
}

/** Formats a date, or a moment as links may filter by it (records of an import); other texts stay as typed. */
function formatted(stored: string) {
  if (readDay(stored) === stored) return format.date(stored)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(stored) ? format.moment(stored) : stored
}

import AddRounded from '@mui/icons-material/AddRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { fitsDates, maxPeriodDays, namedPeriods, type Period, readPeriod, writePeriod } from '#shared/base/periods.ts'
import { countDigits } from '#shared/delimited/typed-number.ts'
import type { FilterInputProps } from '#web/fields/field-kind.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { NumberFilter } from '#web/fields/number-input.tsx'
import { t } from '#web/i18n.ts'

/** A range while it is being entered: its span, and the inputs that the span needs. */
interface Draft {
  span: Span
  days: string
  from: string
  to: string
}
type Span = 'next' | 'last' | 'range' | (typeof namedPeriods)[number]

/**
 * Edits alternative ranges of numbers or dates; for dates also periods relative to today. `onChange` receives no ranges
 * while one of them is incomplete.
 */
export function RangesInput(props: FilterInputProps) {
  const { field, values, onChange } = props
  const isCalendar = field.kind === 'date' || field.kind === 'moment'
  const [drafts, setDrafts] = useState<Draft[]>(() => {
    const periods = values.map(readPeriod).filter((period) => period !== null)
    return periods.length > 0 ? periods.map(draftOf) : [emptyDraft(isCalendar)]
  })
  const set = (next: Draft[]) => {
    setDrafts(next)
    const periods = next.map((draft) => periodOf(draft, isCalendar))
    onChange(periods.every((period) => period !== null) ? periods.map(writePeriod) : [])
  }
  return (
    <Stack spacing={1}>
      {drafts.map((draft, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no identity
        <Box key={index} sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start' }}>
          <Stack spacing={1} sx={{ flex: 1, minWidth: 0 }}>
            {index > 0 && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('kit.filter.or').trim()}</Box>}
            <RangeInput
              {...props}
              draft={draft}
              isCalendar={isCalendar}
              onDraft={(next) => set(drafts.map((draft, position) => (position === index ? next : draft)))}
            />
          </Stack>
          {drafts.length > 1 && (
            <IconButton
              size="small"
              aria-label={t('kit.period.remove', { position: index + 1 })}
              onClick={() => set(drafts.filter((_, position) => position !== index))}
            >
              <CloseRounded sx={{ fontSize: 18 }} />
            </IconButton>
          )}
        </Box>
      ))}
      {drafts.length < maxRanges && (
        <Button
          size="small"
          startIcon={<AddRounded />}
          onClick={() => set([...drafts, emptyDraft(isCalendar)])}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('kit.period.add')}
        </Button>
      )}
    </Stack>
  )
}

function RangeInput({ draft, isCalendar, onDraft, ...props }: RangeProps) {
  const { span, days, from, to } = draft
  return (
    <>
      {isCalendar && (
        <NativeSelect
          fullWidth
          value={span}
          onChange={(event) => onDraft({ ...draft, span: event.target.value as Span })}
          input={<OutlinedInput size="small" />}
          inputProps={{ 'aria-label': t('kit.period.span') }}
        >
          {spans.map((span) => (
            <option key={span} value={span}>
              {t(`kit.period.choose.${span}`)}
            </option>
          ))}
        </NativeSelect>
      )}
      {(span === 'next' || span === 'last') && (
        <OutlinedInput
          size="small"
          value={days}
          onChange={(event) => onDraft({ ...draft, days: countDigits(event.target.value).slice(0, 4) })}
          inputProps={{ 'aria-label': t('kit.period.days'), inputMode: 'numeric' }}
          endAdornment={<Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('kit.period.days_unit')}</Box>}
        />
      )}
      {span === 'range' && (
        <Stack direction={isCalendar ? 'column' : 'row'} spacing={1}>
          <EndInput
            {...props}
            isCalendar={isCalendar}
            label={t('kit.period.from')}
            value={from}
            onEnd={(next) => onDraft({ ...draft, from: next })}
          />
          <EndInput
            {...props}
            isCalendar={isCalendar}
            label={t('kit.period.to')}
            value={to}
            onEnd={(next) => onDraft({ ...draft, to: next })}
          />
        </Stack>
      )}
    </>
  )
}

interface RangeProps extends FilterInputProps {
  draft: Draft
  isCalendar: boolean
  onDraft: (draft: Draft) => void
}

function EndInput({ isCalendar, label, value, onEnd, ...props }: EndProps) {
  const id = useId()
  const DayInput = fieldKinds.date.Input
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', mb: 0.25, fontSize: 12, color: 'text.secondary' }}>
        {label}
      </Box>
      {isCalendar ? (
        <DayInput
          {...props}
          id={id}
          label={label}
          value={value}
          onChange={(day) => onEnd(typeof day === 'string' ? day : '')}
        />
      ) : (
        <NumberFilter
          {...props}
          id={id}
          label={label}
          values={value === '' ? [] : [value]}
          onChange={([number = '']) => onEnd(number)}
        />
      )}
    </Box>
  )
}

interface EndProps extends FilterInputProps {
  isCalendar: boolean
  value: string
  onEnd: (value: string) => void
}

const spans: readonly Span[] = ['next', 'last', ...namedPeriods, 'range']

/** Maximum number of ranges that can be added; an address may contain more. */
const maxRanges = 8

const emptyDraft = (isCalendar: boolean): Draft => ({ span: isCalendar ? 'next' : 'range', days: '', from: '', to: '' })

const draftOf = (period: Period): Draft => ({
  ...emptyDraft(false),
  ...(period.kind === 'range'
    ? { span: 'range', from: period.from, to: period.to }
    : period.kind === 'days'
      ? { span: period.direction, days: String(period.days) }
      : { span: period.name }),
})

/** The entered period; null while a part is missing or invalid. */
const periodOf = ({ span, days, from, to }: Draft, isCalendar: boolean): Period | null => {
  if (span === 'next' || span === 'last') {
    const count = Number(days)
    return count >= 1 && count <= maxPeriodDays ? { kind: 'days', direction: span, days: count } : null
  }
  if (span !== 'range') return { kind: 'named', name: span }
  const period: Period = { kind: 'range', from, to }
  if (from === '' && to === '') return null
  const fits = isCalendar ? fitsDates(period) : [from, to].every((end) => /^(-?\d+(\.\d+)?)?$/.test(end))
  return fits ? period : null
}

import { addDays, isDate, weekOf } from './dates'

/**
 * A value of the operator `_within`: a range `from..to` with one end optional (a single value is a range too), or a
 * span relative to today. All of them include both ends.
 */
export type Period =
  | { kind: 'range'; from: string; to: string }
  | { kind: 'named'; name: NamedPeriod }
  | { kind: 'days'; direction: 'next' | 'last'; days: number }

/** Spans relative to today that have a name. `before_today` is used for overdue dates. */
export const namedPeriods = [
  'today',
  'before_today',
  'after_today',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
] as const
export type NamedPeriod = (typeof namedPeriods)[number]

/** Maximum `n` in `next_<n>_days` and `last_<n>_days`: ten years. */
export const maxPeriodDays = 3660

/** Parses one value of `_within`; null if it is malformed. Does not check whether the ends of a range fit the field. */
export const readPeriod = (value: string): Period | null => {
  const days = /^(next|last)_(\d{1,4})_days$/.exec(value)
  if (days) {
    const count = Number(days[2])
    return count >= 1 && count <= maxPeriodDays
      ? { kind: 'days', direction: days[1] as 'next' | 'last', days: count }
      : null
  }
  const named = namedPeriods.find((name) => name === value)
  if (named) return { kind: 'named', name: named }
  const range = /^([^.]*(?:\.\d+)?)\.\.(.*)$/.exec(value)
  if (!range) return value === '' ? null : { kind: 'range', from: value, to: value }
  const [, from = '', to = ''] = range
  return from === '' && to === '' ? null : { kind: 'range', from, to }
}

/** The period as a value of `_within`; the inverse of `readPeriod`. */
export const writePeriod = (period: Period): string => {
  if (period.kind === 'named') return period.name
  if (period.kind === 'days') return `${period.direction}_${period.days}_days`
  return period.from === period.to ? period.from : `${period.from}..${period.to}`
}

/**
 * The first and last date (or value) of a period, as of the date `today`. An open end is an empty text. `next_7_days`
 * means today and the six days after it.
 */
export const boundsOf = (period: Period, today: string): { from: string; to: string } => {
  if (period.kind === 'range') return period
  if (period.kind === 'days')
    return period.direction === 'next'
      ? { from: today, to: addDays(today, period.days - 1) }
      : { from: addDays(today, 1 - period.days), to: today }
  switch (period.name) {
    case 'today':
      return { from: today, to: today }
    case 'before_today':
      return { from: '', to: addDays(today, -1) }
    case 'after_today':
      return { from: addDays(today, 1), to: '' }
    case 'this_week':
      return weekOf(today)
    case 'last_week':
      return weekOf(addDays(today, -7))
    case 'next_week':
      return weekOf(addDays(today, 7))
    case 'this_month':
      return monthOf(today)
    case 'last_month':
      return monthOf(addDays(monthOf(today).from, -1))
    case 'next_month':
      return monthOf(addDays(monthOf(today).to, 1))
  }
}

/** Whether a period fits a date field: relative spans do, ranges if each end is a date or empty. */
export const fitsDates = (period: Period): boolean =>
  period.kind !== 'range' || [period.from, period.to].every((end) => end === '' || isDate(end))

const monthOf = (date: string): { from: string; to: string } => {
  const from = `${date.slice(0, 8)}01`
  // 31 days after the first of a month is always in the next month.
  const next = `${addDays(from, 31).slice(0, 8)}01`
  return { from, to: addDays(next, -1) }
}

import { addDays, weekday } from './dates'

/** The working days of a place. */
export interface WorkingCalendar {
  /** Days of the week that are working days, by ISO 8601: 1 for Monday to 7 for Sunday. */
  weekdays: readonly number[]
  /** Dates that are not working days, whatever their day of the week. */
  holidays: readonly string[]
  /** Dates that are working days, whatever their day of the week, to make up for a longer holiday. */
  makeUpDays: readonly string[]
}

/** Kinds of dates that are exceptions to the days of the week. */
export const exceptionKinds = ['holiday', 'make_up_day'] as const
export interface CalendarException {
  date: string
  kind: (typeof exceptionKinds)[number]
}

/** The names of the days of the week in records, Monday first: the index plus one is the number of ISO 8601. */
export const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Builds a calendar from the names in records (`['mon', 'tue']`). */
export const workingCalendar = (
  weekdays: readonly string[],
  exceptions: readonly CalendarException[] = [],
): WorkingCalendar => {
  const datesOf = (kind: CalendarException['kind']) =>
    exceptions.flatMap((exception) => (exception.kind === kind ? [exception.date] : []))
  return {
    weekdays: weekdayNames.flatMap((name, index) => (weekdays.includes(name) ? [index + 1] : [])),
    holidays: datesOf('holiday'),
    makeUpDays: datesOf('make_up_day'),
  }
}

/** The calendar of a place that has none. */
export const mondayToFriday: WorkingCalendar = { weekdays: [1, 2, 3, 4, 5], holidays: [], makeUpDays: [] }

/** Whether the date is a working day. */
export const isWorkingDay = (date: string, { weekdays, holidays, makeUpDays }: WorkingCalendar): boolean =>
  makeUpDays.includes(date) || (weekdays.includes(weekday(date)) && !holidays.includes(date))

/**
 * The date itself if it is a working day, else the next working day, or the previous one for a step of -1. Returns the
 * date itself if there is no working day within 92 days.
 */
export const nearestWorkingDay = (date: string, calendar: WorkingCalendar, step: 1 | -1 = 1): string => {
  for (let distance = 0; distance < 92; distance++) {
    const candidate = addDays(date, distance * step)
    if (isWorkingDay(candidate, calendar)) return candidate
  }
  return date
}

/**
 * The `n`th working day after a date, or before it for a negative `n`; for 0 the date itself, like `WORKDAY` in a
 * spreadsheet. Throws RangeError if `date` is not a date, `n` is not an integer, or the calendar has no working
 * weekdays.
 */
export const addWorkingDays = (date: string, n: number, calendar: WorkingCalendar): string => {
  if (!Number.isInteger(n)) throw new RangeError(`the number of working days must be an integer: ${n}`)
  if (!calendar.weekdays.some((day) => day >= 1 && day <= 7))
    throw new RangeError('the calendar needs at least one working weekday from 1 to 7')
  const holidays = new Set(calendar.holidays)
  const makeUpDays = new Set(calendar.makeUpDays)
  const step = Math.sign(n)
  let result = addDays(date, 0)
  for (let remaining = Math.abs(n); remaining > 0; ) {
    result = addDays(result, step)
    if (makeUpDays.has(result) || (calendar.weekdays.includes(weekday(result)) && !holidays.has(result))) remaining--
  }
  return result
}

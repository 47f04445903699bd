import { addDays, weekday } from './dates'

/** When people work in a place. */
export interface WorkingCalendar {
  /** Days of the week that are worked, after ISO 8601: 1 Monday to 7 Sunday. */
  weekdays: readonly number[]
  /** Dates that are not worked although their day of the week is. */
  holidays: readonly string[]
  /** Dates that are worked although their day of the week is not: make-up days for a longer holiday. */
  makeUpDays: readonly string[]
}

/** Kinds of dates that differ from their day of the week. */
export const exceptionKinds = ['holiday', 'make_up_day'] as const
export interface CalendarException {
  date: string
  kind: (typeof exceptionKinds)[number]
}

/** The days of the week by the words that records use, Monday first: the place in this list plus one is the number of ISO 8601. */
export const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A calendar from the words that records use (`['mon', 'tue']`). */
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

/** For a place without a calendar. */
export const mondayToFriday: WorkingCalendar = { weekdays: [1, 2, 3, 4, 5], holidays: [], makeUpDays: [] }

/** Whether the date is a working day. */
export const isWorkingDay = (date: string, { weekdays, holidays, makeUpDays }: WorkingCalendar): boolean =>
  makeUpDays.includes(date) || (weekdays.includes(weekday(date)) && !holidays.includes(date))

/**
 * The date itself if it is a working day, else the next one, or the previous one for a step of -1; the date itself when
 * there is none for months.
 */
export const nearestWorkingDay = (date: string, calendar: WorkingCalendar, step: 1 | -1 = 1): string => {
  for (let away = 0; away < 92; away++) {
    const reached = addDays(date, away * step)
    if (isWorkingDay(reached, calendar)) return reached
  }
  return date
}

/**
 * The `n`th working day after a date, or before it for a negative `n`; the date itself for 0, as `WORKDAY` in a
 * spreadsheet. Throws RangeError for text that is no date, an `n` that is no integer, and a calendar without working
 * days.
 */
export const addWorkingDays = (date: string, n: number, calendar: WorkingCalendar): string => {
  if (!Number.isInteger(n)) throw new RangeError('working days are whole')
  if (!calendar.weekdays.some((day) => day >= 1 && day <= 7)) throw new RangeError('nobody works in this calendar')
  const holidays = new Set(calendar.holidays)
  const makeUpDays = new Set(calendar.makeUpDays)
  const step = Math.sign(n)
  let reached = addDays(date, 0)
  for (let left = Math.abs(n); left > 0; ) {
    reached = addDays(reached, step)
    if (makeUpDays.has(reached) || (calendar.weekdays.includes(weekday(reached)) && !holidays.has(reached))) left--
  }
  return reached
}

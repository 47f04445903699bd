import { addDays, weekday } from './dates'

/** When people work in a place. */
export interface WorkingCalendar {
  /** Days of the week that are worked, after ISO 8601: 1 Monday to 7 Sunday. */
  weekdays: readonly number[]
  /** Dates that are not worked although their day of the week is. */
  holidays: readonly string[]
}

/** The days of the week by the words that records use, Monday first: the place in this list plus one is the number of ISO 8601. */
export const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A calendar from the words that records use (`['mon', 'tue']`). */
export const workingCalendar = (weekdays: readonly string[], holidays: readonly string[] = []): WorkingCalendar => ({
  weekdays: weekdayNames.flatMap((name, index) => (weekdays.includes(name) ? [index + 1] : [])),
  holidays,
})

/** Whether the date is worked. */
export const isWorkingDay = (date: string, { weekdays, holidays }: WorkingCalendar): boolean =>
  weekdays.includes(weekday(date)) && !holidays.includes(date)

/**
 * The `n`th working day after a date, or before it for a negative `n`; the date itself for 0, worked or not (as `WORKDAY` in a spreadsheet).
 * Throws RangeError for text that is no date, an `n` that is no whole number, and a calendar in which nobody works.
 */
export const addWorkingDays = (date: string, n: number, calendar: WorkingCalendar): string => {
  if (!Number.isInteger(n)) throw new RangeError('working days are whole')
  if (!calendar.weekdays.some((day) => day >= 1 && day <= 7)) throw new RangeError('nobody works in this calendar')
  const holidays = new Set(calendar.holidays)
  const step = Math.sign(n)
  let reached = addDays(date, 0)
  for (let left = Math.abs(n); left > 0; ) {
    reached = addDays(reached, step)
    if (calendar.weekdays.includes(weekday(reached)) && !holidays.has(reached)) left--
  }
  return reached
}

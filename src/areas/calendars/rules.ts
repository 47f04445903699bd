import { isDate, weekday } from '#shared/base/dates.ts'
import { type CalendarException, workingCalendar } from '#shared/base/working-days.ts'
import { repeatProblems } from '#shared/kit/checks.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: ({ working_days, holidays }) => [
    // Without a working day, no date can be calculated.
    ...((working_days as string[]).length === 0
      ? [problem(textOf('problems.calendars.no_working_day'), 'working_days')]
      : []),
    ...repeatProblems(
      holidays as { date: string }[],
      ({ date }) => date,
      (index) => problem(textOf('problems.calendars.holiday_repeated'), `holidays.${index}.date`),
    ),
  ],

  // A make-up day on a normal working day has no effect; most likely the date is wrong.
  warn: ({ working_days, holidays }) => {
    const { weekdays } = workingCalendar(working_days as string[])
    return (holidays as CalendarException[]).flatMap(({ date, kind }, index) =>
      kind === 'make_up_day' && isDate(date) && weekdays.includes(weekday(date))
        ? [problem(textOf('problems.calendars.worked_anyway'), `holidays.${index}.date`)]
        : [],
    )
  },
}

import { repeatProblems } from '../../shared/checks'
import { isDate, weekday } from '../../shared/dates'
import { problem, type Rules } from '../../shared/rules'
import { say } from '../../shared/text'
import { type CalendarException, workingCalendar } from '../../shared/working-days'

export const rules: Rules = {
  check: ({ working_days, holidays }) => [
    // Without a working day no term would ever end.
    ...((working_days as string[]).length === 0
      ? [problem(say('problems.calendars.no_working_day'), 'working_days')]
      : []),
    ...repeatProblems(
      holidays as { date: string }[],
      ({ date }) => date,
      (index) => problem(say('problems.calendars.holiday_repeated'), `holidays.${index}.date`),
    ),
  ],

  // A make-up day on a day that is worked anyway changes nothing; most likely the date is wrong.
  warn: ({ working_days, holidays }) => {
    const { weekdays } = workingCalendar(working_days as string[])
    return (holidays as CalendarException[]).flatMap(({ date, kind }, index) =>
      kind === 'make_up_day' && isDate(date) && weekdays.includes(weekday(date))
        ? [problem(say('problems.calendars.worked_anyway'), `holidays.${index}.date`)]
        : [],
    )
  },
}

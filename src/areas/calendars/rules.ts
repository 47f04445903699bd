import { repeatProblems } from '../../shared/checks'
import { problem, type Rules } from '../../shared/rules'
import { say } from '../../shared/text'

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
}

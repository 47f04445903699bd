import type { Queryable } from '#server/db/types.ts'
import {
  type CalendarException,
  mondayToFriday,
  type WorkingCalendar,
  workingCalendar,
} from '#shared/base/working-days.ts'

/** The working calendar of a country; for null, that of the office. */
export type Calendars = (country: string | null) => WorkingCalendar

/**
 * Reads the calendars of the office and of these countries, by default of all. Countries without one get Monday to
 * Friday.
 */
export const readCalendars = async (
  tx: Pick<Queryable, 'query'>,
  countries: readonly (string | null)[] | null = null,
): Promise<Calendars> => {
  const rows = await tx.query<{
    country: string
    is_office: boolean
    working_days: string[] | null
    exceptions: CalendarException[]
  }>(
    `select c.country, c.country is not distinct from o.country as is_office, c.working_days,
       (select coalesce(json_agg(json_build_object('date', h.date, 'kind', h.kind)), '[]') from calendar_holidays h
        where h.calendar_id = c.id) as exceptions
     from calendars c left join (select office_country as country from settings order by id limit 1) o on true
     where c.archived_at is null and ($1::text[] is null or c.country = any($1::text[]) or c.country = o.country)`,
    [countries],
    'working_calendars',
  )
  const calendars = new Map<string | null, WorkingCalendar>()
  for (const { country, is_office, working_days, exceptions } of rows) {
    if (!working_days?.length) continue
    const calendar = workingCalendar(working_days, exceptions)
    calendars.set(country, calendar)
    if (is_office) calendars.set(null, calendar)
  }
  return (country) => calendars.get(country) ?? mondayToFriday
}

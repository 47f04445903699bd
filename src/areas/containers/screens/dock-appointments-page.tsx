import { useQuery } from '@tanstack/react-query'
import { addDays, addMonths, today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { loadAllAreas, useLanguage } from '#web/i18n.ts'
import { type CalendarDay, CalendarPage, useCalendarMonth } from '#web/kit/calendar/calendar-page.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { readAll } from '#web/providers/read-all.ts'
import { containers as area } from '../area'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Dock appointments by day. */
export function Page() {
  useLanguage()
  const calendar = useCalendarMonth()
  const first = `${calendar.month}-01`
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'docks', calendar.month],
    queryFn: ({ signal }) =>
      readAll<AnyRecord>(
        area.name,
        {
          status_ne: 'cancelled',
          appointment_at_gte: startOf(first),
          appointment_at_lt: startOf(addMonths(first, 1)),
          _sort: 'appointment_at,id',
        },
        signal,
      ),
    retry: false,
  })
  return (
    <CalendarPage
      {...calendar}
      area={area}
      title={screenText('docks.title')}
      words={{ count: (count) => screenText('docks.count', { count }), none: screenText('docks.none') }}
      listOn={(day) =>
        `${area.path}?${new URLSearchParams({
          status_ne: 'cancelled',
          appointment_at_gte: startOf(day),
          appointment_at_lt: startOf(addDays(day, 1)),
        })}`
      }
      days={data && daysOf(data)}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** The start of a day in the user's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString()

const daysOf = (containers: readonly AnyRecord[]): CalendarDay[] => {
  const days = new Map<string, AnyRecord[]>()
  for (const container of containers) {
    const day = today(undefined, new Date(String(container.appointment_at)))
    days.set(day, [...(days.get(day) ?? []), container])
  }
  return [...days].map(([day, ofDay]) => ({
    day,
    count: ofDay.length,
    entries: ofDay.map((container) => ({
      id: container.id,
      status: String(container.status),
      title: formatValue(area, 'container_title', container),
      detail: [
        screenText('docks.at', {
          time: timeOf(String(container.appointment_at)),
          place: formatValue(area, 'location_id', container),
        }),
        ...(container.dock ? [screenText('docks.dock', { dock: container.dock })] : []),
      ].join(' · '),
    })),
  }))
}

const timeOf = (moment: string) => {
  const at = new Date(moment)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

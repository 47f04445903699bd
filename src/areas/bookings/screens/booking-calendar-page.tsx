import { useQuery } from '@tanstack/react-query'
import { addDays, addMonths } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { loadAllAreas, useLanguage } from '#web/i18n.ts'
import { type CalendarDay, CalendarPage, useCalendarMonth } from '#web/kit/calendar/calendar-page.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { readAll } from '#web/providers/read-all.ts'
import { bookings as area } from '../area'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

const activeOnly = { status_nin: 'rejected,cancelled' }

/** Bookings by their day of departure. */
export function Page() {
  useLanguage()
  const calendar = useCalendarMonth()
  const first = `${calendar.month}-01`
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'calendar', calendar.month],
    queryFn: ({ signal }) =>
      readAll<AnyRecord>(
        area.name,
        { ...activeOnly, etd_gte: first, etd_lte: addDays(addMonths(first, 1), -1), _sort: 'etd,id' },
        signal,
      ),
    retry: false,
  })
  return (
    <CalendarPage
      {...calendar}
      area={area}
      title={screenText('calendar.title')}
      words={{ count: (count) => screenText('calendar.count', { count }), none: screenText('calendar.none') }}
      listOn={(day) => `${area.path}?${new URLSearchParams({ ...activeOnly, etd: day })}`}
      days={data && daysOf(data)}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

const daysOf = (records: readonly AnyRecord[]): CalendarDay[] => {
  const days = new Map<string, AnyRecord[]>()
  for (const record of records) days.set(String(record.etd), [...(days.get(String(record.etd)) ?? []), record])
  return [...days].map(([day, ofDay]) => ({
    day,
    count: ofDay.length,
    entries: ofDay.map((booking) => ({
      id: booking.id,
      status: String(booking.status),
      title: [booking.booking_no, booking.vessel].filter(Boolean).join(' · '),
      detail: [formatValue(area, 'supplier_id', booking), formatValue(area, 'port_of_loading_id', booking)]
        .filter(Boolean)
        .join(' · '),
    })),
  }))
}

import { language, loadAllAreas, useLanguage } from '#web/i18n.ts'
import { CalendarPage, useCalendarMonth } from '#web/kit/calendar/calendar-page.tsx'
import { factoryAccreditations as area } from '../area'
import { type ExpiryRecord, useExpiries } from './data'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** A calendar of expiring accreditations. */
export function Page() {
  useLanguage()
  const calendar = useCalendarMonth()
  const { data, error, refetch } = useExpiries(calendar.month)
  return (
    <CalendarPage
      {...calendar}
      area={area}
      title={screenText('calendar.title')}
      words={{ count: (count) => screenText('calendar.count', { count }), none: screenText('calendar.none') }}
      listOn={(day) => `${area.path}?valid_to=${day}&is_current=true`}
      days={
        data?.from.startsWith(calendar.month)
          ? data.days.map(({ day, count, records }) => ({ day, count, entries: records.map(entryOf) }))
          : undefined
      }
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

const entryOf = ({ id, status, factory, factory_zh, program, program_zh }: ExpiryRecord) => ({
  ...{ id, status },
  title: (language() === 'zh' && factory_zh) || factory,
  detail: (language() === 'zh' && program_zh) || program,
})

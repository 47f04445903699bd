import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { addDays, addMonths } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'
import { fieldLabel, loadAllAreas, t, useLanguage } from '#web/i18n.ts'
import { type CalendarDay, CalendarPage, useCalendarMonth } from '#web/kit/calendar/calendar-page.tsx'
import { idIn, RecordChoice } from '#web/kit/form/record-choice.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { readAll } from '#web/providers/read-all.ts'
import { qaActivities as area } from '../area'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Quality activities by planned day, of all inspectors or of one. */
export function Page() {
  useLanguage()
  const calendar = useCalendarMonth()
  const [search, setSearch] = useSearchParams()
  const inspector = idIn(search, 'inspector_id')
  const first = `${calendar.month}-01`
  const shown: Record<string, string> = {
    status_nin: 'cancelled,reinspected',
    ...(inspector ? { inspector_id: inspector } : {}),
  }
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'calendar', calendar.month, inspector],
    queryFn: ({ signal }) =>
      readAll<AnyRecord>(
        area.name,
        {
          ...shown,
          ...{ planned_date_gte: first, planned_date_lte: addDays(addMonths(first, 1), -1), _sort: 'planned_date,id' },
        },
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
      listOn={(day) => `${area.path}?${new URLSearchParams({ ...shown, planned_date: day })}`}
      days={data && daysOf(data)}
      error={error}
      onRetry={() => void refetch()}
      tools={
        <RecordChoice
          area={area}
          name="inspector_id"
          field={person}
          label={fieldLabel(area, 'inspector_id')}
          placeholder={t('kit.list.all')}
          chosen={inspector}
          onChoose={(id) =>
            setSearch(
              (before) => {
                const after = new URLSearchParams(before)
                if (id) after.set('inspector_id', id)
                else after.delete('inspector_id')
                return after
              },
              { replace: true },
            )
          }
        />
      }
    />
  )
}

const daysOf = (activities: readonly AnyRecord[]): CalendarDay[] => {
  const days = new Map<string, AnyRecord[]>()
  for (const activity of activities) {
    const day = String(activity.planned_date)
    days.set(day, [...(days.get(day) ?? []), activity])
  }
  return [...days].map(([day, ofDay]) => ({
    day,
    count: ofDay.length,
    entries: ofDay.map((activity) => ({
      id: activity.id,
      status: String(activity.status),
      title: [formatValue(area, 'type', activity), formatValue(area, 'article_id', activity)]
        .filter(Boolean)
        .join(' · '),
      detail: [
        formatValue(area, 'inspector_id', activity) || screenText('calendar.nobody'),
        formatValue(area, 'supplier_id', activity),
      ].join(' · '),
    })),
  }))
}

const person = reference('users')

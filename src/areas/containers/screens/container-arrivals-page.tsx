import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { today, weekOf } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { countedStates } from '#shared/trade/containers.ts'
import { format, loadAllAreas, useLanguage } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { readAll } from '#web/providers/read-all.ts'
import { containers as area } from '../area'
import { Clocks } from './clocks'
import { docksPath, screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Containers that have not been received, by week of arrival and distribution centre. */
export function Page() {
  useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'arrivals'],
    queryFn: ({ signal }) =>
      readAll<AnyRecord>(
        area.name,
        { status_nin: [...countedStates, 'cancelled'].join(','), archived_at_null: 'true', _sort: 'eta,id' },
        signal,
      ),
    retry: false,
  })
  return (
    <Frame
      title={screenText('arrivals.title')}
      back={{ to: listAddress(area), label: listTitle(area) }}
      actions={
        <Button variant="outlined" component={Link} to={docksPath}>
          {screenText('open_docks')}
        </Button>
      }
    >
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Box role="status" sx={{ minHeight: 320 }} />
      ) : data.length === 0 ? (
        <EmptyState title={screenText('arrivals.none')} text={screenText('arrivals.none_help')} />
      ) : (
        weeksOf(data).map(({ key, title, ofWeek }) => (
          <Section key={key} title={title} help={screenText('arrivals.count', { count: ofWeek.length })}>
            <Box sx={{ display: 'grid', gap: 2 }}>
              {placesOf(ofWeek).map(([place, ofPlace]) => (
                <Box key={place} sx={{ minWidth: 0 }}>
                  <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
                    {place}
                  </Box>
                  <Box component="ul" sx={grid}>
                    {ofPlace.map((container) => (
                      <Card key={container.id} container={container} />
                    ))}
                  </Box>
                </Box>
              ))}
            </Box>
          </Section>
        ))
      )}
    </Frame>
  )
}

interface Week {
  key: string
  title: string
  ofWeek: AnyRecord[]
}

/** The actual day of arrival, otherwise the estimated one. */
const dayOf = ({ ata, eta }: AnyRecord): string | null => (ata ?? eta ?? null) as string | null

const weeksOf = (containers: readonly AnyRecord[]): Week[] => {
  const now = weekOf(today())
  const weeks = new Map<string, Week>()
  for (const container of containers) {
    const day = dayOf(container)
    const week = day ? weekOf(day) : null
    const key = !week ? 'none' : week.from < now.from ? 'earlier' : week.from
    const present = weeks.get(key)
    if (present) present.ofWeek.push(container)
    else weeks.set(key, { key, title: titleOf(key, week), ofWeek: [container] })
  }
  const sortKey = ({ key }: Week) => (key === 'earlier' ? '0' : key === 'none' ? '9999' : key)
  return [...weeks.values()].sort((a, b) => sortKey(a).localeCompare(sortKey(b)))
}

const titleOf = (key: string, week: ReturnType<typeof weekOf> | null) =>
  key === 'none' || !week
    ? screenText('arrivals.no_date')
    : key === 'earlier'
      ? screenText('arrivals.earlier')
      : screenText('arrivals.week', { week: week.week, from: format.date(week.from), to: format.date(week.to) })

const placesOf = (containers: readonly AnyRecord[]): [string, AnyRecord[]][] => {
  const places = new Map<string, AnyRecord[]>()
  for (const container of containers) {
    const place = formatValue(area, 'location_id', container) || screenText('arrivals.no_location')
    places.set(place, [...(places.get(place) ?? []), container])
  }
  return [...places].sort(([a], [b]) => a.localeCompare(b))
}

function Card({ container }: { container: AnyRecord }) {
  return (
    <Box component="li" sx={card}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <TextLink
          component={Link}
          to={`${area.path}/${container.id}`}
          sx={{ fontWeight: 500, minHeight: { xs: 44, sm: 24 }, display: 'inline-flex', alignItems: 'center' }}
        >
          {formatValue(area, 'container_title', container)}
        </TextLink>
        <StatusChip area={area} status={container.status ?? ''} />
      </Box>
      <Box sx={{ color: 'text.secondary' }}>
        {[
          formatValue(area, 'type', container),
          [container.vessel, container.voyage_no].filter(Boolean).join(' '),
          format.date(dayOf(container)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Box>
      {Boolean(container.appointment_at) && (
        <Box sx={{ color: 'text.secondary' }}>{formatValue(area, 'appointment_at', container)}</Box>
      )}
      <Clocks container={container} />
    </Box>
  )
}

const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
} as const

const card = {
  display: 'grid',
  alignContent: 'start',
  gap: 0.5,
  p: 1.5,
  minWidth: 0,
  fontSize: 13,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
} as const

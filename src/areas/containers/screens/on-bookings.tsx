import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { countedStates } from '#shared/trade/containers.ts'
import { format, useLanguage } from '#web/i18n.ts'
import { Attachments } from '#web/kit/files/lazy-attachments.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { api } from '#web/providers/http.ts'
import { can } from '#web/providers/permission.ts'
import { readAll } from '#web/providers/read-all.ts'
import { session } from '#web/providers/session.ts'
import { containers as area } from '../area'
import { GoodsTable, goodsOf, isDifferent, lineName } from './goods'
import { Milestones } from './milestones'
import { screenText } from './texts'

/** The containers of a booking with their milestones and the goods of this booking; other goods are not shown. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const mayRead = can(area.name, 'read')
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'of booking', id],
    queryFn: async ({ signal }) => {
      const readContainers = (archived: Record<string, string>) =>
        readAll<AnyRecord>(area.name, { booking: String(id), _sort: 'id', ...archived }, signal)
      // Includes archived containers, because they still hold the goods.
      const boxes = (await Promise.all([readContainers({}), readContainers({ archived_at_nnull: 'true' })])).flat()
      return Promise.all(boxes.map((container) => api<AnyRecord>('GET', `${area.name}/${container.id}`, { signal })))
    },
    enabled: mayRead,
    retry: false,
  })
  if (!mayRead) return null
  return (
    <PageSection title={screenText('of_booking')}>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Box sx={{ minHeight: 44 }} />
      ) : data.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('none_of_booking')}</Box>
      ) : (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {data.map((container) => (
            <Container key={container.id} container={container} booking={id} />
          ))}
        </Box>
      )}
    </PageSection>
  )
}

function Container({ container, booking }: { container: AnyRecord; booking: number }) {
  const isHouse = isOfficeRole(session()?.role ?? 'user')
  const lines = goodsOf(container).filter(({ booking_id }) => booking_id === booking)
  const title = formatValue(area, 'container_title', container)
  const count = lines.reduce((sum, { expected_qty }) => sum + expected_qty, 0)
  const isCounted = countedStates.some((state) => state === container.status)
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0, '& + &': { borderTop: 1, borderColor: 'divider', pt: 2 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, fontSize: 13 }}>
        {isHouse ? (
          <TextLink component={Link} to={`${area.path}/${container.id}`} sx={{ fontWeight: 500 }}>
            {title}
          </TextLink>
        ) : (
          <Box component="span" sx={{ fontWeight: 500 }}>
            {title}
          </Box>
        )}
        <StatusChip area={area} status={container.status ?? ''} />
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {[
            formatValue(area, 'type', container),
            screenText(isHouse ? 'all_goods' : 'of_booking_goods', { count, formatted: format.number(count) }),
          ].join(' · ')}
        </Box>
      </Box>
      <Milestones events={container.events} />
      {isCounted && <GoodsTable lines={lines} />}
      {isCounted &&
        lines.filter(isDifferent).map((line) => (
          <Box key={line.id} sx={{ display: 'grid', gap: 0.5, fontSize: 13 }}>
            <Box sx={{ fontWeight: 500 }}>{screenText('report_photos', { line: lineName(line) })}</Box>
            {line.remark && <Box sx={{ whiteSpace: 'pre-line' }}>{line.remark}</Box>}
            <Attachments area={areaOf(area, 'lines')} id={line.id} />
          </Box>
        ))}
    </Box>
  )
}

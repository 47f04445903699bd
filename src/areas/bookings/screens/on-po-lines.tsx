import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { fieldLabel, useLanguage } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { can } from '#web/providers/permission.ts'
import { bookings as area } from '../area'
import { newPath, screenText } from './texts'

/** The bookings that units of a line travel on. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const mayCreate = useCan(area.name, 'create')
  if (!can(area.name, 'read')) return null
  return (
    <PageSection
      title={screenText('of_line')}
      actions={
        mayCreate && (
          <Button size="small" component={Link} to={newPath}>
            {screenText('new')}
          </Button>
        )
      }
    >
      <Bookings line={id} />
    </PageSection>
  )
}

function Bookings({ line }: { line: number }) {
  const { result, query } = useList<AnyRecord, HttpError>({
    resource: area.name,
    pagination: { currentPage: 1, pageSize: 50, mode: 'server' },
    filters: [{ field: 'order_line', operator: 'eq', value: line }],
    sorters: [{ field: 'id', order: 'desc' }],
    errorNotification: false,
  })
  if (query.isLoading) return null
  if (query.error) return <FailedState error={query.error} onRetry={() => void query.refetch()} />
  if (result.data.length === 0)
    return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('none_for_line')}</Box>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {result.data.map((booking) => (
        <Box component="li" key={booking.id} sx={rowStyle}>
          <TextLink
            component={Link}
            to={`${area.path}/${booking.id}`}
            sx={{ color: 'text.primary', fontWeight: 500, minWidth: 148 }}
          >
            {String(booking.booking_no)}
          </TextLink>
          <StatusChip area={area} status={booking.status ?? ''} />
          {['vessel', 'etd', 'atd', 'eta'].map((name) =>
            booking[name] ? (
              <Box component="span" key={name} sx={{ color: 'text.secondary' }}>
                {fieldLabel(area, name)} <span className="tabular">{formatValue(area, name, booking)}</span>
              </Box>
            ) : null,
          )}
        </Box>
      ))}
    </Box>
  )
}

const rowStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: { xs: 44, sm: 36 },
  fontSize: 13,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const

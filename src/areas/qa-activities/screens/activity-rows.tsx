import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { type HttpError, useList } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldLabel } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'

/** Activities whose field has a given value, by planned date; shows `empty` when there are none. */
export function ActivityRows({ area, of, empty = null }: Props) {
  const { result, query } = useList<AnyRecord, HttpError>({
    resource: area.name,
    pagination: { currentPage: 1, pageSize: 50, mode: 'server' },
    filters: [{ field: of.field, operator: 'eq', value: of.value }],
    sorters: [{ field: 'planned_date', order: 'asc' }],
    errorNotification: false,
  })
  if (query.isLoading) return null
  if (result.data.length === 0) return empty
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {result.data.map((activity) => (
        <Box component="li" key={activity.id} sx={rowStyle}>
          <TextLink
            component={Link}
            to={`${area.path}/${activity.id}`}
            sx={{ color: 'text.primary', fontWeight: 500, minWidth: 180 }}
          >
            {formatValue(area, 'type', activity)}
          </TextLink>
          <StatusChip area={area} status={activity.status ?? ''} />
          {['planned_date', 'inspected_on', 'result'].map((name) =>
            activity[name] ? (
              <Box component="span" key={name} sx={{ color: 'text.secondary' }}>
                {fieldLabel(area, name)} <span className="tabular">{formatValue(area, name, activity)}</span>
              </Box>
            ) : null,
          )}
        </Box>
      ))}
    </Box>
  )
}

interface Props {
  area: Area
  of: { field: string; value: number }
  empty?: ReactNode
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

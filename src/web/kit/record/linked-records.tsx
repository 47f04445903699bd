import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldLabel } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'

/** A list of records that refer to the page's record: name, state and some facts of each. */
export function LinkedRecords({ area, of, sort, name, facts, empty }: LinkedRecordsProps) {
  const { result, query } = useList<AnyRecord, HttpError>({
    resource: area.name,
    pagination: { currentPage: 1, pageSize: 50, mode: 'server' },
    filters: [{ field: of.field, operator: 'eq', value: of.value }],
    sorters: [sort],
    errorNotification: false,
  })
  if (query.isLoading) return null
  if (query.error) return <FailedState error={query.error} onRetry={() => void query.refetch()} />
  if (result.data.length === 0) return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{empty}</Box>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {result.data.map((record) => (
        <Box component="li" key={record.id} sx={rowStyle}>
          <TextLink
            component={Link}
            to={`${area.path}/${record.id}`}
            sx={{ color: 'text.primary', fontWeight: 500, minWidth: 160 }}
          >
            {formatValue(area, name, record)}
          </TextLink>
          <StatusChip area={area} status={record.status ?? ''} />
          {facts.map((fact) =>
            record[fact] ? (
              <Box component="span" key={fact} sx={{ color: 'text.secondary' }}>
                {fieldLabel(area, fact)} <span className="tabular">{formatValue(area, fact, record)}</span>
              </Box>
            ) : null,
          )}
        </Box>
      ))}
    </Box>
  )
}

interface LinkedRecordsProps {
  area: Area
  /** The reference to the page's record, and its id. */
  of: { field: string; value: number }
  sort: { field: string; order: 'asc' | 'desc' }
  /** The field to show as a record's name. */
  name: string
  facts: readonly string[]
  empty: string
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

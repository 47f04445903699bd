import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { register } from '#register'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { areaName, format, t } from '#web/i18n.ts'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { Marked } from '#web/shell/find/marked-text.tsx'
import {
  type FoundRecords,
  isSearchable,
  type RecordHit,
  type useRecordSearch,
} from '#web/shell/find/palette-records.ts'

/** The content of a search page: results, or why there are none. */
export const SearchStates = ({ q, search, children }: SearchStatesProps) => {
  const { data, isError, error, refetch } = search
  const isLate = useDelayed(!data)
  if (!q.trim()) return <EmptyState title={t('site.find.start')} text={t('site.find.start_help')} />
  if (!isSearchable(q)) return <EmptyState title={t('site.find.more')} text={t('site.find.more_help')} />
  if (isError) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return isLate ? <Waiting /> : null
  if (data.counts.length === 0)
    return <EmptyState title={t('site.find.none', { q: q.trim() })} text={t('site.find.none_help')} />
  return children(data)
}

interface SearchStatesProps {
  q: string
  search: ReturnType<typeof useRecordSearch>
  children: (records: FoundRecords) => ReactNode
}

/** Search results as a list; with `named` each shows its area. */
export const FoundList = ({ results, q, named, label }: FoundListProps) => (
  <Box
    component="ul"
    aria-label={label}
    sx={{
      listStyle: 'none',
      m: 0,
      p: 0,
      backgroundColor: 'background.paper',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      overflow: 'hidden',
    }}
  >
    {results.map((record) => (
      <Line key={`${record.area} ${record.id}`} record={record} q={q} named={named} />
    ))}
  </Box>
)

interface FoundListProps {
  results: readonly RecordHit[]
  q: string
  named?: boolean
  label: string
}

const Line = ({ record, q, named = false }: { record: RecordHit; q: string; named: boolean | undefined }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      px: 2,
      py: 1,
      minHeight: 52,
      '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'divider' },
      '&:hover': { backgroundColor: (theme) => theme.palette.surfaces.hover },
    }}
  >
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Link component={RouterLink} to={record.path} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        <Marked text={record.title} query={q} />
      </Link>
      <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {named ? areaName(record.area, true) : null}
        {named && record.subtitle ? ' · ' : null}
        {record.subtitle ? <Marked text={record.subtitle} query={q} /> : null}
      </Box>
    </Box>
    {record.status ? <StatusChip area={register.get(record.area)} status={record.status} /> : null}
  </Box>
)

/** Formats a count: `1,204`. */
export const countText = (count: number) => format.number(count)

const Waiting = () => (
  <Box role="status" aria-label={t('site.find.searching')}>
    {[0, 1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={52} />
    ))}
  </Box>
)

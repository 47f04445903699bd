import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { fieldLabel, useLanguage } from '#web/i18n.ts'
import { worklistNamed } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { can } from '#web/providers/permission.ts'
import { sampleRequests as area } from '../area'
import { screenText } from './texts'

/** The samples of a line, and those of its style with the same supplier. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const mayCreate = useCan(area.name, 'create')
  if (!can(area.name, 'read')) return null
  return (
    <PageSection
      title={screenText('of_line')}
      actions={
        mayCreate && (
          <Button
            size="small"
            component={Link}
            to={`${worklistNamed('sample-request-worklist').path}?plan&lines=${id}`}
          >
            {screenText('plan_for_line')}
          </Button>
        )
      }
    >
      <Requests line={id} />
    </PageSection>
  )
}

function Requests({ line }: { line: number }) {
  const { result, query } = useList<AnyRecord, HttpError>({
    resource: area.name,
    pagination: { currentPage: 1, pageSize: 50, mode: 'server' },
    filters: [{ field: 'for_line', operator: 'eq', value: line }],
    sorters: [{ field: 'due_date', order: 'asc' }],
    errorNotification: false,
  })
  if (query.isLoading) return null
  if (query.error) return <FailedState error={query.error} onRetry={() => void query.refetch()} />
  if (result.data.length === 0)
    return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('none_for_line')}</Box>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {result.data.map((request) => (
        <Box component="li" key={request.id} sx={rowStyle}>
          <TextLink
            component={Link}
            to={`${area.path}/${request.id}`}
            sx={{ color: 'text.primary', fontWeight: 500, minWidth: 180 }}
          >
            {formatValue(area, 'sample_type_id', request)}
          </TextLink>
          <StatusChip area={area} status={request.status ?? ''} />
          {['round', 'due_date', 'dispatch_date', 'received_date'].map((name) =>
            request[name] ? (
              <Box component="span" key={name} sx={{ color: 'text.secondary' }}>
                {fieldLabel(area, name)} <span className="tabular">{formatValue(area, name, request)}</span>
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

import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldLabel } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { screenText } from './texts'

/** All rounds of the sample in order; hidden for a single round. */
export function Rounds({ area, record }: { area: Area; record: OpenRecord }) {
  const { result } = useList<AnyRecord, HttpError>({
    resource: area.name,
    pagination: { currentPage: 1, pageSize: 50, mode: 'server' },
    filters: [{ field: 'series_no', operator: 'eq', value: record.series_no }],
    sorters: [{ field: 'round', order: 'asc' }],
    errorNotification: false,
    queryOptions: { enabled: Boolean(record.series_no) },
  })
  if (result.data.length < 2) return null
  return (
    <Section title={screenText('rounds')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {result.data.map((round) => (
          <Box
            component="li"
            key={round.id}
            aria-current={round.id === record.id || undefined}
            sx={{
              ...{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 1.5,
                minHeight: { xs: 44, sm: 32 },
              },
              ...{ fontSize: 13, pl: 1.5, borderLeft: 2 },
              borderColor: round.id === record.id ? 'secondary.main' : 'divider',
            }}
          >
            <TextLink
              component={Link}
              to={`${area.path}/${round.id}`}
              sx={{ color: 'text.primary', fontWeight: round.id === record.id ? 600 : 400 }}
            >
              {screenText('round', { round: round.round })}
            </TextLink>
            <StatusChip area={area} status={round.status ?? ''} />
            {['due_date', 'dispatch_date', 'received_date'].map((name) =>
              round[name] ? (
                <Box component="span" key={name} sx={{ color: 'text.secondary' }}>
                  {fieldLabel(area, name)} <span className="tabular">{formatValue(area, name, round)}</span>
                </Box>
              ) : null,
            )}
          </Box>
        ))}
      </Box>
    </Section>
  )
}

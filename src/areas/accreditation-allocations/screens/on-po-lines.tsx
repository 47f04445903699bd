import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { format, useLanguage } from '#web/i18n.ts'
import { MoveButtons } from '#web/kit/moves/move-buttons.tsx'
import { recordAddress } from '#web/kit/page/area-of.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useRecord } from '#web/kit/record/use-record.ts'
import { api } from '#web/providers/http.ts'
import { can } from '#web/providers/permission.ts'
import { accreditationAllocations as area } from '../area'
import { rowStyle } from './row-style'
import { SubmitAudit } from './show'
import { screenText } from './texts'

/** The accreditations that a line needs of its factories, with the actions on them; hidden when it needs none. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const { data } = useQuery({
    queryKey: [area.name, 'of-line', id],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', area.name, {
        params: { po_line_id: String(id), status_nin: 'not_required', _sort: 'group_name', _end: '60' },
        signal,
      }),
    enabled: can(area.name, 'read'),
  })
  if (!data || data.length === 0) return null
  return (
    <PageSection title={screenText('section')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((record) => (
          <Requirement key={record.id} record={record} />
        ))}
      </Box>
    </PageSection>
  )
}

function Requirement({ record }: { record: AnyRecord }) {
  const factory = mentionOf(record, 'factory_id')
  const until = record.covered_until as string | null
  return (
    <Box component="li" sx={rowStyle}>
      <Box sx={{ minWidth: 0 }}>
        <TextLink
          component={Link}
          to={recordAddress(area.name, record.id)}
          sx={{ color: 'text.primary', fontWeight: 500 }}
        >
          {String(record.group_name)}
        </TextLink>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{String(record.programs_text)}</Box>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {factory && <Box>{mentionTitle(factory)}</Box>}
        <Box className="tabular" sx={{ color: 'text.secondary' }}>
          {until && screenText('until', { date: format.date(until) })}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'flex-end' }}>
        <StatusChip area={area} status={record.status ?? ''} />
        <SubmitAudit record={record as OpenRecord} />
        <Moves id={record.id} />
      </Box>
    </Box>
  )
}

/** The moves of a record, which only the single record includes. */
function Moves({ id }: { id: number }) {
  const { record } = useRecord(area, String(id))
  return record?.moves?.some(({ allowed }) => allowed) ? <MoveButtons area={area} record={record} next={null} /> : null
}

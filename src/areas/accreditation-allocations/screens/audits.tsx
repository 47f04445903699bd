import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { longestValidFirst } from '#shared/trade/accreditation.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { format } from '#web/i18n.ts'
import { areaOf, recordAddress } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { api, type HttpError } from '#web/providers/http.ts'
import { can } from '#web/providers/permission.ts'
import { accreditationAllocations } from '../area'
import { rowStyle } from './row-style'
import { screenText } from './texts'

/**
 * The audits of a factory that the user may read: results that count first, by validity; those valid beyond the given
 * day are highlighted.
 */
export function AuditsOfFactory({ factory, day }: { factory: number; day: string | null }) {
  const audits = areaOf(accreditationAllocations, 'factory_accreditation_id')
  const factories = areaOf(accreditationAllocations, 'factory_id')
  const mayRead = can(audits.name, 'read')
  const { data, error, refetch } = useQuery<AnyRecord[], HttpError>({
    queryKey: [audits.name, 'of-factory', factory],
    queryFn: ({ signal }) =>
      api('GET', audits.name, {
        params: { factory_id: String(factory), _sort: 'valid_to', _order: 'desc', _start: '0', _end: '50' },
        signal,
      }),
    enabled: mayRead,
  })
  if (!mayRead) return null
  return (
    <Section
      title={screenText('audits')}
      actions={
        can(factories.name, 'read') && (
          <Button size="small" component={Link} to={recordAddress(factories.name, factory)}>
            {screenText('open_factory')}
          </Button>
        )
      }
    >
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('no_audits')}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {longestValidFirst(data ?? []).map((audit) => {
          const until = audit.valid_to as string | null
          return (
            <Box component="li" key={audit.id} sx={rowStyle}>
              <TextLink
                component={Link}
                to={recordAddress(audits.name, audit.id)}
                sx={{ color: 'text.primary', fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' }}
              >
                {[mentionOf(audit, 'standard_program_id'), mentionOf(audit, 'grade_id')]
                  .flatMap((mention) => (mention ? mentionTitle(mention) : []))
                  .join(' · ')}
              </TextLink>
              <Box className="tabular" sx={{ color: until && day && until >= day ? 'text.primary' : 'text.secondary' }}>
                {until && screenText('until', { date: format.date(until) })}
              </Box>
              <StatusChip area={audits} status={audit.status ?? ''} />
            </Box>
          )
        })}
      </Box>
    </Section>
  )
}

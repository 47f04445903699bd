import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import { daysBetween, today } from '#shared/base/dates.ts'
import type { FirmFinding } from '#shared/trade/accreditation.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { factoryAccreditations as area } from '../area'
import type { Audit } from './data'
import { screenText } from './texts'
import { firmTones } from './tones'

/** The current results of a factory, one line per programme; expired results stay marked. */
export function CurrentResults({ audits }: { audits: readonly Audit[] }) {
  if (audits.length === 0) return null
  return (
    <Box component="ul" aria-label={screenText('factory.current')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {audits
        .toSorted((a, b) => programOf(a).localeCompare(programOf(b)))
        .map((audit) => (
          <Box component="li" key={audit.id} sx={rowStyle}>
            <Box sx={{ minWidth: 0 }}>
              <TextLink
                component={Link}
                to={`${area.path}/${audit.id}`}
                sx={{ color: 'text.primary', fontWeight: 500, overflowWrap: 'anywhere' }}
              >
                {programOf(audit)}
              </TextLink>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {audit.grade && ` · ${fieldLabel(area, 'grade_id')} ${mentionTitle(audit.grade)}`}
              </Box>
            </Box>
            <Box className="tabular" sx={{ color: 'text.secondary', gridRow: { xs: 2, sm: 'auto' } }}>
              {endOf(audit)}
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, justifyContent: { sm: 'flex-end' } }}>
              <StatusChip area={area} status={audit.status} />
              {audit.cap_status === 'overdue' && <ToneChip tone="danger">{screenText('factory.cap_overdue')}</ToneChip>}
              {audit.firm_finding && (
                <ToneChip tone={firmTones[audit.firm_finding as FirmFinding]}>
                  {choiceLabel(area, 'firm_finding', audit.firm_finding)}
                </ToneChip>
              )}
            </Box>
          </Box>
        ))}
    </Box>
  )
}

const programOf = ({ standard_program }: Audit) => mentionTitle(standard_program)

const endOf = ({ valid_to, audit_date }: Audit): string => {
  if (!valid_to) return screenText('factory.audited', { date: format.date(audit_date) })
  const daysLeft = daysBetween(today(), valid_to)
  const date = format.date(valid_to)
  if (daysLeft < 0) return screenText('factory.ended', { date })
  return daysLeft <= 90
    ? screenText('factory.ends_soon', { date, days: daysLeft })
    : screenText('factory.ends', { date })
}

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 5fr) minmax(0, 4fr) minmax(0, 5fr)' },
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  minHeight: 44,
  py: 0.75,
  fontSize: 13,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const

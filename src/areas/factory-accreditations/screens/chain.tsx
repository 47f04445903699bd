import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import { currentAudits } from '#shared/trade/accreditation.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { factoryAccreditations as area } from '../area'
import { type Audit, useAuditsOf, useProgram } from './data'
import { screenText } from './texts'

/** The audits of the factory by the same programme, the latest first, marked as current or as a follow-up. */
export function Chain({ audit }: { audit: Audit }) {
  const { data = [] } = useAuditsOf(audit.factory_id, audit.standard_program_id)
  const program = useProgram(audit.standard_program_id)
  if (data.length < 2 || !program) return null
  const current = new Set(currentAudits(data, () => program.scope).map(({ id }) => id))
  const titles = new Map(data.map(({ id, audit_title }) => [id, audit_title]))
  return (
    <Section title={screenText('chain.title')} help={screenText('chain.help')}>
      <PlainTable label={screenText('chain.title')} sx={{ '& th, & td': { px: 1, height: 40, whiteSpace: 'nowrap' } }}>
        <thead>
          <tr>
            {['audit', 'date', 'type', 'grade', 'status', 'until', 'follows'].map((name) => (
              <th key={name} scope="col">
                {screenText(`chain.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.id} aria-current={row.id === audit.id || undefined}>
              <td>
                {row.id === audit.id ? (
                  <Box component="span" sx={{ fontWeight: 600 }}>
                    {row.audit_title}
                  </Box>
                ) : (
                  <TextLink
                    component={Link}
                    to={`${area.path}/${row.id}`}
                    sx={{ color: 'text.primary', fontWeight: 500 }}
                  >
                    {row.audit_title}
                  </TextLink>
                )}
              </td>
              <td className="tabular">{format.date(row.audit_date)}</td>
              <td>{choiceLabel(area, 'audit_type', row.audit_type)}</td>
              <td>{mentionTitle(row.grade) || '–'}</td>
              <td>
                <Box sx={{ display: 'flex', gap: 0.5 }}>
                  <StatusChip area={area} status={row.status} />
                  {current.has(row.id) && <ToneChip tone="neutral">{screenText('chain.current')}</ToneChip>}
                </Box>
              </td>
              <td className="tabular">{format.date(row.valid_to) || '–'}</td>
              <td>{titles.get(row.follow_up_of_id ?? 0) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Section>
  )
}

/** The later result that replaced this one; undefined while it is current. */
export const useSuccessor = (audit: Audit): Audit | undefined => {
  const { data = [] } = useAuditsOf(audit.factory_id, audit.standard_program_id)
  const program = useProgram(audit.standard_program_id)
  if (!program || !['valid', 'expiring', 'expired', 'failed'].includes(audit.status)) return undefined
  const current = currentAudits(data, () => program.scope)
  return current.some(({ id }) => id === audit.id)
    ? undefined
    : current.find(({ audit_date }) => audit_date >= audit.audit_date)
}

import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import type { Requirement } from '#shared/trade/requirements.ts'
import { areaName } from '#web/i18n.ts'
import { ReadinessChip } from '#web/kit/allocation/readiness-chip.tsx'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { recordAddress } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { poLines } from '../area'
import { marketName, sourceText, stakeText, useNeeds } from './needs'
import { screenText } from './texts'

/** All that a line needs before it can be booked and ticketed: how far each is, why it is needed, what hangs on it. */
export function Requirements({ id }: { id: number }) {
  const needs = useNeeds(id)
  if (!needs || needs.requirements.length === 0) return null
  return (
    <Section
      title={sectionTitle(poLines, 'requirements')}
      help={screenText('requirements.help')}
      actions={<ReadinessChip area={poLines} name="readiness" value={needs.readiness} />}
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {needs.requirements.map((requirement) => (
          <One key={`${requirement.area} ${requirement.market}`} requirement={requirement} />
        ))}
      </Box>
    </Section>
  )
}

function One({ requirement }: { requirement: Requirement }) {
  const { area, status, record } = requirement
  const name = [areaName(area, true), marketName(requirement)].filter(Boolean).join(' · ')
  const facts = [sourceText(requirement), stakeText(requirement)].filter(Boolean)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        columnGap: 1.5,
        rowGap: 0.25,
        py: 1,
        '& + &': { borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0, fontWeight: 500 }}>
        {record ? (
          <TextLink component={Link} to={recordAddress(area, record.id)} sx={{ color: 'text.primary' }}>
            {name}
          </TextLink>
        ) : (
          name
        )}
      </Box>
      <ReadinessChip area={poLines} name="readiness" value={status} />
      {facts.length > 0 && (
        <Box sx={{ gridColumn: '1 / -1', fontSize: 13, color: 'text.secondary' }}>{facts.join(' · ')}</Box>
      )}
    </Box>
  )
}

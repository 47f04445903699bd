import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import type { Requirement } from '#shared/trade/requirements.ts'
import { ReadinessChip } from '#web/kit/allocation/readiness-chip.tsx'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { recordAddress } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { poLines } from '../area'
import { marketName, missingText, reasonTexts, requirementLabel, stakeText, useNeeds } from './needs'
import { screenText } from './texts'

/** All requirements of a line for booking and ticketing: state, sources and effect. */
export function Requirements({ line }: { line: OpenRecord }) {
  const needs = useNeeds(line.id)
  const { run, busy, dialog } = useMove(poLines, line)
  const mayChange = line.moves?.some(({ name, allowed }) => name === 'set_requirements' && allowed)
  if (!needs || needs.requirements.length === 0) return null
  return (
    <Section
      title={sectionTitle(poLines, 'requirements')}
      help={screenText('requirements.help')}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}>
          {mayChange && (
            <Button size="small" disabled={busy} onClick={() => run('set_requirements')}>
              {moveText(poLines, 'set_requirements')}
            </Button>
          )}
          <ReadinessChip area={poLines} name="readiness" value={needs.readiness} />
        </Box>
      }
    >
      {dialog}
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
  const name = [requirementLabel(requirement), marketName(requirement)].filter(Boolean).join(' · ')
  const facts = [missingText(requirement), ...reasonTexts(requirement), stakeText(requirement)].filter(Boolean)
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
        <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 0.25, fontSize: 13, color: 'text.secondary' }}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Box>
      )}
    </Box>
  )
}

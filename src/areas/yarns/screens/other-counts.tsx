import Box from '@mui/material/Box'
import { type CountSystem, countInAllSystems } from '#shared/standards/yarn-count.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { yarns } from '../area'
import { screenText } from './texts'

/** The count converted to the systems in which it was not entered. */
export function OtherCounts({ count, system }: { count: unknown; system: unknown }) {
  const from = system as CountSystem
  const others = typeof count === 'string' && from ? countInAllSystems(count, from) : []
  return (
    <Section title={screenText('counts')}>
      {others.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('enter_count')}</Box>
      ) : (
        <Box component="dl" aria-live="polite" sx={countGrid}>
          {others
            .filter((other) => other.system !== from)
            .map((other) => (
              <Fact key={other.system} label={choiceLabel(yarns, 'count_system', other.system)}>
                {format.number(other.count)}
              </Fact>
            ))}
        </Box>
      )}
    </Section>
  )
}

const countGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
  gap: 1.5,
  m: 0,
} as const

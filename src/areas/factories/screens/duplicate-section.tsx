import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Area } from '#shared/kit/area.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { Cell } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { screenText } from './texts'

/** Asks whether a proposed factory is a duplicate of an existing one, with both answers. */
export function DuplicateSection({ area, factory }: { area: Area; factory: OpenRecord }) {
  const { run, busy, dialog } = useMove(area, factory)
  const answers = (factory.moves ?? []).filter(({ name, allowed }) => allowed && settles.includes(name))
  if (!factory.duplicate_of_id || answers.length === 0) return null
  return (
    <Section title={screenText('twin')} help={screenText('twin_help')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontSize: 13 }}>
        <Box sx={{ mr: 1 }}>
          <Cell area={area} name="duplicate_of_id" record={factory} />
        </Box>
        {answers.map(({ name }) => (
          <Button key={name} variant="outlined" size="small" disabled={busy} onClick={() => run(name)}>
            {moveText(area, name)}
          </Button>
        ))}
      </Box>
      {dialog}
    </Section>
  )
}

const settles = ['merge', 'not_duplicate']

import Box from '@mui/material/Box'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { ToneChip } from './status-chip'

/** Several findings as chips: in a list on one line with the rest in a tooltip, on a phone below each other. */
export const ToneChips = ({ tone, texts }: { tone: Tone; texts: readonly string[] }) => (
  <Box
    title={texts.join('\n')}
    sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 0.5, minWidth: 0, '& > *': { minWidth: 0 } }}
  >
    {texts.map((text) => (
      <ToneChip key={text} tone={tone}>
        {text}
      </ToneChip>
    ))}
  </Box>
)

import Box from '@mui/material/Box'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { ToneChip } from './status-chip'

/** Several findings as chips: from `sm` on in one line, where the tooltip shows all of them; wrapped on phones. */
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

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { signingSides } from '#shared/trade/signature.ts'
import { choiceLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { SignaturePad } from '#web/kit/sketch/signature-pad.tsx'
import { qaActivities as area } from '../../area'
import { screenText } from '../texts'
import { sign } from './entries'
import type { Work } from './work'

/** Inspector and factory sign on the device, each with a name; a name without a drawn signature is accepted. */
export function Signatures({ work, onChange }: { work: Work; onChange: (how: (work: Work) => Work) => void }) {
  return (
    <Section title={screenText('inspect.signatures')} help={screenText('inspect.signatures_help')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: '1fr 1fr' } }}>
        {signingSides.map((side) => {
          const { signer, strokes } = work.signatures[side]
          const sideName = choiceLabel(areaOf(area, 'signatures'), 'side', side)
          return (
            <Box key={side} sx={{ display: 'grid', gap: 1, alignContent: 'start', minWidth: 0 }}>
              <TextField
                size="small"
                label={screenText('inspect.name_of', { who: sideName })}
                value={signer}
                onChange={({ target }) => onChange((now) => sign(now, side, { signer: target.value }))}
                slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
              />
              <SignaturePad
                label={screenText('inspect.signature_of', { who: sideName })}
                strokes={strokes}
                onChange={(drawn) => onChange((now) => sign(now, side, { strokes: drawn }))}
              />
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 44 }}>
                {strokes && (
                  <Button size="small" onClick={() => onChange((now) => sign(now, side, { strokes: '' }))}>
                    {screenText('inspect.clear_signature', { who: sideName })}
                  </Button>
                )}
                {strokes && !signer.trim() && (
                  <Box role="status" sx={{ fontSize: 13, color: 'warning.main' }}>
                    {screenText('inspect.name_needed')}
                  </Box>
                )}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Section>
  )
}

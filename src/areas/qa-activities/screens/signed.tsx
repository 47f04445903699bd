import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { type Signature, signatureFrame } from '#shared/trade/signature.ts'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { SignatureStrokes } from '#web/kit/sketch/signature-pad.tsx'

/** The signatures of the inspection; hidden when there are none. */
export function Signed({ area, record }: { area: Area; record: OpenRecord }) {
  const signatures = (record.signatures ?? []) as Signature[]
  if (signatures.length === 0) return null
  return (
    <Section title={fieldLabel(area, 'signatures')}>
      <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, m: 0 }}>
        {signatures.map(({ side, signer, strokes }) => (
          <Box key={side}>
            <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {choiceLabel(areaOf(area, 'signatures'), 'side', side)}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {signer}
              {strokes && (
                <Box
                  component="svg"
                  aria-hidden
                  viewBox={`0 0 ${signatureFrame.width} ${signatureFrame.height}`}
                  sx={{ display: 'block', width: 180, height: 60, mt: 0.5 }}
                >
                  <SignatureStrokes strokes={strokes} />
                </Box>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  )
}

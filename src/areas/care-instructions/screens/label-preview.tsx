import Box from '@mui/material/Box'
import type { Problem } from '#shared/kit/rules.ts'
import { neededCareFamilies } from '#shared/standards/care-codes.ts'
import { careCautions, careProblems } from '#shared/trade/care.ts'
import { fieldLabel, renderText, t } from '#web/i18n.ts'
import { CareLine } from '#web/kit/care/care-symbol.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { careInstructions } from '../area'
import { useCare } from './use-care'

/** The care line as printed on a label, missing symbols, contradictions and warnings. */
export function LabelPreview() {
  const care = useCare()
  const missing = neededCareFamilies.filter((family) => !care[family])
  const isEmpty = missing.length === neededCareFamilies.length
  return (
    <Section title={t('areas.care-instructions.builder.preview')}>
      {isEmpty ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('areas.care-instructions.builder.preview_empty')}</Box>
      ) : (
        <CareLine choice={care} size={36} />
      )}
      <Box role="status" sx={{ fontSize: 13 }}>
        {!isEmpty && missing.length > 0 && (
          <Box sx={{ mt: 1.5, color: 'text.secondary' }}>
            {t('areas.care-instructions.builder.still_missing', {
              families: missing.map((family) => fieldLabel(careInstructions, family)).join(t('kit.comma')),
            })}
          </Box>
        )}
        <Findings problems={careProblems(care)} tone="danger" />
        <Findings problems={missing.length > 0 ? [] : careCautions(care)} tone="warning" />
      </Box>
    </Section>
  )
}

function Findings({ problems, tone }: { problems: readonly Problem[]; tone: 'danger' | 'warning' }) {
  if (problems.length === 0) return null
  return (
    <Box
      component="ul"
      sx={({ palette }) => ({
        m: 0,
        mt: 1.5,
        py: 1,
        pr: 1.5,
        pl: 3.5,
        borderRadius: 1,
        color: palette.tones[tone].text,
        bgcolor: palette.tones[tone].tint,
      })}
    >
      {problems.map(({ text }) => (
        <li key={JSON.stringify(text)}>{renderText(text)}</li>
      ))}
    </Box>
  )
}

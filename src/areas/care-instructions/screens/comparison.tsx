import Box from '@mui/material/Box'
import type { AnyRecord } from '#shared/kit/area.ts'
import { careSymbolOf } from '#shared/standards/care-symbols.ts'
import { type CareInstruction, careDifference, wordingDifference } from '#shared/trade/care.ts'
import { choiceLabel, fieldLabel, language, t } from '#web/i18n.ts'
import { CareDrawing } from '#web/kit/care/care-symbol.tsx'
import { After, Before, Changed } from '#web/kit/versions/changes.tsx'
import { careInstructions, generatedTexts } from '../area'
import { langOf } from './wording-editor'

const otherTexts = ['text_fr', 'text_de', 'text_es', 'text_it'] as const
const texts = [...generatedTexts, ...otherTexts]

/** The changes of a version, symbol by symbol and sentence by sentence. */
export function Comparison({ before, after }: { before: AnyRecord; after: AnyRecord }) {
  const difference = careDifference(before as CareInstruction, after as CareInstruction, texts)
  const version = before.version_no
  return (
    <Box sx={{ mt: 2.5 }}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
        {t('areas.care-instructions.versions.changed', { version })}
      </Box>
      {difference.same && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('areas.care-instructions.versions.unchanged', { version })}
        </Box>
      )}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
        {difference.families.map((family) => (
          <Changed key={family} label={fieldLabel(careInstructions, family)}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
              <Before>
                <SymbolOf code={before[family]} />
              </Before>
              <Box component="span" aria-hidden sx={{ color: 'text.secondary' }}>
                →
              </Box>
              <After>
                <SymbolOf code={after[family]} />
              </After>
            </Box>
          </Changed>
        ))}
        {difference.removed.length + difference.added.length > 0 && (
          <Changed label={fieldLabel(careInstructions, 'warnings')}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
              {difference.removed.map((code) => (
                <Before key={code}>{choiceLabel(careInstructions, 'warnings', code)}</Before>
              ))}
              {difference.added.map((code) => (
                <After key={code}>{choiceLabel(careInstructions, 'warnings', code)}</After>
              ))}
            </Box>
          </Changed>
        )}
        {difference.texts.map((name) => (
          <Changed key={name} label={fieldLabel(careInstructions, name)}>
            <Box lang={langOf(name)}>
              {wordingDifference(String(before[name] ?? ''), String(after[name] ?? '')).map(({ text, kind }, index) => {
                // The index keeps keys unique when a sentence is repeated.
                const key = `${index} ${text}`
                if (kind === 'same') return <span key={key}>{name === 'text_zh' ? text : `${text} `}</span>
                return kind === 'removed' ? <Before key={key}>{text}</Before> : <After key={key}>{text}</After>
              })}
            </Box>
          </Changed>
        ))}
      </Box>
    </Box>
  )
}

function SymbolOf({ code }: { code: unknown }) {
  const symbol = typeof code === 'string' ? careSymbolOf(code) : undefined
  if (!symbol) return <>{t('areas.care-instructions.versions.none')}</>
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <CareDrawing symbol={symbol} size={28} decorative />
      {symbol.meaning[language()]}
    </Box>
  )
}

import Box from '@mui/material/Box'
import { t } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import type { LineResult } from './calls'

/** The result of an allocation for each line, with its errors or warnings. Without `done` it is a trial. */
export function LineResults({ results, done }: { results: readonly LineResult[]; done?: boolean }) {
  return (
    // Focusable, so that long lists can be scrolled with the arrow keys.
    <Box role="group" tabIndex={0} sx={{ maxHeight: 280, overflow: 'auto' }}>
      <Box
        component="ul"
        aria-label={t('editing.allocation.results')}
        sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 13 }}
      >
        {results.map((result, index) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: one line may have several results, in a fixed order
            key={`${result.po_line_id} ${index}`}
            sx={{ py: 0.75, borderTop: index === 0 ? 0 : 1, borderColor: 'divider' }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Box component="span" sx={{ flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>
                {result.line_title ?? `#${result.po_line_id}`}
              </Box>
              <Verdict result={result} done={done} />
            </Box>
            {messagesOf(result).map((text) => (
              <Box key={text} sx={{ color: isRefused(result) ? 'error.main' : 'text.secondary', maxWidth: '72ch' }}>
                {text}
              </Box>
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function Verdict({ result: { ok, code, warnings = [] }, done }: { result: LineResult; done?: boolean }) {
  if (!ok && code === 'ambiguous') return <ToneChip tone="warning">{t('editing.matrix.to_choose')}</ToneChip>
  if (!ok && code === 'none') return <ToneChip tone="neutral">{t('editing.matrix.nothing')}</ToneChip>
  if (!ok) return <ToneChip tone="danger">{t('editing.allocation.refused')}</ToneChip>
  if (done) return <ToneChip tone="success">{t('editing.allocation.done')}</ToneChip>
  return warnings.length > 0 ? (
    <ToneChip tone="warning">{t('editing.allocation.look')}</ToneChip>
  ) : (
    <ToneChip tone="success">{t('editing.allocation.fits')}</ToneChip>
  )
}

/** Whether the result is an error. Nothing to allocate, or several candidates to choose from, are none. */
const isRefused = ({ ok, code }: LineResult) => !ok && code !== 'ambiguous' && code !== 'none'

const messagesOf = ({ ok, message, errors = {}, warnings = [] }: LineResult): string[] => {
  const errorTexts = Object.values(errors).flat()
  return [...new Set(ok ? warnings : errorTexts.length > 0 ? errorTexts : message ? [message] : [])]
}

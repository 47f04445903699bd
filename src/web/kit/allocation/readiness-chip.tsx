import type { Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import type { Readiness } from '#shared/trade/readiness.ts'
import { choiceLabel } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'

/** How far a line is, with one kind or with all (`readiness`), in its tone. */
export function ReadinessChip({ area, name, value }: { area: Area; name: string; value: unknown }) {
  const tone = tones[value as Readiness]
  return tone ? <ToneChip tone={tone}>{choiceLabel(area, name, String(value))}</ToneChip> : null
}

const tones: Record<Readiness, Tone> = {
  not_required: 'neutral',
  missing: 'warning',
  in_progress: 'info',
  rejected: 'danger',
  ok: 'success',
  waived: 'neutral',
}

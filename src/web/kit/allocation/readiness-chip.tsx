import type { Area } from '#shared/kit/area.ts'
import type { Readiness } from '#shared/trade/readiness.ts'
import { readinessTones } from '#shared/trade/readiness-matrix.ts'
import { choiceLabel } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'

/** The readiness of a line as a chip: by one kind of allocation, or in total (field `readiness`). */
export function ReadinessChip({ area, name, value }: { area: Area; name: string; value: unknown }) {
  const tone = readinessTones[value as Readiness]
  return tone ? <ToneChip tone={tone}>{choiceLabel(area, name, String(value))}</ToneChip> : null
}

import { today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { answerDueSoon, claimFilters } from '#shared/trade/claim-filters.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { claims } from '../area'

const { preset } = presetsOf(claims)

type Name = keyof typeof claimFilters
const named = (...names: Name[]): Preset[] => names.map((name) => preset(name, claimFilters[name]))

/** Presets for the office, by what it has to do or waits for. */
export const housePresets = (): Preset[] => [
  preset('all'),
  ...named('open', 'to_share', 'contested'),
  preset('due_soon', ...answerDueSoon(today())),
  ...named('to_settle'),
]

/** Presets for suppliers, by what they have to do or wait for. */
export const supplierPresets = (): Preset[] => [
  preset('all'),
  ...named('to_answer'),
  preset('due_soon', ...answerDueSoon(today())),
  ...named('contested', 'open'),
]

/** Tone of a row: contested claims in red, answers due today as a warning. */
export const markOf = ({ status, answer_due }: AnyRecord): Tone | null => {
  if (status === 'contested') return 'danger'
  return status === 'shared' && typeof answer_due === 'string' && answer_due <= today() ? 'warning' : null
}

export const cells: Record<string, Partial<AreaColumn>> = {
  claim_no: { width: 160 },
  supplier_id: { width: 190 },
  container_id: { width: 150 },
}

import { daysBetween, today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { commentDays, dueThisWeek, sampleFilters, supplierStates } from '#shared/trade/samples.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { sampleRequests } from '../area'

const { preset } = presetsOf(sampleRequests)

type Name = keyof typeof sampleFilters
const named = (...names: Name[]): Preset[] => names.map((name) => preset(name, sampleFilters[name]))

/** Presets for the office, by what it has to do or waits for. */
export const housePresets = (): Preset[] => [
  preset('all'),
  ...named('open', 'drafts', 'late', 'on_the_way', 'to_evaluate', 'comments_late', 'rejected'),
]

/** Presets for suppliers, by what they have to do. */
export const supplierPresets = (): Preset[] => [
  preset('all'),
  ...named('to_do', 'new'),
  preset('due_week', dueThisWeek(today())),
  ...named('late', 'rejected', 'on_the_way'),
]

const toSend: ReadonlySet<string> = new Set(supplierStates)

/** Tone of a row: the supplier is late, or the office is late with its comments. */
export const markOf = ({ status = '', due_date, received_date }: AnyRecord): Tone | null => {
  if (toSend.has(status) && typeof due_date === 'string' && due_date < today()) return 'danger'
  const isWaiting = status === 'received' && typeof received_date === 'string'
  return isWaiting && daysBetween(received_date, today()) > commentDays ? 'warning' : null
}

export const cells: Record<string, Partial<AreaColumn>> = {
  request_no: { width: 148 },
  sample_type_id: { width: 180 },
  article_id: { width: 130 },
}

import { today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { activityFilters, plannedStates, plannedThisWeek } from '#shared/trade/qa.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { qaActivities } from '../area'
import { LabelCell } from './label-cell'

const { preset } = presetsOf(qaActivities)

type Name = keyof typeof activityFilters
const named = (...names: Name[]): Preset[] => names.map((name) => preset(name, activityFilters[name]))

/** Presets for the office, by what it has to do or waits for. */
export const housePresets = (): Preset[] => [
  preset('all'),
  ...named('open', 'requested'),
  preset('this_week', plannedThisWeek(today())),
  ...named('overdue', 'under_way', 'to_decide', 'plans_to_review', 'failed'),
]

/** Presets for suppliers, by what they have to answer or wait for. */
export const supplierPresets = (): Preset[] => [
  preset('all'),
  preset('this_week', plannedThisWeek(today())),
  ...named('plans_to_answer', 'failed'),
]

/** Tone of a row: overdue activities in red, failed ones without a decision as a warning. */
export const markOf = ({ status = '', planned_date, result }: AnyRecord): Tone | null => {
  const isPlanned = plannedStates.some((state) => state === status)
  if (isPlanned && typeof planned_date === 'string' && planned_date < today()) return 'danger'
  return status === 'completed' && result !== 'passed' ? 'warning' : null
}

export const cells: Record<string, Partial<AreaColumn>> = {
  activity_no: { width: 148 },
  type: { width: 190 },
  article_id: { width: 130 },
  label_id: { display: 'flex', renderCell: ({ row }) => <LabelCell activity={row as AnyRecord} /> },
}

import type { AnyRecord } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { isLate } from '#shared/trade/tna.ts'
import { today } from '#web/fields/day.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { type TnaTask, tnaTasks } from '../area'

const { preset, statePreset } = presetsOf(tnaTasks)

export const taskPresets = (): Preset[] => [
  statePreset('pending'),
  preset('late', fieldIs('is_late', 'true')),
  statePreset('done'),
  statePreset('skipped'),
  preset('all'),
]

/** Tone of a row: late milestones are red. */
export const markOf = (task: AnyRecord): Tone | null => (isLate(task as unknown as TnaTask, today()) ? 'danger' : null)

import { today, weekOf } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { demurrageOf, detentionOf } from '#shared/trade/container-clocks.ts'
import { portStates, toReceiveStates } from '#shared/trade/containers.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { containers } from '../area'

const { preset } = presetsOf(containers)

/** Containers that are under way or still have to be returned. */
export const stillOpen: Filter = { field: 'status', op: '_nin', values: ['closed', 'cancelled'] }

/** Presets by position and pending step. */
export const presets = (): Preset[] => [
  preset('all'),
  preset('open', stillOpen),
  preset('on_water', fieldIs('status', 'on_water')),
  // Containers that should have arrived by the end of the week.
  preset('this_week', { field: 'arrives_in', op: '_lte', values: [weekOf(today()).to] }),
  preset('at_port', { field: 'status', op: '_in', values: [...portStates] }),
  preset('demurrage', fieldIs('demurrage', 'true')),
  preset('to_receive', { field: 'status', op: '_in', values: [...toReceiveStates] }),
  preset('discrepancies', fieldIs('has_discrepancy', 'true')),
]

/** Tone of a row: red for running charges or a customs hold, a warning on the last free day. */
export const markOf = (container: AnyRecord): Tone | null => {
  const states = [demurrageOf(container, today()).state, detentionOf(container, today()).state]
  if (states.includes('over') || container.status === 'customs_hold') return 'danger'
  return states.includes('last_day') ? 'warning' : null
}

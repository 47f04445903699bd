import { addDays, today } from '#shared/base/dates.ts'
import { fieldIs, fieldIsSet } from '#shared/kit/filter.ts'
import { licenceEndsBy } from '#shared/trade/licence.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { session } from '#web/providers/session.ts'
import { factories } from '../area'

const { preset } = presetsOf(factories)

export const factoryPresets = (): Preset[] => {
  const house = session()?.role === 'admin' || session()?.role === 'Office'
  return [
    preset('all'),
    preset('proposed', fieldIs('status', 'proposed')),
    preset('evaluation', fieldIs('status', 'under_evaluation')),
    preset('approved', fieldIs('status', 'approved')),
    preset('conditional', fieldIs('status', 'conditional')),
    ...(house
      ? [
          preset('duplicates', fieldIs('status', 'proposed'), fieldIsSet('duplicate_of_id')),
          preset('licence', ...licenceEndsBy(addDays(today(), -1))),
        ]
      : []),
  ]
}

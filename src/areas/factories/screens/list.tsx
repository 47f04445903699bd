import { useMemo } from 'react'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs, fieldIsSet } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { session } from '#web/providers/session.ts'
import { factories } from '../area'

/** Factories by pending step, and problems. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(factoryPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} />
}

const factoryPresets = (): Preset[] => {
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
          preset('licence', { field: 'business_licence_expiry', op: '_lt', values: [today()] }),
        ]
      : []),
  ]
}

const { preset } = presetsOf(factories)

/** Conditions that ran out and licences that expired catch the eye. */
const markOf = ({ status, conditional_until, business_licence_expiry }: AnyRecord): Tone | null => {
  if (status === 'conditional' && typeof conditional_until === 'string' && conditional_until < today()) return 'danger'
  return typeof business_licence_expiry === 'string' && business_licence_expiry < today() ? 'warning' : null
}

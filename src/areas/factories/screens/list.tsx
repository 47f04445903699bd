import { useMemo } from 'react'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { session } from '#web/providers/session.ts'
import { screenText } from './words'

/** Factories by the step that waits for somebody, and what is out of order. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(factoryPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} />
}

const factoryPresets = (): Preset[] => {
  const house = session()?.role === 'admin' || session()?.role === 'Office'
  return [
    preset('all'),
    preset('proposed', ...status('proposed')),
    preset('evaluation', ...status('under_evaluation')),
    preset('approved', ...status('approved')),
    preset('conditional', ...status('conditional')),
    ...(house
      ? [
          preset('duplicates', ...status('proposed'), { field: 'duplicate_of_id', op: '_nnull', values: ['true'] }),
          preset('licence', { field: 'business_licence_expiry', op: '_lt', values: [today()] }),
        ]
      : []),
  ]
}

const preset = (name: string, ...filters: Filter[]): Preset => ({ name, label: screenText(`presets.${name}`), filters })

const status = (state: string): Filter[] => [{ field: 'status', op: '', values: [state] }]

/** Conditions that ran out and licences that expired catch the eye. */
const markOf = ({ status, conditional_until, business_licence_expiry }: AnyRecord): Tone | null => {
  if (status === 'conditional' && typeof conditional_until === 'string' && conditional_until < today()) return 'danger'
  return typeof business_licence_expiry === 'string' && business_licence_expiry < today() ? 'warning' : null
}

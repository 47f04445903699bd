import { useMemo } from 'react'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { auditingFirms } from '../area'

/** The list of auditing firms, with a preset for expired accreditations. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(firmPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} />
}

const firmPresets = (): Preset[] => [
  preset('all'),
  statePreset('active'),
  statePreset('suspended'),
  preset('expired', { field: 'accreditation_expiry', op: '_lt', values: [today()] }),
]

const { preset, statePreset } = presetsOf(auditingFirms)

const markOf = ({ status, accreditation_expiry }: AnyRecord): Tone | null => {
  if (status === 'suspended') return 'danger'
  return typeof accreditation_expiry === 'string' && accreditation_expiry < today() ? 'warning' : null
}

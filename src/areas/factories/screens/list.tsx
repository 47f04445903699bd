import { useMemo } from 'react'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { makingStates } from '#shared/trade/licence.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { factoryPresets } from './presets'

/** The list of factories, with presets by pending step and for problems. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(factoryPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} />
}

/** Tone of a row: red for expired conditions, and for expired licences of factories in use. */
const markOf = ({ status, conditional_until, business_licence_expiry }: AnyRecord): Tone | null => {
  if (status === 'conditional' && typeof conditional_until === 'string' && conditional_until < today()) return 'danger'
  const isMaking = makingStates.includes(String(status))
  return isMaking && typeof business_licence_expiry === 'string' && business_licence_expiry < today() ? 'warning' : null
}

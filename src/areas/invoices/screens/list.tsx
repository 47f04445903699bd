import { useMemo } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { session } from '#web/providers/session.ts'
import { cells, housePresets, markOf, supplierPresets } from './presets'

/** Invoices by what has to be done with them. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  const isHouse = isOfficeRole(session()?.role ?? 'user')
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(isHouse ? housePresets : supplierPresets, [language, isHouse])
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

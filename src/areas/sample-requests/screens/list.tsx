import { useMemo } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { chosenLabels } from './label-menu'
import { cells, housePresets, markOf } from './presets'

/** Sample requests of all rounds. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(housePresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} chosen={chosenLabels} />
}

import { useMemo } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { markOf, taskPresets } from './presets'

/** Milestones of all lines; initially pending ones, the earliest first. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(taskPresets, [language])
  if (!useInitialFilters(area, toDo)) return null
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

/** Wide enough for the longest name of a milestone. */
const cells = { name_en: { width: 276 } }

const toDo = [fieldIs('status', 'pending')]

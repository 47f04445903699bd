import { useMemo } from 'react'
import { daysBetween } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { today } from '#web/fields/day.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { tnaTasks } from '../area'

/** Milestones of all lines, from the start those that are still to be done, the earliest first. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(taskPresets, [language])
  if (!useInitialFilters(area, toDo)) return null
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

/** The longest milestone's name has room. */
const cells = { name_en: { width: 276 } }

const toDo = [fieldIs('status', 'pending')]

const { preset, statePreset } = presetsOf(tnaTasks)

const taskPresets = (): Preset[] => [
  statePreset('pending'),
  preset('late', fieldIs('is_late', 'true')),
  statePreset('done'),
  statePreset('skipped'),
  preset('all'),
]

/** Late ones catch the eye. */
const markOf = ({ status, revised_date }: AnyRecord): Tone | null =>
  status === 'pending' && typeof revised_date === 'string' && daysBetween(revised_date, today()) > 0 ? 'danger' : null

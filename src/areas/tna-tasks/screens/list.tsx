import { useMemo } from 'react'
import { daysBetween } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { today } from '#web/fields/day.ts'
import { stateLabel, t, useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { useStart } from '#web/kit/list/use-start.ts'
import { tnaTasks } from '../area'

/** Milestones of all lines, from the start those that are still to be done, the earliest first. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(taskPresets, [language])
  if (!useStart(area, toDo)) return null
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

/** The longest milestone's name has room. */
const cells = { name_en: { width: 276 } }

const is = (field: string, value: string): Filter => ({ field, op: '', values: [value] })
const toDo = [is('status', 'pending')]

const taskPresets = (): Preset[] => [
  { name: 'pending', label: stateLabel(tnaTasks, 'pending'), filters: toDo },
  { name: 'late', label: t('areas.tna-tasks.presets.late'), filters: [is('is_late', 'true')] },
  { name: 'done', label: stateLabel(tnaTasks, 'done'), filters: [is('status', 'done')] },
  { name: 'skipped', label: stateLabel(tnaTasks, 'skipped'), filters: [is('status', 'skipped')] },
  { name: 'all', label: t('areas.tna-tasks.presets.all'), filters: [] },
]

/** Late ones catch the eye. */
const markOf = ({ status, revised_date }: AnyRecord): Tone | null =>
  status === 'pending' && typeof revised_date === 'string' && daysBetween(revised_date, today()) > 0 ? 'danger' : null

import type { Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { stateLabel, t } from '#web/i18n.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { sameFilter } from './list-address'

/** A predefined filter of a list; at most one is active. One without filters shows everything. */
export interface Preset {
  name: string
  label: string
  filters: readonly Filter[]
}

/** A preset for all records and one per state; none when the area has no states or more than fit in one line. */
export const statePresets = (area: Area): Preset[] => {
  const states = Object.keys(area.lifecycle?.states ?? {})
  if (states.length === 0 || states.length > 5) return []
  return [
    { name: 'all', label: t('kit.list.all'), filters: [] },
    ...states.map(
      (state): Preset => ({
        name: state,
        label: stateLabel(area, state),
        filters: [{ field: 'status', op: '', values: [state] }],
      }),
    ),
  ]
}

/** The presets whose fields the signed-in person may read: the server refuses filters by other fields. */
export const readablePresets = (area: Area, presets: readonly Preset[]): Preset[] => {
  const { mayRead } = fieldRights()
  return presets.filter(({ filters }) => filters.every(({ field }) => mayRead(area, field)))
}

/** The active preset: the most specific one whose filters are all set. */
export const activePreset = (presets: readonly Preset[], filters: readonly Filter[]): Preset | undefined =>
  presets
    .filter((preset) => preset.filters.every((filter) => filters.some((active) => sameFilter(filter, active))))
    .sort((a, b) => b.filters.length - a.filters.length)[0]

/** The list's filters with the chosen preset in place of the active one. */
export const withPreset = (presets: readonly Preset[], filters: readonly Filter[], chosen: Preset): Filter[] => [
  ...otherFilters(presets, filters).filter(
    (filter) => !chosen.filters.some(({ field, op }) => field === filter.field && op === filter.op),
  ),
  ...chosen.filters,
]

/** The filters in addition to the active preset. */
export const otherFilters = (presets: readonly Preset[], filters: readonly Filter[]): Filter[] => {
  const preset = activePreset(presets, filters)?.filters ?? []
  return filters.filter((filter) => !preset.some((presetFilter) => sameFilter(presetFilter, filter)))
}

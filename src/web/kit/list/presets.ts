import type { Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { stateLabel, t } from '#web/i18n.ts'
import { sameFilter } from './list-address'

/** A ready-made condition of a list, one click away; of several only one is on. One without filters stands for everything. */
export interface Preset {
  name: string
  label: string
  filters: readonly Filter[]
}

/** Everything, then one preset for each state, where they are few enough to stand in a line. */
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

/** The preset that is on: of those whose conditions are all set, the one that says most. */
export const activePreset = (presets: readonly Preset[], filters: readonly Filter[]): Preset | undefined =>
  presets
    .filter((preset) => preset.filters.every((own) => filters.some((one) => sameFilter(own, one))))
    .sort((one, other) => other.filters.length - one.filters.length)[0]

/** The conditions of the list with this preset in place of the one in force. */
export const withPreset = (presets: readonly Preset[], filters: readonly Filter[], chosen: Preset): Filter[] => [
  ...otherFilters(presets, filters).filter(
    (one) => !chosen.filters.some(({ field, op }) => field === one.field && op === one.op),
  ),
  ...chosen.filters,
]

/** The conditions that the preset in force does not already say. */
export const otherFilters = (presets: readonly Preset[], filters: readonly Filter[]): Filter[] => {
  const own = activePreset(presets, filters)?.filters ?? []
  return filters.filter((filter) => !own.some((one) => sameFilter(one, filter)))
}

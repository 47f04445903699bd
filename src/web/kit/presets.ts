import type { Area } from '../../shared/area'
import type { Filter } from '../../shared/list-query'
import { stateLabel } from '../i18n'

/** A ready-made condition of a list, one click away; of several only one is on. */
export interface Preset {
  name: string
  label: string
  filters: readonly Filter[]
}

/** One preset for each state, where they are few enough to stand in a line. */
export const statePresets = (area: Area): Preset[] => {
  const states = Object.keys(area.lifecycle?.states ?? {})
  return states.length > 5
    ? []
    : states.map((state) => ({
        name: state,
        label: stateLabel(area, state),
        filters: [{ field: 'status', op: '', values: [state] }],
      }))
}

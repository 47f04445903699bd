import type { Area } from '#shared/kit/area.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { stateLabel } from '#web/i18n.ts'
import { screenTexts } from '#web/kit/page/screen-texts.ts'
import type { Preset } from './presets'

/** Functions that create the presets of an area's list. */
export const presetsOf = (area: Area) => {
  const screenText = screenTexts(area)
  return {
    /** A preset whose label is the screen text `presets.<name>` of the area. */
    preset: (name: string, ...filters: Filter[]): Preset => ({ name, label: screenText(`presets.${name}`), filters }),
    /** A preset for one state, labelled with the state. */
    statePreset: (state: string): Preset => ({
      name: state,
      label: stateLabel(area, state),
      filters: [fieldIs('status', state)],
    }),
  }
}

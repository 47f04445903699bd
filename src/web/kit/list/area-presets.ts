import type { Area } from '#shared/kit/area.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import { stateLabel } from '#web/i18n.ts'
import { screenTexts } from '#web/kit/page/screen-texts.ts'
import type { Preset } from './presets'

/** The preset helpers of an area's list. */
export const presetsOf = (area: Area) => {
  const screenText = screenTexts(area)
  return {
    /** A preset with its label among the texts of the area's screens (`presets.<name>`). */
    preset: (name: string, ...filters: Filter[]): Preset => ({ name, label: screenText(`presets.${name}`), filters }),
    /** The records in one state, labelled by the state. */
    statePreset: (state: string): Preset => ({
      name: state,
      label: stateLabel(area, state),
      filters: [fieldIs('status', state)],
    }),
  }
}

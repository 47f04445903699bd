import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { onOpenLines } from '#web/kit/allocation/on-open-lines.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { accreditationAllocations } from '../area'

/** The list of line accreditations, with presets by state, the next ex-factory date first. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(statePresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

const { preset, statePreset } = presetsOf(accreditationAllocations)

const openStates = ['missing', 'expires_before', 'no_factory', 'in_review']

const statePresets = (): Preset[] => [
  preset('all', { field: 'status', op: '_nin', values: ['not_required'] }),
  preset('open', { field: 'status', op: '_in', values: openStates }, onOpenLines),
  ...['missing', 'expires_before', 'in_review', 'no_factory', 'covered', 'waived'].map((state) => {
    const all = statePreset(state)
    return { ...all, filters: [...all.filters, onOpenLines] }
  }),
]

/** Tone of a row: red when goods would leave a factory that is not accredited. */
const markOf = ({ status }: AnyRecord): Tone | null =>
  status === 'missing' || status === 'expires_before' ? 'danger' : null

const cells: Record<string, Partial<AreaColumn>> = {
  group_name: { width: 160 },
  programs_text: { width: 280 },
  factory_id: { width: 220 },
}

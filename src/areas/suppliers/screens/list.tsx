import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs, fieldIsSet } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { choiceLabel, useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { suppliers } from '../area'
import { standingTones } from './tones'

/** The list of suppliers, with presets by standing and for pending decisions. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(supplierPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

const supplierPresets = (): Preset[] => [
  preset('all'),
  statePreset('active'),
  statePreset('inactive'),
  standingPreset('watch'),
  standingPreset('blocked'),
  preset('waits', fieldIsSet('proposed_standing')),
]

const { preset, statePreset } = presetsOf(suppliers)

const standingPreset = (standing: string): Preset => ({
  name: standing,
  label: choiceLabel(suppliers, 'standing', standing),
  filters: [fieldIs('standing', standing)],
})

/** Tone of a row: blocked suppliers are red, suppliers on watch a warning. */
const markOf = ({ standing }: AnyRecord): Tone | null =>
  standing === 'blocked' ? 'danger' : standing === 'watch' ? 'warning' : null

const standingCell = (field: 'standing' | 'proposed_standing'): Partial<AreaColumn> => ({
  width: 136,
  display: 'flex',
  renderCell: ({ row }) =>
    row[field] ? (
      <ToneChip tone={standingTones[String(row[field])] ?? 'neutral'}>
        {choiceLabel(suppliers, field, String(row[field]))}
      </ToneChip>
    ) : null,
})

const cells: Record<string, Partial<AreaColumn>> = {
  standing: standingCell('standing'),
  proposed_standing: standingCell('proposed_standing'),
  score: { width: 88 },
}

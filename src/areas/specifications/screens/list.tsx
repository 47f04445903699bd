import Box from '@mui/material/Box'
import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { type SpecScope, type SpecType, scopeFields, specTypes } from '#shared/trade/specification.ts'
import { choiceLabel, fieldLabel, useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { specifications } from '../area'

/** The specifications, with chips by state and type. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(specPresets, [language])
  const cells = useMemo(() => ({ applies_to: scopeIn(language), title_en: titleColumn }), [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      rowMark={markOf}
      cellOverrides={cells}
      card={(spec) => <SpecCard spec={spec} />}
    />
  )
}

const { preset, statePreset } = presetsOf(specifications)

/** States first, then the types that most orders need, then the others. */
const specPresets = (): Preset[] => [
  preset('all'),
  ...['draft', 'under_review', 'scheduled', 'active'].map(statePreset),
  ...usualTypes.map(
    (type): Preset => ({
      name: type,
      label: choiceLabel(specifications, 'spec_type', type),
      filters: [fieldIs('spec_type', type)],
    }),
  ),
  preset('other_types', fieldIs('spec_type', ...specTypes.filter((type) => !usualTypes.includes(type)))),
]
const usualTypes: readonly SpecType[] = ['measurement', 'packing', 'carton_marking', 'security_tagging']

const markOf = ({ status }: AnyRecord): Tone | null => (status === 'under_review' ? 'warning' : null)

/** The name of the record that it applies to, instead of the kind of scope. */
const scopeIn = (_language: string): Partial<AreaColumn> => ({
  width: 200,
  renderCell: ({ row }) => scopeName(row as AnyRecord),
})
const titleColumn: Partial<AreaColumn> = { minWidth: 280, flex: 640 }

const scopeName = (spec: AnyRecord) =>
  formatValue(specifications, scopeFields[spec.applies_to as SpecScope] ?? 'applies_to', spec)

function SpecCard({ spec }: { spec: AnyRecord }) {
  const from = formatValue(specifications, 'effective_from', spec)
  return (
    <Box sx={{ display: 'grid', gap: 0.75, fontSize: 13 }}>
      <span>
        <ToneChip tone="neutral">{formatValue(specifications, 'spec_type', spec)}</ToneChip>
      </span>
      <Box sx={{ color: 'text.secondary' }}>
        {scopeName(spec)}
        {from && ` · ${fieldLabel(specifications, 'effective_from')} ${from}`}
      </Box>
    </Box>
  )
}

import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { choiceLabel, stateLabel, useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { suppliers } from '../area'
import { standingTones } from './tones'
import { screenText } from './words'

/** Suppliers by how they stand, and those about whom an administrator has to decide. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(supplierPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

const supplierPresets = (): Preset[] => [
  { name: 'all', label: screenText('presets.all'), filters: [] },
  preset('active', stateLabel(suppliers, 'active'), 'status', 'active'),
  preset('inactive', stateLabel(suppliers, 'inactive'), 'status', 'inactive'),
  ...(fieldRights().mayRead(suppliers, 'standing')
    ? [
        preset('watch', choiceLabel(suppliers, 'standing', 'watch'), 'standing', 'watch'),
        preset('blocked', choiceLabel(suppliers, 'standing', 'blocked'), 'standing', 'blocked'),
        preset('waits', screenText('presets.waits'), 'proposed_standing', 'true', '_nnull'),
      ]
    : []),
]

const preset = (name: string, label: string, field: string, value: string, op: Filter['op'] = ''): Preset => ({
  name,
  label,
  filters: [{ field, op, values: [value] }],
})

/** Those that get no orders and those that are watched catch the eye. */
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

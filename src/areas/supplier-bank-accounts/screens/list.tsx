import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { stateLabel, useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { can } from '#web/providers/permission.ts'
import { supplierBankAccounts } from '../area'
import { screenText } from './words'

/** Bank accounts by the step that waits. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(accountPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

/** The end of the number is what tells accounts apart: it must not be cut off. */
const cells: Record<string, Partial<AreaColumn>> = { account_title: { width: 480, flex: 480 } }

const accountPresets = (): Preset[] => [
  { name: 'all', label: screenText('presets.all'), filters: [] },
  ...(can(supplierBankAccounts.name, 'move:approve')
    ? [
        preset('to_check', screenText('presets.to_check'), 'submitted'),
        preset('to_approve', screenText('presets.to_approve'), 'checked'),
      ]
    : []),
  preset('active', stateLabel(supplierBankAccounts, 'active'), 'active'),
]

const preset = (name: string, label: string, status: string): Preset => ({
  name,
  label,
  filters: [{ field: 'status', op: '', values: [status] }],
})

const markOf = ({ status }: AnyRecord): Tone | null =>
  status === 'suspended' || status === 'rejected'
    ? 'danger'
    : status === 'submitted' || status === 'checked'
      ? 'warning'
      : null

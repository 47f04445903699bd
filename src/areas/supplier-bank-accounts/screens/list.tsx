import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { can } from '#web/providers/permission.ts'
import { supplierBankAccounts } from '../area'

/** The list of bank accounts, with presets by pending step. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(accountPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} cellOverrides={cells} />
}

/** The last digits identify an account, so they must not be truncated. */
const cells: Record<string, Partial<AreaColumn>> = { account_title: { width: 480, flex: 480 } }

const accountPresets = (): Preset[] => [
  preset('all'),
  ...(can(supplierBankAccounts.name, 'move:approve')
    ? [preset('to_check', fieldIs('status', 'submitted')), preset('to_approve', fieldIs('status', 'checked'))]
    : []),
  statePreset('active'),
]

const { preset, statePreset } = presetsOf(supplierBankAccounts)

const markOf = ({ status }: AnyRecord): Tone | null =>
  status === 'suspended' || status === 'rejected'
    ? 'danger'
    : status === 'submitted' || status === 'checked'
      ? 'warning'
      : null

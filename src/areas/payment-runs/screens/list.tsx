import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { Preset } from '#web/kit/list/presets.ts'
import { paymentRuns } from '../area'

/** The list of payment runs, with presets by pending step. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const presets = useMemo(runPresets, [language])
  return <AreaList area={area} presets={presets} rowMark={markOf} />
}

const { preset, statePreset } = presetsOf(paymentRuns)

const open: Filter = { field: 'status', op: '_nin', values: ['settled', 'cancelled'] }

const runPresets = (): Preset[] => [
  preset('all'),
  preset('open', open),
  statePreset('submitted'),
  statePreset('released'),
  statePreset('sent'),
  preset('failed', { field: 'failed_qty', op: '_gte', values: ['1'] }, fieldIs('status', 'settled')),
]

const markOf = ({ status, failed_qty }: AnyRecord): Tone | null =>
  Number(failed_qty) > 0 ? 'danger' : status === 'submitted' ? 'warning' : null

import { today, weekOf } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type Filter, fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { awaitedStates, settledStates } from '#shared/trade/document-set.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { shippingDocuments } from '../area'
import { ClockChip } from './clock'

const { preset } = presetsOf(shippingDocuments)

/** Documents that are neither approved nor unnecessary. */
export const stillOpen: Filter = { field: 'status', op: '_nin', values: [...settledStates] }

/** Presets by what is left to do. */
export const presets = (): Preset[] => [
  preset('all'),
  preset('open', stillOpen),
  preset('missing', fieldIs('status', 'missing'), fieldIs('is_required', 'true')),
  preset('to_review', fieldIs('status', 'uploaded', 'under_review')),
  preset('rejected', fieldIs('status', 'rejected')),
  preset('due_week', { field: 'due_by', op: '_lte', values: [weekOf(today()).to] }),
  preset('late', fieldIs('is_late', 'true')),
  preset('differences', fieldIs('has_differences', 'true')),
]

const awaited: ReadonlySet<string> = new Set(awaitedStates)
const settled: ReadonlySet<string> = new Set(settledStates)

/** Whether a missing document is past its due date. */
export const isLate = ({ status = '', is_required, due_date }: AnyRecord): boolean =>
  is_required === true && awaited.has(status) && typeof due_date === 'string' && due_date < today()

/** Tone of a row: late documents in red, unsettled differences from the booking as a warning. */
export const markOf = (document: AnyRecord): Tone | null => {
  if (isLate(document)) return 'danger'
  const hasDifferences = Array.isArray(document.differences) && document.differences.length > 0
  return hasDifferences && !settled.has(document.status ?? '') ? 'warning' : null
}

export const cells: Record<string, Partial<AreaColumn>> = {
  document_title: { width: 260 },
  doc_type: { width: 190 },
  present_by: {
    width: 150,
    display: 'flex',
    renderCell: ({ row }) => <ClockChip document={row as AnyRecord} />,
  },
}

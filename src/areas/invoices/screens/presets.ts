import { today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { dueThisWeek, invoiceFilters } from '#shared/trade/invoice-filters.ts'
import { payableStates, signOf } from '#shared/trade/invoice-terms.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { invoices } from '../area'

const { preset } = presetsOf(invoices)

type Name = keyof typeof invoiceFilters
const named = (...names: Name[]): Preset[] => names.map((name) => preset(name, ...invoiceFilters[name]))

/** Presets for the office, by what it has to do or waits for. */
export const housePresets = (): Preset[] => [
  preset('all'),
  ...named('to_review', 'with_exceptions', 'disputed', 'to_pay'),
  preset('due_week', ...dueThisWeek(today())),
  ...named('overdue', 'paid'),
]

/** Presets for suppliers, by what they have to do or wait for. */
export const supplierPresets = (): Preset[] => [
  preset('all'),
  ...named('drafts', 'disputed', 'to_review', 'to_pay', 'overdue', 'paid'),
]

const payable: ReadonlySet<string> = new Set(payableStates)

/** Tone of a row: red for overdue or disputed invoices, a warning for exceptions of the match. */
export const markOf = ({ status = '', type, due_date, match_status }: AnyRecord): Tone | null => {
  if (payable.has(status) && signOf(type) > 0 && typeof due_date === 'string' && due_date < today()) return 'danger'
  if (status === 'disputed') return 'danger'
  return match_status === 'exception' && (status === 'submitted' || status === 'under_review') ? 'warning' : null
}

export const cells: Record<string, Partial<AreaColumn>> = {
  invoice_no: { width: 150 },
  supplier_id: { width: 170 },
  currency: { width: 84 },
  total: { width: 116 },
  balance: { width: 116 },
  due_date: { width: 128 },
  match_status: { width: 136 },
  exceptions: { width: 220 },
}

import { today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { bookingFilters, sailingThisWeek } from '#shared/trade/booking-filters.ts'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { bookings } from '../area'

const { preset } = presetsOf(bookings)

type Name = keyof typeof bookingFilters
const named = (...names: Name[]): Preset[] => names.map((name) => preset(name, bookingFilters[name]))

/** Presets for the office, by what it has to do or waits for. */
export const housePresets = (): Preset[] => [
  preset('all'),
  ...named('to_approve', 'to_confirm', 'awaiting_instruction', 'instruction_late'),
  preset('sailing', ...sailingThisWeek(today())),
  ...named('documents_late', 'drafts'),
]

/** Presets for suppliers, by what they have to do or wait for. */
export const supplierPresets = (): Preset[] => [
  preset('all'),
  ...named('drafts', 'to_approve', 'awaiting_instruction', 'instruction_late'),
  preset('sailing', ...sailingThisWeek(today())),
  ...named('documents_late'),
]

/** Tone of a row: red for a missed cut-off or goods that should have departed. */
export const markOf = ({
  status = '',
  etd,
  atd,
  si_cutoff,
  cy_cutoff,
  documents_due,
  documents_complete_on,
}: AnyRecord): Tone | null => {
  const day = today()
  // Cut-offs are timestamps; the other values are dates.
  const isPast = (value: unknown) =>
    typeof value === 'string' && (value.includes('T') ? Date.parse(value) < Date.now() : value < day)
  if (status === 'confirmed' && isPast(si_cutoff ?? cy_cutoff ?? etd)) return 'danger'
  if (!atd && isPast(etd) && !ended.has(status)) return 'danger'
  return atd && !documents_complete_on && isPast(documents_due) ? 'warning' : null
}
const ended: ReadonlySet<string> = new Set(['rejected', 'cancelled', 'closed'])

export const cells: Record<string, Partial<AreaColumn>> = {
  booking_no: { width: 148 },
  supplier_id: { width: 190 },
  vessel: { width: 150 },
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { today } from '#shared/base/dates.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { type BookableLine, type BookedRow, bookedLineOf } from '#shared/trade/bookable.ts'
import {
  type BookedLine,
  type BookingFacts,
  exceptionsOf,
  instructionProblems,
  openUnits,
  submitProblems,
} from '#shared/trade/booking.ts'
import type { BookingException } from '#shared/trade/booking-terms.ts'
import { type Cargo, noCargo } from '#shared/trade/cargo.ts'
import { type CartonRow, cargoOfRows, withoutRows } from '#shared/trade/packing.ts'
import { useDebounced } from '#web/hooks/use-debounced.ts'
import { api } from '#web/providers/http.ts'
import { bookings } from '../../area'

export const wizardSteps = ['lines', 'cartons', 'cargo', 'documents', 'review'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** The step in which a problem can be corrected. */
export const stepOf = (field = ''): WizardStep => {
  if (/^lines\.\d+\.sizes/.test(field) || field.startsWith('cartons')) return 'cartons'
  if (field.startsWith('lines')) return 'lines'
  return field === 'exception_reason' ? 'review' : 'cargo'
}

/** The entered values of a booking, with the data of its order lines and the results derived from both. */
export const useBooking = (record: { id: number; status?: string } | undefined) => {
  const { control, setValue, getValues } = useFormContext()
  const values = useWatch({ control }) as BookingFacts & { lines?: BookedRow[] }
  // A new form starts with an empty row, which is ignored.
  const rows = (values.lines ?? []).filter(({ po_line_id }) => po_line_id)
  const ids = rows.flatMap(({ po_line_id }) => Number(po_line_id) || [])
  const [sought, setSought] = useState('')
  const [supplier, setSupplier] = useState<number | null>(null)
  const q = useDebounced(sought, 250)
  const linesById = useRef(new Map<number, BookableLine>()).current
  const isInstruction = record?.status === 'confirmed'
  // Restored entries may contain lines beyond the first page of the list, so these are requested by id.
  const requestedIds = useRef(new Set<number>()).current
  for (const id of ids) if (!linesById.has(id)) requestedIds.add(id)
  const query = useQuery({
    queryKey: [bookings.name, 'bookable', record?.id ?? null, q, supplier, [...requestedIds]],
    queryFn: ({ signal }) =>
      api<{ lines: BookableLine[]; more: boolean }>('GET', `${bookings.name}/bookable`, {
        params: {
          ...(q ? { q } : {}),
          ...(supplier ? { supplier_id: String(supplier) } : {}),
          ...(record ? { booking_id: String(record.id) } : {}),
          ...(ids.length > 0 ? { ids: ids.join(',') } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
  for (const line of query.data?.lines ?? []) linesById.set(line.id, line)
  const lines = rows.flatMap((row, index): BookedLine[] => {
    const line = linesById.get(Number(row.po_line_id))
    return line ? [bookedLineOf(line, row, index, line)] : []
  })
  const first = linesById.get(ids[0] ?? 0)
  const facts: BookingFacts = {
    ...values,
    factory_country: first && first.factory_id === values.factory_id ? first.factory_country : null,
    loading_country: first?.loading_country ?? null,
  }
  const isKnown = ids.every((id) => linesById.has(id))
  // Without the data of the lines, problems cannot be computed.
  const problems: Problem[] = !isKnown
    ? []
    : isInstruction
      ? instructionProblems(facts, lines)
      : submitProblems(facts, lines, today())
  const exceptions: BookingException[] = isKnown ? exceptionsOf(facts, lines) : []
  const cargo: Cargo = useMemo(() => (values.cartons ? cargoOfRows(values.cartons) : noCargo), [values.cartons])

  const setField = (name: string, value: unknown) => setValue(name, value, { shouldDirty: true, shouldTouch: true })
  const toggle = (line: BookableLine) => {
    const now = (getValues('lines') ?? []) as BookedRow[]
    if (now.some(({ po_line_id }) => po_line_id === line.id)) {
      setField(
        'lines',
        now.filter(({ po_line_id }) => po_line_id !== line.id),
      )
      const cartons = (getValues('cartons') ?? []) as CartonRow[]
      if (cartons.some(({ po_line_id }) => po_line_id === line.id))
        setField(
          'cartons',
          withoutRows(cartons, ({ po_line_id }) => po_line_id === line.id),
        )
      return
    }
    const sizes = line.sizes.map(({ size_id, ordered, elsewhere }) => ({
      size_id,
      qty: openUnits({ size_id, ordered, elsewhere, here: 0 }),
    }))
    setField('lines', [...now.filter(({ po_line_id }) => po_line_id), { po_line_id: line.id, sizes }])
    if (!getValues('factory_id') && line.factory_id) setField('factory_id', line.factory_id)
  }
  return {
    ...{ record, rows, lines, known: linesById, query, sought, setSought, supplier, setSupplier, isInstruction },
    ...{ values, problems, exceptions, cargo, write: setField, toggle, first, isKnown },
  }
}
export type BookingState = ReturnType<typeof useBooking>

const Context = createContext<BookingState | null>(null)
export const BookingProvider = Context.Provider
export const useBookingState = (): BookingState => {
  const state = useContext(Context)
  if (!state) throw new Error('useBookingState must be used inside the booking wizard (BookingProvider)')
  return state
}

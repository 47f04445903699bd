import { addDays } from '#shared/base/dates.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  adminExceptions,
  type BookingException,
  bookingExceptions,
  isContainerised,
  isModeChange,
  veryLateDays,
} from './booking-terms'
import { type ContainerType, fillOf, isFillError } from './cargo'
import {
  type CartonRow,
  cargoByContainer,
  cartonRowProblems,
  containerOf,
  firstOfRuns,
  measureFields,
  packedUnits,
  unitKey,
} from './packing'
import { maxUnits, minUnits } from './production'

/** Units of one size of an order line: ordered, on other bookings, and on this booking. */
export interface BookedSize {
  size_id: number | null
  ordered: number
  elsewhere: number
  here: number
}

/** An order line on a booking, as far as the rules need it. */
export interface BookedLine {
  po_line_id: number
  line_title: string
  /** The index of its row on the booking. */
  index: number
  ex_factory_date: string | null
  ship_window_start: string | null
  ship_window_end: string | null
  over_pct: number
  under_pct: number
  transport_mode: string | null
  factory_id: number | null
  qty: number
  sizes: readonly BookedSize[]
  /** Open kinds of requirement that prevent the booking, and those that only cause a warning. */
  blocking: readonly string[]
  warning: readonly string[]
}

/** A booking, as far as its rules need it. In a draft, fields may be missing. */
export interface BookingFacts {
  load_type?: unknown
  factory_id?: unknown
  /** Countries of the factory and of the port of loading. */
  factory_country?: string | null
  loading_country?: string | null
  cargo_ready_date?: unknown
  requested_etd?: unknown
  part_shipment?: unknown
  goods_description?: unknown
  dangerous_goods?: unknown
  dangerous_class?: unknown
  exception_reason?: unknown
  cartons?: readonly CartonRow[]
  containers?: readonly { container_no?: unknown; type?: unknown }[]
}

/** The maximum units of a size over all bookings: the ordered units plus the over-tolerance of the order. */
export const mostUnits = (ordered: number, over_pct: number): number => maxUnits(ordered, over_pct)

/** The units of a size that can still be booked; never negative. */
export const openUnits = ({ ordered, elsewhere }: BookedSize, over_pct = 0): number =>
  Math.max(mostUnits(ordered, over_pct) - elsewhere, 0)

/** The minimum units with which a line counts as complete. */
export const leastUnits = ({ qty, under_pct }: Pick<BookedLine, 'qty' | 'under_pct'>): number =>
  minUnits(qty, under_pct)

const sumOf = (sizes: readonly BookedSize[], field: 'here' | 'elsewhere' | 'ordered') =>
  sizes.reduce((sum, size) => sum + size[field], 0)

/** Whether the line, over all its bookings, has fewer units than its order accepts as complete. */
export const isPart = (line: BookedLine): boolean =>
  sumOf(line.sizes, 'here') + sumOf(line.sizes, 'elsewhere') < leastUnits(line)

/** The exceptions of a booking from its order, in the order of `bookingExceptions`. */
export const exceptionsOf = (booking: BookingFacts, lines: readonly BookedLine[]): BookingException[] => {
  const ready = typeof booking.cargo_ready_date === 'string' ? booking.cargo_ready_date : null
  const exceptions = new Set<BookingException>()
  const { factory_country: factory, loading_country: port } = booking
  if (factory && port && factory !== port) exceptions.add('other_country')
  for (const line of lines) {
    const last = line.ship_window_end ?? line.ex_factory_date
    if (ready && line.ship_window_start && ready < line.ship_window_start) exceptions.add('early')
    if (ready && last && ready > last) exceptions.add(ready > addDays(last, veryLateDays) ? 'very_late' : 'late')
    if (line.sizes.some(({ ordered, elsewhere, here }) => here > 0 && elsewhere + here > ordered))
      exceptions.add('qty_over')
    if (isPart(line)) exceptions.add('qty_under')
    if (isModeChange(booking.load_type, line.transport_mode)) exceptions.add('mode_change')
    if (booking.factory_id && line.factory_id && booking.factory_id !== line.factory_id) exceptions.add('other_factory')
    for (const kind of line.warning) exceptions.add(kind === 'inspection' ? 'inspection_missing' : 'readiness')
  }
  if (exceptions.has('very_late')) exceptions.delete('late')
  return bookingExceptions.filter((exception) => exceptions.has(exception))
}

/** Whether only an administrator may approve a booking with these exceptions. */
export const needsAdmin = (exceptions: readonly string[]): boolean =>
  adminExceptions.some((exception) => exceptions.includes(exception))

/** Problems of sizes with more booked units than the order tolerates. */
export const overBooked = (lines: readonly BookedLine[]): Problem[] =>
  lines.flatMap((line) =>
    line.sizes.flatMap((size, index) =>
      size.here > 0 && size.here > openUnits(size, line.over_pct)
        ? [
            problem(
              textOf('problems.bookings.over_booked', {
                line: line.line_title,
                count: openUnits(size, line.over_pct),
              }),
              `lines.${line.index}.sizes.${index}.qty`,
            ),
          ]
        : [],
    ),
  )

/** Problems that prevent submitting a booking. `today` is a date. */
export const submitProblems = (booking: BookingFacts, lines: readonly BookedLine[], today: string): Problem[] => [
  ...missingFields(booking),
  ...dateProblems(booking, today),
  ...lines.flatMap((line) => lineProblems(booking, line)),
  ...overBooked(lines),
  ...packingProblems(booking, lines),
  ...fillProblems(booking),
  ...(exceptionsOf(booking, lines).length > 0 && !isFilled(booking.exception_reason)
    ? [problem(textOf('problems.bookings.reason_needed'), 'exception_reason')]
    : []),
]

const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== ''

const missingFields = (booking: BookingFacts): Problem[] => [
  ...(['factory_id', 'cargo_ready_date', 'requested_etd'] as const).flatMap((field) =>
    booking[field] ? [] : [problem(textOf('validation.required'), field)],
  ),
  ...(isFilled(booking.goods_description) && String(booking.goods_description).trim().length >= shortestDescription
    ? []
    : [problem(textOf('problems.bookings.describe', { count: shortestDescription }), 'goods_description')]),
  ...(booking.dangerous_goods && !booking.dangerous_class
    ? [problem(textOf('validation.required'), 'dangerous_class')]
    : []),
]
const shortestDescription = 10

const dateProblems = ({ cargo_ready_date: ready, requested_etd: etd }: BookingFacts, today: string): Problem[] => [
  ...(typeof ready === 'string' && ready < today
    ? [problem(textOf('problems.bookings.ready_past'), 'cargo_ready_date')]
    : []),
  ...(typeof ready === 'string' && typeof etd === 'string' && etd < ready
    ? [problem(textOf('problems.bookings.etd_before_ready'), 'requested_etd')]
    : []),
]

const lineProblems = (booking: BookingFacts, line: BookedLine): Problem[] => {
  const path = `lines.${line.index}.po_line_id`
  return [
    ...(sumOf(line.sizes, 'here') === 0
      ? [problem(textOf('problems.bookings.no_units', { line: line.line_title }), `lines.${line.index}.sizes`)]
      : []),
    ...(isPart(line) && !booking.part_shipment
      ? [
          problem(
            textOf('problems.bookings.part_not_said', { line: line.line_title, count: leastUnits(line) }),
            'part_shipment',
          ),
        ]
      : []),
    ...(line.blocking.length > 0
      ? [
          problem(
            textOf('problems.bookings.requirements_open', {
              line: line.line_title,
              kinds: line.blocking.length,
            }),
            path,
          ),
        ]
      : []),
  ]
}

/** Compares the packing list with the booked units, and checks that each run has measures. */
const packingProblems = ({ cartons = [] }: BookingFacts, lines: readonly BookedLine[]): Problem[] => {
  if (cartons.length === 0) return [problem(textOf('problems.bookings.no_cartons'), 'cartons')]
  const packed = packedUnits(cartons)
  const booked = new Map(
    lines.flatMap(({ po_line_id, sizes }) => sizes.map(({ size_id, here }) => [unitKey(po_line_id, size_id), here])),
  )
  const differing = lines.filter(({ po_line_id, sizes }) =>
    sizes.some(({ size_id, here }) => (packed.get(unitKey(po_line_id, size_id)) ?? 0) !== here),
  )
  const unbookedRow = cartons.findIndex(({ po_line_id, size_id }) => !booked.has(unitKey(po_line_id, size_id)))
  const first = firstOfRuns(cartons)
  const unmeasuredRun = cartons.findIndex(
    (row, index) => first[index] && measureFields.some((field) => !(Number(row[field]) > 0)),
  )
  return [
    ...cartonRowProblems(cartons),
    ...differing.map(({ line_title, po_line_id, sizes }) =>
      problem(
        textOf('problems.bookings.packed_differs', {
          line: line_title,
          packed: sizes.reduce((sum, { size_id }) => sum + (packed.get(unitKey(po_line_id, size_id)) ?? 0), 0),
          booked: sumOf(sizes, 'here'),
        }),
        'cartons',
      ),
    ),
    ...(unbookedRow >= 0
      ? [problem(textOf('problems.bookings.not_on_booking'), `cartons.${unbookedRow}.po_line_id`)]
      : []),
    ...(unmeasuredRun >= 0
      ? [
          problem(
            textOf('problems.bookings.measures_needed', { carton: Number(cartons[unmeasuredRun]?.first_no) }),
            `cartons.${unmeasuredRun}.length_cm`,
          ),
        ]
      : []),
  ]
}

/** Problems of containers with more cargo than fits. */
const fillProblems = ({ load_type, cartons = [], containers = [] }: BookingFacts): Problem[] => {
  if (!isContainerised(load_type)) return []
  const cargo = cargoByContainer(cartons)
  return containers.flatMap(({ container_no, type }, index) => {
    const number = containerOf({ container_no })
    const loaded = number === null ? undefined : cargo.get(number)
    const faults = (loaded && fillOf(type as ContainerType, loaded)?.faults) ?? []
    return faults
      .filter(isFillError)
      .map((fault) => problem(textOf(fillTexts[fault as 'over_inner' | 'over_payload']), `containers.${index}.type`))
  })
}
const fillTexts = { over_inner: 'problems.bookings.over_inner', over_payload: 'problems.bookings.over_payload' }

/**
 * Problems that prevent submitting a shipping instruction: it needs the final packing list, and for a full container
 * load the number, seal and verified mass of each container.
 */
export const instructionProblems = (booking: BookingFacts, lines: readonly BookedLine[]): Problem[] => {
  const { load_type, cartons = [], containers = [] } = booking
  const isFull = load_type === 'fcl'
  const numbers = new Set(containers.flatMap((container) => containerOf(container) ?? []))
  const looseCarton = isFull ? cartons.findIndex((row) => !numbers.has(containerOf(row) ?? '')) : -1
  const loaded = new Set(cartons.map(containerOf))
  return [
    ...overBooked(lines),
    ...packingProblems(booking, lines),
    ...fillProblems(booking),
    ...(isFull && containers.length === 0 ? [problem(textOf('problems.bookings.no_containers'), 'containers')] : []),
    ...(isFull
      ? (containers as readonly Record<string, unknown>[]).flatMap((container, index) =>
          (['container_no', 'seal_no', 'vgm_kg'] as const).flatMap((field) =>
            container[field] ? [] : [problem(textOf('validation.required'), `containers.${index}.${field}`)],
          ),
        )
      : []),
    ...(isFull && cartons.length > 0
      ? containers.flatMap((container, index) => {
          const number = containerOf(container)
          return number === null || loaded.has(number)
            ? []
            : [problem(textOf('problems.bookings.empty_container', { number }), `containers.${index}.container_no`)]
        })
      : []),
    ...(looseCarton >= 0
      ? [
          problem(
            textOf('problems.bookings.not_in_container', { carton: Number(cartons[looseCarton]?.first_no) }),
            `cartons.${looseCarton}.container_no`,
          ),
        ]
      : []),
  ]
}

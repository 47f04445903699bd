import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { normalizeContainerNumber } from '#shared/standards/container-number.ts'
import { type BookingFacts, exceptionsOf, needsAdmin, overBooked } from '#shared/trade/booking.ts'
import { bookedStates, type LoadType } from '#shared/trade/booking-terms.ts'
import { type Cargo, chargeableOf, cubicMetres, kilograms, noCargo } from '#shared/trade/cargo.ts'
import { laneDifferences, laneFields } from '#shared/trade/lane.ts'
import {
  type CartonRow,
  cargoByContainer,
  cargoByLine,
  cargoOfRows,
  cartonCount,
  firstOfRuns,
  runKey,
} from '#shared/trade/packing.ts'
import { bookedLinesOf, type LineFacts, lockOrders, readLineFacts } from './lines'

/**
 * Completes bookings: numbers new ones, copies lane and titles from the order lines, adds up cartons and cargo, sets the
 * exceptions, and refuses units that are booked already. Returns the problems of each booking.
 */
export const completeBookings = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const problems: Problem[][] = []
  const lineIds = changes.filter(({ before, after }) => counts(before) || counts(after)).flatMap(linesOfChange)
  if (lineIds.length > 0 && !work.isTrial) await lockOrders(work.tx, [...new Set(lineIds)])
  const countries = await readCountries(work, changes)
  for (const change of changes) {
    const { before, after } = change
    if (!before) await fillInitialValues(work, after)
    const ids = [...new Set(((after.lines ?? []) as Doc[]).map(({ po_line_id }) => Number(po_line_id)))]
    const facts = await readLineFacts(work.tx, ids, Number(after.id) || null)
    copyLane(after, facts)
    fillLines(after, facts)
    fillCartons(after)
    sumCargo(after)
    const lines = bookedLinesOf(after, facts, work.context.settings)
    after.exceptions = settledExceptions(before, after, exceptionsOf(factsOf(after, countries), lines))
    after.needs_admin = needsAdmin(after.exceptions as string[])
    await numberCartons(work, change)
    problems.push(work.me.id === 0 ? [] : [...lineProblems(change, facts), ...(counts(after) ? overBooked(lines) : [])])
  }
  return problems
}

/** The facts of a booking that its rules need. */
export const factsOf = (booking: Doc, countries: Countries): BookingFacts => ({
  ...(booking as BookingFacts),
  factory_country: countries.factories.get(Number(booking.factory_id)) ?? null,
  loading_country: countries.ports.get(Number(booking.port_of_loading_id)) ?? null,
})

interface Countries {
  factories: ReadonlyMap<number, string | null>
  ports: ReadonlyMap<number, string | null>
}

/** Reads the countries of the bookings' factories and ports of loading. */
export const readCountries = async ({ tx }: Pick<Work, 'tx'>, changes: readonly Change[]): Promise<Countries> => {
  const factories = await tx.query<{ id: number; country: string | null }>(
    'select id, country from factories where id = any($1::bigint[])',
    [[...new Set(changes.flatMap(({ after }) => Number(after.factory_id) || []))]],
    'booking_factories',
  )
  const lines = [...new Set(changes.flatMap(linesOfChange))]
  const ports = await tx.query<{ id: number; country: string | null }>(
    `select p.id, p.country from ports p where p.id in (
       select o.port_of_loading_id from po_lines l join purchase_orders o on o.id = l.purchase_order_id
       where l.id = any($1::bigint[]))`,
    [lines],
    'booking_ports',
  )
  return {
    factories: new Map(factories.map(({ id, country }) => [id, country])),
    ports: new Map(ports.map(({ id, country }) => [id, country])),
  }
}

const countedStates: ReadonlySet<string> = new Set(bookedStates)
/** Whether the units of a booking count as booked. */
const counts = (booking: Doc | null): boolean => booking !== null && countedStates.has(String(booking.status))

/** The ids of the order lines of a booking, before and after the write. */
export const linesOfChange = ({ before, after }: Change): number[] =>
  [before, after].flatMap((booking) =>
    ((booking?.lines ?? []) as Doc[]).flatMap(({ po_line_id }) => Number(po_line_id) || []),
  )

const fillInitialValues = async (work: Work, booking: Doc) => {
  booking.consignee ??= String(work.context.settings.company_name)
  if (!work.isTrial) booking.booking_no ??= await nextNumber(work.tx, 'BK', work.context.today)
}

/** Copies the lane of the first line; the other lines have to match it (`lineProblems`). */
const copyLane = (booking: Doc, facts: ReadonlyMap<number, LineFacts>) => {
  const line = facts.get(Number((booking.lines as Doc[] | undefined)?.[0]?.po_line_id))
  if (!line) return
  for (const field of laneFields) booking[field] = line.lane[field]
  booking.ship_to_country = line.ship_to_country
  booking.factory_id ??= line.factory_id
}

const fillLines = (booking: Doc, facts: ReadonlyMap<number, LineFacts>) => {
  const cargo = cargoByLine((booking.cartons ?? []) as CartonRow[])
  for (const row of (booking.lines ?? []) as Doc[]) {
    const line = facts.get(Number(row.po_line_id))
    if (line) {
      const { line_title, purchase_order_id, article_id, colourway_id } = line
      Object.assign(row, { line_title, purchase_order_id, article_id, colourway_id })
    }
    row.qty = ((row.sizes ?? []) as Doc[]).reduce((sum, { qty }) => sum + Number(qty ?? 0), 0)
    Object.assign(row, cargoFields(cargo.get(Number(row.po_line_id)) ?? noCargo))
  }
}

const cargoFields = ({ cartons, gross_g, net_g, volume_mm3 }: Cargo) => ({
  cartons_qty: cartons,
  gross_kg: gross_g > 0 ? kilograms(gross_g) : null,
  net_kg: net_g > 0 ? kilograms(net_g) : null,
  volume_m3: volume_mm3 > 0 ? cubicMetres(volume_mm3) : null,
})

const fillCartons = (booking: Doc) => {
  for (const row of (booking.cartons ?? []) as Doc[]) {
    row.carton_title = row.first_no === row.last_no ? `${row.first_no}` : `${row.first_no}–${row.last_no}`
    if (typeof row.container_no === 'string') row.container_no = normalizeContainerNumber(row.container_no) || null
  }
  for (const row of (booking.containers ?? []) as Doc[])
    if (typeof row.container_no === 'string') row.container_no = normalizeContainerNumber(row.container_no) || null
}

const sumCargo = (booking: Doc) => {
  const cartons = (booking.cartons ?? []) as CartonRow[]
  const cargo = cargoOfRows(cartons)
  Object.assign(booking, cargoFields(cargo), {
    pieces_qty: ((booking.lines ?? []) as Doc[]).reduce((sum, { qty }) => sum + Number(qty), 0),
    chargeable: cargo.cartons > 0 ? chargeableOf(cargo, booking.load_type as LoadType) : null,
  })
  const byContainer = cargoByContainer(cartons)
  for (const row of (booking.containers ?? []) as Doc[]) {
    const { cartons_qty, gross_kg, volume_m3 } = cargoFields(byContainer.get(String(row.container_no ?? '')) ?? noCargo)
    Object.assign(row, { cartons_qty, gross_kg, volume_m3 })
  }
}

/** Exceptions are recomputed until the booking is approved; afterwards only those about units are. */
const settledExceptions = (before: Doc | null, after: Doc, current: readonly string[]): string[] => {
  const status = String(after.status)
  if (openStates.has(status)) return [...current]
  if (!before || status !== 'confirmed') return (after.exceptions ?? []) as string[]
  const keptExceptions = ((before.exceptions ?? []) as string[]).filter((exception) => !unitExceptions.has(exception))
  return [...keptExceptions, ...current.filter((exception) => unitExceptions.has(exception))]
}
const openStates: ReadonlySet<string> = new Set(['draft', 'returned', 'submitted'])
const unitExceptions: ReadonlySet<string> = new Set(['qty_over', 'qty_under'])

/**
 * Assigns SSCC serials to every run of cartons; rows of the same cartons share them, and a run keeps them while its number
 * of cartons stays the same. Bookings that do not count, and bookings with more cartons than pieces, get no new serials,
 * because a mistyped number could use up the limited range.
 */
const numberCartons = async ({ tx, isTrial }: Work, { before, after }: Change) => {
  if (isTrial) return
  const rows = (after.cartons ?? []) as (CartonRow & Doc)[]
  const earlierCounts = new Map(((before?.cartons ?? []) as CartonRow[]).map((row) => [row.id, cartonCount(row)]))
  const isFirstOfRun = firstOfRuns(rows)
  const keptSerials = new Set<number>()
  const isKept = rows.map((row, index) => {
    const serial = Number(row.sscc_serial) || null
    if (!isFirstOfRun[index] || serial === null || keptSerials.has(serial)) return false
    if (earlierCounts.get(row.id) !== cartonCount(row)) return false
    keptSerials.add(serial)
    return true
  })
  const mayTakeSerials = counts(after) && Number(after.cartons_qty) <= Number(after.pieces_qty)
  const needed = rows.reduce(
    (sum, row, index) => sum + (mayTakeSerials && isFirstOfRun[index] && !isKept[index] ? serialsOf(row) : 0),
    0,
  )
  let next = needed > 0 ? await takeSerials(tx, needed) : 0
  const serials = new Map<string, number | null>()
  for (const [index, row] of rows.entries()) {
    const key = runKey(row)
    if (!isFirstOfRun[index]) row.sscc_serial = serials.get(key) ?? null
    else {
      if (!isKept[index]) {
        row.sscc_serial = mayTakeSerials ? next : null
        next += serialsOf(row)
      }
      serials.set(key, row.sscc_serial as number | null)
    }
  }
}

/** The serials that a row needs; a row with invalid carton numbers counts as one carton. */
const serialsOf = (row: Doc): number => Math.max(cartonCount(row), 1)

/** Reserves `count` consecutive serials and returns the first. */
const takeSerials = async (tx: Work['tx'], count: number): Promise<number> => {
  const [row] = await tx.query<{ value: number }>(
    `insert into counters as c (name, value) values ('SSCC', $1)
     on conflict (name) do update set value = c.value + $1 returning value`,
    [count],
    'booking_carton_serials',
  )
  return Number(row?.value) - count + 1
}

const lineProblems = ({ before, after }: Change, facts: ReadonlyMap<number, LineFacts>): Problem[] => {
  const rows = (after.lines ?? []) as Doc[]
  const earlierLines = new Set(((before?.lines ?? []) as Doc[]).map(({ po_line_id }) => Number(po_line_id)))
  const lane = facts.get(Number(rows[0]?.po_line_id))?.lane
  return rows.flatMap((row, index): Problem[] => {
    const line = facts.get(Number(row.po_line_id))
    if (!line) return []
    const field = `lines.${index}.po_line_id`
    const [difference] = lane ? laneDifferences(line.lane, lane) : []
    const sizes = new Set(line.sizes.map(({ size_id }) => size_id))
    return [
      ...(difference
        ? [
            problem(
              textOf('problems.bookings.other_lane', {
                line: line.line_title,
                field: textOf(`areas.purchase-orders.fields.${difference}`),
              }),
              field,
            ),
          ]
        : []),
      ...(!earlierLines.has(line.id) ? notBookable(line, field) : []),
      ...((row.sizes ?? []) as Doc[]).flatMap(({ size_id }, size) =>
        sizes.has((size_id as number | null) ?? null)
          ? []
          : [problem(textOf('problems.bookings.other_size'), `lines.${index}.sizes.${size}.size_id`)],
      ),
    ]
  })
}

/** The problem of adding a line to a booking whose order is not confirmed or that is not open. */
const notBookable = (line: LineFacts, field: string): Problem[] =>
  line.order_status === 'confirmed'
    ? notOpen(line, field)
    : [problem(textOf('problems.bookings.order_not_confirmed', { line: line.line_title }), field)]

const notOpen = ({ line_status, line_title }: LineFacts, field: string): Problem[] =>
  line_status === 'open' ? [] : [problem(textOf('problems.bookings.line_not_open', { line: line_title }), field)]

/** Problems of lines that were cancelled or closed after they were added to the booking. */
export const endedLines = ({ lines }: Doc, facts: ReadonlyMap<number, LineFacts>): Problem[] =>
  ((lines ?? []) as Doc[]).flatMap(({ po_line_id }, index) => {
    const line = facts.get(Number(po_line_id))
    return line ? notOpen(line, `lines.${index}.po_line_id`) : []
  })

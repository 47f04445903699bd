import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import { quoted } from '#shared/base/quoted.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { normalizeContainerNumber } from '#shared/standards/container-number.ts'
import { addDifferences, differenceOf, discrepanciesOf, freedStates, isLoose } from '#shared/trade/containers.ts'
import { note } from './note'

/**
 * Completes containers: number, title, sums of lines, due date of the empty container and the diary. Returns the problems
 * of numbers, appointments and lines.
 */
export const completeContainers = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  for (const { after } of changes) {
    if (typeof after.container_no === 'string')
      after.container_no = normalizeContainerNumber(after.container_no) || null
    sumLines(after)
  }
  await nameContainers(work, changes)
  for (const change of changes) {
    settleReturnDue(change)
    await noteDates(work, change)
  }
  const [numbers, appointments] = [await numberProblems(work, changes), await appointmentProblems(work, changes)]
  return changes.map((change, index) => [
    ...(numbers[index] ?? []),
    ...(appointments[index] ?? []),
    ...lineProblems(work, change),
  ])
}

export const linesOf = (container: Doc): Doc[] => (container.lines ?? []) as Doc[]
export const sizesOf = (line: Doc): Doc[] => (line.sizes ?? []) as Doc[]

const count = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const sum = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** Sums the expected, counted, short, over and damaged pieces of lines and container. */
const sumLines = (container: Doc) => {
  const lines = linesOf(container)
  for (const line of lines) {
    const sizes = sizesOf(line)
    const { short, over, damaged } = addDifferences(
      sizes.map((size) =>
        differenceOf({
          expected: Number(size.expected_qty ?? 0),
          received: count(size.received_qty),
          damaged: Number(size.damaged_qty ?? 0),
        }),
      ),
    )
    Object.assign(line, {
      expected_qty: sizes.reduce((total, size) => total + Number(size.expected_qty ?? 0), 0),
      received_qty: sum(sizes.map((size) => count(size.received_qty))),
      ...{ short_qty: short, over_qty: over, damaged_qty: damaged },
    })
  }
  const total = (field: string) => lines.reduce((pieces, line) => pieces + Number(line[field] ?? 0), 0)
  const [short, over, damaged] = [total('short_qty'), total('over_qty'), total('damaged_qty')]
  Object.assign(container, {
    ...{ expected_cartons: total('expected_cartons'), expected_qty: total('expected_qty') },
    received_cartons: sum(lines.map((line) => count(line.received_cartons))),
    received_qty: sum(lines.map((line) => count(line.received_qty))),
    ...{ short_qty: short, over_qty: over, damaged_qty: damaged },
    discrepancy: discrepanciesOf({ short, over, damaged }),
  })
}

/** Sets the titles: the number, or type and booking number of a consignment without one. */
const nameContainers = async ({ tx }: Work, changes: readonly Change[]) => {
  const nameless = changes.filter(({ after }) => !after.container_no)
  const ids = nameless.flatMap(({ after }) => Number(linesOf(after)[0]?.booking_id ?? 0) || [])
  const rows =
    ids.length === 0
      ? []
      : await tx.query<{ id: number; booking_no: string | null }>(
          'select id, booking_no from bookings where id = any($1::bigint[])',
          [ids],
          'container_bookings',
        )
  const numbers = new Map(rows.map(({ id, booking_no }) => [Number(id), booking_no]))
  for (const { before, after } of changes) {
    const booking_no = numbers.get(Number(linesOf(after)[0]?.booking_id ?? 0))
    after.container_title =
      after.container_no ??
      (booking_no ? `${after.type} ${booking_no}` : (before?.container_title ?? String(after.type)))
  }
}

/** Sets the due date of the empty container from its free days, unless a user set another date. */
const settleReturnDue = ({ before, after }: Change) => {
  const dueOf = (container: Doc | null): string | null =>
    container?.gated_out_on && typeof container.detention_free_days === 'number'
      ? addDays(String(container.gated_out_on), container.detention_free_days)
      : null
  const isDerived = !after.empty_return_due || after.empty_return_due === dueOf(before)
  if (isDerived) after.empty_return_due = dueOf(after) ?? after.empty_return_due ?? null
}

/** Adds diary entries for a new departure or arrival date: the first one is the plan, later ones are estimates. */
const noteDates = async (work: Work, { before, after }: Change) => {
  for (const [type, field] of [
    ['departed', 'etd'],
    ['arrived_port', 'eta'],
  ] as const) {
    const day = after[field]
    if (typeof day !== 'string' || before?.[field] === day) continue
    const hasPlan = before?.[field] != null
    note(work, after, { type, kind: hasPlan ? 'estimated' : 'planned', day })
  }
}

interface Numbered {
  id: number
  type: string
  container_no: string
  vessel: string | null
  voyage_no: string | null
}

/** A container number may be on one voyage at a time, in one container or in consignments that share a box. */
const numberProblems = async ({ tx, isTrial }: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const isOpen = ({ after }: Change) => !freedStates.some((state) => state === after.status)
  const changed = changes.filter(
    (change) =>
      isOpen(change) &&
      change.after.container_no &&
      (change.before?.container_no !== change.after.container_no || change.before.type !== change.after.type),
  )
  if (changed.length === 0) return changes.map(() => [])
  const numbers = [...new Set(changed.map(({ after }) => String(after.container_no)))].sort()
  // Locked until the end of the transaction, so that of two concurrent writes the second sees the number of the first.
  for (const number of isTrial ? [] : numbers)
    await tx.query(
      'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      [`container ${number}`],
      'container_number_lock',
    )
  const rows = await tx.query<Numbered>(
    `select id, type, container_no, vessel, voyage_no from containers
     where container_no = any($1::text[]) and status not in (${quoted(freedStates)})`,
    [numbers],
    'container_numbers',
  )
  return changes.map((change) => {
    const { after } = change
    const other =
      changed.includes(change) &&
      rows.find(
        (row) => row.container_no === after.container_no && Number(row.id) !== after.id && !isSharedBox(row, after),
      )
    return other
      ? [
          problem(
            textOf('problems.containers.open_elsewhere', {
              number: other.container_no,
              voyage: [other.vessel, other.voyage_no].filter(Boolean).join(' ') || '–',
            }),
            'container_no',
          ),
        ]
      : []
  })
}

const isSharedBox = (container: Numbered, other: Doc) =>
  isLoose(container.type) && isLoose(other.type) && isSameVoyage(container, other)

/** Whether two containers, or a container and a booking, are on the same voyage. */
export const isSameVoyage = (container: Pick<Numbered, 'vessel' | 'voyage_no'>, other: Doc): boolean =>
  sameWord(container.vessel, other.vessel) && sameWord(container.voyage_no, other.voyage_no)

const sameWord = (a: unknown, b: unknown) =>
  String(a ?? '')
    .trim()
    .toUpperCase() ===
  String(b ?? '')
    .trim()
    .toUpperCase()

const hourOf = (moment: unknown): string => new Date(String(moment)).toISOString().slice(0, 13)

/** A distribution centre takes as many appointments an hour as it has docks. */
const appointmentProblems = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const booked = changes.filter(
    ({ before, after }) =>
      after.appointment_at &&
      after.location_id &&
      (!before ||
        before.location_id !== after.location_id ||
        !before.appointment_at ||
        hourOf(before.appointment_at) !== hourOf(after.appointment_at)),
  )
  if (booked.length === 0) return changes.map(() => [])
  // Lock the locations, so that of two concurrent appointments for the last dock one is refused.
  const places = await work.tx.query<{ id: number; name: string; dock_capacity: number | null }>(
    `select id, name_en as name, dock_capacity from locations where id = any($1::bigint[]) order by id for no key update`,
    [booked.map(({ after }) => after.location_id)],
    'container_docks',
  )
  const taken = await work.tx.query<{ location_id: number; hour: string; taken: number }>(
    `select location_id, to_char(appointment_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as hour, count(*)::int as taken
     from containers where location_id = any($1::bigint[]) and appointment_at is not null and id <> all($2::bigint[])
       and status not in (${quoted(freedStates)})
     group by 1, 2`,
    [booked.map(({ after }) => after.location_id), changes.flatMap(({ before }) => Number(before?.id ?? 0) || [])],
    'container_appointments',
  )
  const used = new Map(taken.map((row) => [`${row.location_id} ${row.hour}`, row.taken]))
  return changes.map((change) => {
    const { after } = change
    if (!booked.includes(change)) return []
    if (work.me.id !== 0 && new Date(String(after.appointment_at)).toISOString() < work.now)
      return [problem(textOf('problems.containers.appointment_past'), 'appointment_at')]
    const location = places.find(({ id }) => Number(id) === Number(after.location_id))
    const key = `${after.location_id} ${hourOf(after.appointment_at)}`
    const occupied = used.get(key) ?? 0
    used.set(key, occupied + 1)
    return location?.dock_capacity && occupied >= location.dock_capacity
      ? [
          problem(
            textOf('problems.containers.docks_full', { place: location.name, count: location.dock_capacity }),
            'appointment_at',
          ),
        ]
      : []
  })
}

/** Refuses lines entered by users; goods come from bookings. */
const lineProblems = ({ me }: Work, { before, after }: Change): Problem[] =>
  me.id !== 0 && !before && linesOf(after).length > 0 ? [problem(textOf('problems.containers.goods_of_bookings'))] : []

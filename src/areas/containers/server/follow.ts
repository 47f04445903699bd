import { asPortal } from '#server/kit/as-portal.ts'
import { conflict } from '#server/kit/errors.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { quoted } from '#shared/base/quoted.ts'
import { textOf } from '#shared/kit/text.ts'
import { endedStates } from '#shared/trade/booking-terms.ts'
import { freedStates, notArrivedStates, unshippedStates } from '#shared/trade/containers.ts'
import { containers } from '../area'
import { type Box, type BoxLine, boxesOf } from './boxes'
import { isSameVoyage, linesOf, sizesOf } from './complete'
import { catchUp, copyingDates } from './settle'

/** States of a booking with an accepted shipping instruction, whose containers are known. */
const instructedStates = ['si_accepted', 'cargo_received', 'shipped', 'arrived']

/** Creates, changes, moves or empties the containers of written bookings. */
export const followBookings = async (work: Work, changes: readonly Change[]): Promise<void> => {
  if (work.isTrial || copyingDates.has(work.tx)) return
  for (const { before, after } of changes) {
    const isMoved = before?.status !== after.status
    if (endedStates.some((state) => state === after.status)) {
      if (before && isMoved) await removeGoods(work, after)
      continue
    }
    if (!instructedStates.includes(String(after.status))) continue
    if (!isMoved && before && instructionOf(before) === instructionOf(after)) continue
    await settleContainers(work, before, after)
    if (!isMoved) continue
    await moveContainers(work, after)
    await catchUp(work, after)
  }
}

/** Everything that containers copy from a booking, as text to compare. */
const instructionOf = (booking: Doc): string =>
  JSON.stringify([
    Object.values(termsOf(booking)),
    ((booking.containers ?? []) as Doc[]).map((row) => [row.container_no, row.type, row.seal_no, row.shipper_owned]),
    boxesOf(booking),
  ])

const termsOf = (booking: Doc) => ({
  carrier: booking.carrier ?? null,
  vessel: booking.vessel ?? null,
  voyage_no: booking.voyage_no ?? null,
  mbl_no: booking.mbl_no ?? booking.awb_no ?? null,
  port_of_loading_id: booking.port_of_loading_id ?? null,
  port_of_discharge_id: booking.port_of_discharge_id ?? null,
  location_id: booking.ship_to_location_id ?? null,
  etd: booking.etd ?? null,
  eta: booking.eta ?? null,
})

const repository = (work: Work) => work.kit.repository(containers.name)

/** Locks and reads the open containers with goods of a booking; they are written together with the goods of others. */
const containersOf = async (work: Work, booking: Doc): Promise<Doc[]> => {
  const rows = await work.tx.query<{ id: number }>(
    `select c.id from containers c
     where exists (select 1 from container_lines l where l.container_id = c.id and l.booking_id = $1)
       and c.status not in (${quoted(freedStates)}) order by c.id for update`,
    [booking.id],
    'containers_of_booking',
  )
  return (await repository(work).find(
    work.tx,
    system,
    rows.map(({ id }) => Number(id)),
  )) as Doc[]
}

/** Creates or changes the containers of a booking, and removes its goods from others that have not been shipped. */
const settleContainers = async (work: Work, before: Doc | null, booking: Doc) => {
  const facts = await readLines(work, booking)
  const existing = await containersOf(work, booking)
  const keptIds = new Set<unknown>()
  const boxes = boxesOf(booking)
  const named = new Set(boxes.map(({ container_no }) => container_no))
  const isUnrenamed = before !== null && boxesOf(before).every(({ container_no }) => named.has(container_no))
  for (const box of boxes) {
    // The office may have corrected the number, or given a consignment the number of the forwarder's box.
    const findRenamed = () =>
      existing.find(
        (container) =>
          isUnrenamed &&
          !keptIds.has(container.id) &&
          !named.has(container.container_no as string) &&
          holds(container, box),
      )
    const ownContainer = box.container_no
      ? (existing.find(({ container_no }) => container_no === box.container_no) ?? findRenamed())
      : existing[0]
    const container = ownContainer ?? (await findShared(work, box, booking))
    if (container) {
      keptIds.add(container.id)
      await putGoods(work, { before, booking, box, container, facts })
    } else
      await repository(work).create(asPortal(work, 'create'), [
        {
          ...termsOf(booking),
          ...{ container_no: box.container_no, type: box.type, seal_no: box.seal_no, shipper_owned: box.shipper_owned },
          lines: box.lines.map((line) => ({ ...lineOf(booking, line, facts), sizes: line.sizes })),
        },
      ])
  }
  for (const container of existing)
    if (!keptIds.has(container.id) && unshippedStates.some((state) => state === container.status))
      await removeFrom(work, container, booking)
}

/** Whether the goods of a box are in a container. */
const holds = (container: Doc, { lines }: Box): boolean =>
  lines.length > 0 &&
  lines.every((line) => linesOf(container).some((row) => Number(row.booking_line_id) === line.booking_line_id))

/** The unshipped container of that number on the same voyage, to be shared. Throws 409 if it is on another voyage. */
const findShared = async (work: Work, { container_no }: Box, booking: Doc): Promise<Doc | null> => {
  if (!container_no) return null
  const [row] = await work.tx.query<{ id: number; status: string; vessel: string | null; voyage_no: string | null }>(
    `select id, status, vessel, voyage_no from containers
     where container_no = $1 and status not in (${quoted(freedStates)}) order by type in ('LCL', 'AIR'), id for update`,
    [container_no],
    'container_of_number',
  )
  if (!row) return null
  // A container that the office created may have no voyage yet.
  const hasNoVoyage = !row.vessel && !row.voyage_no
  const isSharable =
    (hasNoVoyage || isSameVoyage(row, booking)) && unshippedStates.some((state) => state === row.status)
  if (!isSharable)
    throw conflict(
      'container_open',
      textOf('problems.containers.open_elsewhere', {
        number: container_no,
        voyage: [row.vessel, row.voyage_no].filter(Boolean).join(' ') || '–',
      }),
    )
  const [container] = await repository(work).find(work.tx, system, [Number(row.id)])
  return (container as Doc | undefined) ?? null
}

/** Puts the goods of a booking into a container beside those of others; values that the office changed since stay. */
const putGoods = async (
  work: Work,
  {
    before,
    booking,
    box,
    container,
    facts,
  }: { before: Doc | null; booking: Doc; box: Box; container: Doc; facts: LineFacts },
) => {
  if (!notArrivedStates.some((state) => state === container.status)) return
  const earlierTerms = before ? termsOf(before) : null
  const sealBefore = before && boxesOf(before).find(({ container_no }) => container_no === box.container_no)?.seal_no
  const terms = Object.entries(termsOf(booking)).filter(
    ([field, value]) =>
      value !== null &&
      (container[field] == null || (earlierTerms && earlierTerms[field as keyof typeof earlierTerms] !== value)),
  )
  const lines = linesOf(container)
  const presentLines = new Map(
    lines.flatMap((line) => (line.booking_id === booking.id ? [[Number(line.booking_line_id), line]] : [])),
  )
  await repository(work).edit(asPortal(work), Number(container.id), {
    ...Object.fromEntries(terms),
    ...(box.seal_no && (container.seal_no == null || sealBefore !== box.seal_no) && { seal_no: box.seal_no }),
    lines: [
      ...lines.filter((line) => line.booking_id !== booking.id).map(({ id }) => ({ id })),
      ...box.lines.map((line) => {
        const present = presentLines.get(line.booking_line_id)
        const sizes = new Map(present ? sizesOf(present).map((size) => [size.size_id ?? null, size.id]) : [])
        return {
          ...(present && { id: present.id }),
          ...lineOf(booking, line, facts),
          sizes: line.sizes.map((size) => {
            const id = sizes.get(size.size_id)
            return { ...(id !== undefined && { id }), ...size }
          }),
        }
      }),
    ],
  })
}

/** Removes the goods of a booking from a container; a container without other goods is cancelled. */
const removeFrom = async (work: Work, container: Doc, booking: Doc) => {
  const others = linesOf(container).filter((line) => line.booking_id !== booking.id)
  const id = Number(container.id)
  await repository(work).edit(asPortal(work), id, { lines: others.map((line) => ({ id: line.id })) })
  if (others.length > 0) return
  await repository(work).move(asPortal(work, 'cancel'), id, 'cancel', { reason: String(booking.booking_no ?? '') })
}

const removeGoods = async (work: Work, booking: Doc) => {
  for (const container of await containersOf(work, booking))
    if (unshippedStates.some((state) => state === container.status)) await removeFrom(work, container, booking)
}

/** Moves the containers of a booking through the steps that the booking has reached. */
const moveContainers = async (work: Work, booking: Doc) => {
  const reached = steps.slice(0, steps.findIndex(({ status }) => status === booking.status) + 1)
  for (const { move, from, day, asks } of reached) {
    if (!booking[day]) continue
    for (const { id, status } of await containersOf(work, booking))
      if (from.includes(String(status)))
        await repository(work).move(asPortal(work, move), Number(id), move, { [asks]: booking[day] })
  }
}

const steps: readonly { status: string; move: string; from: readonly string[]; day: string; asks: string }[] = [
  { status: 'cargo_received', move: 'load', from: ['planned'], day: 'cargo_received_on', asks: 'loaded_on' },
  { status: 'shipped', move: 'depart', from: unshippedStates, day: 'atd', asks: 'atd' },
  { status: 'arrived', move: 'arrive_port', from: ['on_water'], day: 'ata', asks: 'ata' },
]

type LineFacts = ReadonlyMap<number, { title: string | null; article_id: number | null; colourway_id: number | null }>

const readLines = async ({ tx }: Work, booking: Doc): Promise<LineFacts> => {
  const rows = await tx.query<{
    id: number
    title: string | null
    article_id: number | null
    colourway_id: number | null
  }>(
    'select id, line_title as title, article_id, colourway_id from po_lines where id = any($1::bigint[])',
    [((booking.lines ?? []) as Doc[]).map(({ po_line_id }) => Number(po_line_id))],
    'container_order_lines',
  )
  return new Map(rows.map(({ id, ...fact }) => [Number(id), fact]))
}

const lineOf = (
  booking: Doc,
  { booking_line_id, po_line_id, expected_cartons }: BoxLine,
  facts: LineFacts,
): Record<string, unknown> => {
  const fact = facts.get(po_line_id)
  return {
    ...{ supplier_id: booking.supplier_id, booking_id: booking.id, booking_line_id, po_line_id, expected_cartons },
    line_title: fact?.title ?? null,
    ...{ article_id: fact?.article_id ?? null, colourway_id: fact?.colourway_id ?? null },
  }
}

import type { Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import type { Input } from '#server/seeds/references.ts'
import { addDays } from '#shared/base/dates.ts'
import { containerCheckDigit } from '#shared/standards/container-number.ts'

/** A booking of the demo whose goods were received. */
export interface DemoReceivedBooking {
  id: number
  supplier_id: number
  load_type: string
  carrier: string | null
  vessel: string | null
  voyage_no: string | null
  mbl_no: string | null
  port_of_loading_id: number | null
  port_of_discharge_id: number | null
  location_id: number | null
  etd: string | null
  eta: string | null
  atd: string | null
  ata: string | null
  container_no: string | null
  type: string | null
  seal_no: string | null
  lines: {
    id: number
    po_line_id: number
    title: string | null
    article_id: number | null
    colourway_id: number | null
    cartons: number | null
    received_on: string | null
    sizes: { size_id: number | null; qty: number; received: number | null }[]
  }[]
}

export const demoReceivedBookings = `
  select b.id, b.supplier_id, b.load_type, b.carrier, b.vessel, b.voyage_no, coalesce(b.mbl_no, b.awb_no) as mbl_no,
    b.port_of_loading_id, b.port_of_discharge_id, b.ship_to_location_id as location_id,
    b.etd::text, b.eta::text, b.atd::text, b.ata::text, k.container_no, k.type, k.seal_no,
    (select json_agg(json_build_object('id', x.id, 'po_line_id', x.po_line_id, 'title', x.line_title,
        'article_id', x.article_id, 'colourway_id', x.colourway_id, 'cartons', x.cartons_qty, 'received_on', x.received_on,
        'sizes', (select json_agg(json_build_object('size_id', s.size_id, 'qty', s.qty, 'received', s.received_qty) order by s.id)
          from booking_line_sizes s where s.booking_line_id = x.id)) order by x.id)
      from booking_lines x where x.booking_id = b.id) as lines
  from bookings b left join lateral (
    select c.container_no, c.type, c.seal_no from booking_containers c where c.booking_id = b.id order by c.id limit 1) k on true
  where b.status = 'closed' and b.ata is not null order by b.id`

/** Containers whose goods were received in the quantities of their bookings; in some, a few pieces arrived damaged. */
export const receivedContainers = (bookings: readonly DemoReceivedBooking[], day: string): Input[] =>
  bookings.map((booking, index) => {
    const ata = booking.ata as string
    const isBox = booking.container_no !== null
    const received_on = booking.lines.map((line) => line.received_on).find(Boolean) ?? earlier(addDays(ata, 5), day)
    const gated_out_on = earlier(addDays(ata, 2), received_on)
    const arrived_dc_on = earlier(addDays(ata, 3), received_on)
    const returned = addDays(received_on, 3)
    const isReturned = isBox && returned < day
    const status = !isBox
      ? received_on < addDays(day, -10)
        ? 'closed'
        : 'received'
      : isReturned
        ? stateOf(index)
        : 'received'
    const isDamaged = index % 7 === 3
    const { id: booking_id, supplier_id, load_type, lines, type, ...terms } = booking
    const facts: [type: string, day: string][] = [
      ...(booking.atd ? [['departed', booking.atd] as [string, string]] : []),
      ['arrived_port', ata],
      ['customs_cleared', gated_out_on],
      ['gated_out', gated_out_on],
      ['arrived_dc', arrived_dc_on],
      ['received', received_on],
      ...(isReturned ? [['empty_returned', returned] as [string, string]] : []),
    ]
    return {
      ...terms,
      status,
      type: type ?? (load_type === 'air' || load_type === 'courier' ? 'AIR' : 'LCL'),
      ...{ gated_out_on, arrived_dc_on, received_on, cleared_on: gated_out_on },
      ...(isBox ? { last_free_day: addDays(ata, 5), detention_free_days: 7, seal_check: 'intact' } : {}),
      ...(isReturned ? { empty_returned_on: returned } : {}),
      unload_started_at: `${received_on}T07:30:00Z`,
      unload_ended_at: `${received_on}T10:10:00Z`,
      ...(isDamaged ? { damage_notes: 'Two cartons at the door were crushed.' } : {}),
      lines: lines.map((line, at) => ({
        ...{ supplier_id, booking_id, booking_line_id: line.id, po_line_id: line.po_line_id, line_title: line.title },
        ...{ article_id: line.article_id, colourway_id: line.colourway_id },
        ...{ expected_cartons: line.cartons ?? 0, received_cartons: line.cartons ?? 0 },
        ...(isDamaged && at === 0 ? { remark: 'Crushed cartons: pieces creased and soiled.' } : {}),
        sizes: line.sizes.map(({ size_id, qty, received }, place) => ({
          ...{ size_id, expected_qty: qty, received_qty: received ?? 0 },
          damaged_qty: isDamaged && at === 0 && place === 0 ? Math.min(3, received ?? 0) : 0,
        })),
      })),
      events: facts.map(([milestone, on]) => ({
        ...{ type: milestone, kind: 'actual', day: on },
        source: milestone === 'departed' || milestone === 'arrived_port' ? (booking.carrier ?? 'portal') : 'portal',
      })),
    }
  })

const stateOf = (index: number) => (index % 3 === 0 ? 'empty_returned' : 'closed')
const earlier = (a: string, b: string) => (a < b ? a : b)

/** How one container goes on from the port: the moves with the days after the arrival, and what the office has entered. */
interface Way {
  moves: readonly [move: string, asks: string, days: number][]
  known: (day: string) => Input
}

const cleared = ['clear_customs', 'cleared_on', 1] as const
const out = ['gate_out', 'gated_out_on', 2] as const
const there = ['arrive_dc', 'arrived_dc_on', 3] as const

const ways: readonly Way[] = [
  { moves: [], known: (day) => ({ last_free_day: addDays(day, -3), holds: ['carrier'] }) },
  { moves: [['hold_customs', 'held_on', 1]], known: () => ({}) },
  {
    moves: [[...cleared]],
    known: (day) => ({ last_free_day: addDays(day, 2), customs_entry_no: '26GB4T7Q81X0ZK9AR3' }),
  },
  {
    moves: [[...cleared], [...out]],
    known: (day) => ({ empty_return_due: addDays(day, 4), appointment_at: `${addDays(day, 1)}T09:00:00Z` }),
  },
  { moves: [[...cleared], [...out], [...there]], known: (day) => ({ empty_return_due: addDays(day, 5), dock: '12' }) },
  {
    moves: [[...cleared], [...out], [...there], ['start_unloading', '', 3]],
    known: (day) => ({ empty_return_due: addDays(day, 5), dock: '7' }),
  },
  { moves: [[...cleared], [...out], [...there]], known: (day) => ({ empty_return_due: addDays(day, -2), dock: '4' }) },
  { moves: [], known: (day) => ({ last_free_day: addDays(day, 4) }) },
]

const numberOf = (index: number): string => {
  const body = `MLXU${700150 + index * 11}`
  return `${body}${containerCheckDigit(body)}`
}

/** Moves the arrived containers on, each in another way; enters free days and the carrier's estimate for those at sea. */
export const moveContainers = async ({ kit, tx, ...rest }: Work, day: string): Promise<void> => {
  const work: Work = { ...rest, kit, tx, me: system, action: 'edit' }
  const repository = kit.repository('containers')
  const rows = await tx.query<{
    id: number
    status: string
    ata: string | null
    eta: string | null
    carrier: string | null
  }>(
    `select id, status, ata::text, eta::text, carrier from containers
     where status in ('arrived_port', 'on_water') order by status, id`,
  )
  const arrived = rows.filter(({ status }) => status === 'arrived_port')
  for (const [index, { id, ata }] of arrived.entries()) {
    const { moves, known } = ways[index % ways.length] as Way
    // The container number is known except for one container in four.
    const box = index % 4 === 1 ? {} : { container_no: numberOf(index), type: '40HC', seal_no: `HV${500200 + index}` }
    await repository.edit(work, Number(id), { ...box, ...known(day) })
    for (const [move, asks, days] of moves)
      await repository.move(
        { ...work, action: move },
        Number(id),
        move,
        asks ? { [asks]: earlier(addDays(ata ?? day, days), day) } : { seal_check: 'intact' },
      )
  }
  const sailing = rows.filter(({ status, eta }) => status === 'on_water' && eta)
  for (const [index, { id, eta, carrier }] of sailing.slice(0, 12).entries()) {
    const [container] = (await repository.find(tx, system, [Number(id)])) as Doc[]
    const late = addDays(String(eta), index % 3)
    await repository.edit(work, Number(id), {
      ...{ eta: late, detention_free_days: 7 },
      ...(index === 0 ? { appointment_at: `${addDays(late, 3)}T08:00:00Z` } : {}),
      events: [
        ...((container?.events ?? []) as Doc[]).map((event) => ({ id: event.id })),
        ...(late === eta
          ? []
          : [
              {
                ...{ type: 'arrived_port', kind: 'estimated', day: late },
                ...{ source: carrier ?? 'portal', source_id: `DEMO-${id}` },
              },
            ]),
      ],
    })
  }
}

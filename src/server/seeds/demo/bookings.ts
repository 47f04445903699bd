import type { Input } from '#server/seeds/references.ts'
import { addDays, daysBetween } from '#shared/base/dates.ts'
import { containerCheckDigit } from '#shared/standards/container-number.ts'
import { packLines } from '#shared/trade/packing.ts'

/** An order line of the demo with the booked, shipped and received units of its sizes. */
export interface DemoBookedLine {
  id: number
  purchase_order_id: number
  supplier_id: number
  has_demo_account: boolean
  mode: string | null
  factory_id: number | null
  qty: number
  pack_type: string | null
  units_per_carton: number | null
  category: string
  ready: string
  left_on: string | null
  taken_qty: number
  shipped_qty: number
  received_qty: number
  received_on: string | null
  booked_qty: number
  office: number
  agent: number | null
  sizes: { size_id: number; qty: number; booked: number; shipped: number; received: number }[]
}

/** SQL for the lines with booked units, and for open lines without any whose suppliers have demo accounts. */
export const demoBookedLines = `
  select l.id, l.purchase_order_id, o.supplier_id, u.id is not null as has_demo_account, o.transport_mode as mode, l.factory_id,
    l.qty, l.pack_type, l.units_per_carton, coalesce(c.name_en, 'Garments') as category,
    coalesce(l.forecast_ex_factory_date, l.ex_factory_date)::text as ready, l.actual_ex_factory_date::text as left_on,
    l.taken_qty, l.shipped_qty, l.received_qty, l.received_on::text, l.booked_qty, o.buyer_id as office,
    (select min(a.id) from users a where a.supplier_id = o.supplier_id and a.type = 'Agent') as agent,
    (select json_agg(json_build_object('size_id', s.size_id, 'qty', s.qty, 'booked', coalesce(s.booked_qty, 0),
        'shipped', coalesce(s.shipped_qty, 0), 'received', coalesce(s.received_qty, 0)) order by z.sort_order, z.id)
      from po_line_sizes s join sizes z on z.id = s.size_id where s.po_line_id = l.id) as sizes
  from po_lines l join purchase_orders o on o.id = l.purchase_order_id
    left join product_categories c on c.id = l.product_category_id
    left join users u on u.supplier_id = o.supplier_id and u.email in ('agent@demo.test', 'agent2@demo.test')
  where exists (select 1 from po_line_sizes s where s.po_line_id = l.id)
    and (l.booked_qty > 0 or (u.id is not null and o.status = 'confirmed' and l.line_status = 'open' and not o.on_hold
      and coalesce(l.forecast_ex_factory_date, l.ex_factory_date) > current_date))
  order by o.id, l.line_no`

const ships = [
  ['CORAL MERIDIAN', '9074729', 'Meridian Line', 14000],
  ['NORTHERN HERON', '9319466', 'Heron Shipping', 9600],
  ['JADE SERENITY', '9839430', 'Meridian Line', 16200],
] as const

export const demoVessels: Input[] = ships.map(([name, imo_no, carrier, capacity_teu]) => ({
  ...{ name, imo_no, carrier, capacity_teu },
}))

/** The days that a vessel is at sea. */
const transit = 30

/** Weekly sailings from Shanghai to Felixstowe and Hamburg, from two months ago to two months ahead. */
export const demoVoyages = (day: string): Input[] =>
  Array.from({ length: 18 }, (_, week) => {
    const [name] = ships[week % ships.length] ?? ships[0]
    const etd = addDays(day, (week - 9) * 7 + 4)
    return {
      vessel_id: { name },
      voyage_no: `${200 + week}W`,
      service: week % 2 ? 'AEX 7' : 'AEX 2',
      port_of_loading_id: { code: 'CNSHA' },
      port_of_discharge_id: { code: week % 2 ? 'DEHAM' : 'GBFXT' },
      etd,
      eta: addDays(etd, transit),
      cfs_cutoff: `${addDays(etd, -4)}T08:00:00Z`,
      cy_cutoff: `${addDays(etd, -2)}T08:00:00Z`,
      si_cutoff: `${addDays(etd, -3)}T04:00:00Z`,
      vgm_cutoff: `${addDays(etd, -2)}T04:00:00Z`,
    }
  })

/** Bookings of exactly the units that the orders count as booked, and some in each other state for the demo accounts. */
export const demoBookings = (lines: readonly DemoBookedLine[], day: string): Input[] => [
  ...grouped(lines.filter(({ booked_qty }) => booked_qty > 0)).map((group, index) => bookingOf(group, day, index)),
  ...restOf(lines, day),
]

/** Groups the lines of an order whose goods have got equally far. */
const grouped = (lines: readonly DemoBookedLine[]): DemoBookedLine[][] => {
  const groups = new Map<string, DemoBookedLine[]>()
  for (const line of lines) {
    const key = [
      line.purchase_order_id,
      line.shipped_qty > 0,
      line.received_qty > 0,
      line.taken_qty > 0,
      line.ready,
    ].join()
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()]
}

const bookingOf = (lines: readonly DemoBookedLine[], day: string, index: number): Input => {
  const [first] = lines as [DemoBookedLine]
  const ready = first.left_on ?? first.ready
  const isShipped = first.shipped_qty > 0
  const status = stateOf(first, day)
  const place = order.indexOf(status)
  const etd = addDays(ready, 4)
  const eta = addDays(etd, first.mode === 'air' ? 4 : transit)
  const submitted = addDays(ready, -16 - (index % 6))
  const [name, , carrier] = ships[index % ships.length] ?? ships[0]
  const isSea = first.mode === 'sea'
  const isFull = loadOf(first, lines) === 'fcl'
  const box = containerNumber(index)
  const cartons = cartonsOf(lines, isShipped ? 'shipped' : 'booked')
  return {
    status,
    load_type: loadOf(first, lines),
    factory_id: first.factory_id,
    cargo_ready_date: ready,
    requested_etd: etd,
    goods_description: `${first.category}, as per purchase order`,
    exception_reason: 'Agreed with the buyer.',
    submitted_at: `${submitted}T06:20:00Z`,
    submitted_by: first.agent,
    ...(place >= 1 ? { approved_at: `${addDays(submitted, 2)}T09:10:00Z`, approved_by: first.office } : {}),
    ...(place >= 2
      ? {
          forwarder: 'Harbour & Vane Logistics',
          carrier: isSea ? carrier : 'Skylane Cargo',
          ...(isSea ? { vessel: name, voyage_no: `${180 + (index % 40)}W` } : {}),
          so_no: `SO${String(41000 + index)}`,
          ...{ etd, eta },
          si_cutoff: `${addDays(etd, -3)}T04:00:00Z`,
          ...(isFull
            ? { cy_cutoff: `${addDays(etd, -2)}T08:00:00Z` }
            : { cfs_cutoff: `${addDays(etd, -4)}T08:00:00Z` }),
        }
      : {}),
    ...(place >= 5 ? { cargo_received_on: ready } : {}),
    ...(isShipped
      ? {
          atd: etd,
          ...(isSea ? { hbl_no: `HVL${70000 + index}`, mbl_no: `MLX${90000 + index}` } : { awb_no: airWaybill(index) }),
          ...(place >= 7 ? { ata: eta } : {}),
          documents_due: addDays(etd, 3),
          ...(place >= 8 ? { documents_complete_on: addDays(etd, 1 + (index % 5)) } : {}),
          bl_release: 'telex',
        }
      : {}),
    lines: lines.map((line) => ({
      po_line_id: line.id,
      ...(line.received_qty > 0 ? { received_qty: line.received_qty, received_on: line.received_on } : {}),
      sizes: line.sizes
        .filter((size) => (isShipped ? size.shipped : size.booked) > 0)
        .map(({ size_id, booked, shipped, received }) => ({
          size_id,
          qty: isShipped ? shipped : booked,
          ...(received > 0 ? { received_qty: received } : {}),
        })),
    })),
    cartons: cartons.map((row) => ({ ...row, ...(isFull && place >= 3 ? { container_no: box } : {}) })),
    ...(isFull && place >= 3
      ? { containers: [{ container_no: box, type: '40HC', seal_no: `HV${String(300100 + index)}`, vgm_kg: '11840' }] }
      : {}),
  }
}

const order = [
  ...[
    'submitted',
    'approved',
    'confirmed',
    'si_submitted',
    'si_accepted',
    'cargo_received',
    'shipped',
    'arrived',
    'closed',
  ],
]

/** The state of the booking that matches how far the goods of a line have got. */
const stateOf = (line: DemoBookedLine, day: string): string => {
  const etd = addDays(line.left_on ?? line.ready, 4)
  if (line.received_qty > 0) return 'closed'
  if (line.shipped_qty > 0) return addDays(etd, line.mode === 'air' ? 4 : transit) < day ? 'arrived' : 'shipped'
  if (line.taken_qty > 0) return 'cargo_received'
  const days = daysBetween(day, line.ready)
  if (days >= 9) return 'submitted'
  if (days >= 7) return 'approved'
  if (days >= 4) return 'confirmed'
  return days >= 2 ? 'si_submitted' : 'si_accepted'
}

const loadOf = ({ mode }: DemoBookedLine, lines: readonly DemoBookedLine[]) => {
  if (mode === 'air' || mode === 'courier' || mode === 'road' || mode === 'rail') return mode
  const units = lines.reduce((sum, { booked_qty }) => sum + booked_qty, 0)
  return units >= 6000 ? 'fcl' : 'lcl'
}

const measures = { length_cm: '60', width_cm: '40', height_cm: '35', gross_kg: '11.4', net_kg: '10.1' }

const cartonsOf = (lines: readonly DemoBookedLine[], of: 'shipped' | 'booked' | 'qty') =>
  packLines(
    lines.map((line) => ({
      po_line_id: line.id,
      // Each demo carton holds one size.
      pack_type: 'solid',
      units_per_carton: line.units_per_carton ?? 24,
      sizes: line.sizes.map((size) => ({ size_id: size.size_id, qty: size[of] })),
    })),
    1,
    measures,
  )

const containerNumber = (index: number): string => {
  const body = `MLXU${String(400000 + index * 7)}`
  return `${body}${containerCheckDigit(body)}`
}

const airWaybill = (index: number): string => {
  const serial = 2345600 + index
  return `125-${serial}${serial % 7}`
}

/** Bookings whose units the orders do not count: drafts and returned, rejected or cancelled ones. */
const restOf = (lines: readonly DemoBookedLine[], day: string): Input[] => {
  const bySupplier = new Map<number, DemoBookedLine[]>()
  for (const line of lines)
    if (line.has_demo_account && line.booked_qty === 0 && line.factory_id)
      bySupplier.set(line.supplier_id, [...(bySupplier.get(line.supplier_id) ?? []), line])
  return [...bySupplier.values()].flatMap((own) =>
    (['draft', 'returned', 'rejected', 'cancelled', 'draft'] as const).flatMap((status, index) => {
      const line = own[index * 2]
      if (!line) return []
      const isBare = status === 'draft' && index > 0
      return [
        {
          status,
          load_type: loadOf(line, [line]),
          factory_id: line.factory_id,
          cargo_ready_date: line.ready,
          requested_etd: addDays(line.ready, 4),
          goods_description: `${line.category}, as per purchase order`,
          ...(status === 'draft' ? {} : { submitted_at: `${addDays(day, -4)}T06:20:00Z`, submitted_by: line.agent }),
          ...(status === 'cancelled' ? { cancel_reason: 'Goods go with the next vessel.' } : {}),
          lines: [{ po_line_id: line.id, sizes: line.sizes.map(({ size_id, qty }) => ({ size_id, qty })) }],
          ...(isBare ? {} : { cartons: cartonsOf([line], 'qty') }),
        },
      ]
    }),
  )
}

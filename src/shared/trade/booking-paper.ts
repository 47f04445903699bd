import { formatDecimal } from '#shared/base/money.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Paper, PaperBlock, PaperCell, PaperColumn, PaperFact, PaperLanguageFormats } from '#shared/kit/paper.ts'
import type { CartonMeasures } from './cargo'
import { cutOffs, momentIn } from './cut-offs'
import { joined, type Named, paperTexts, recordBlocks, titlesIn } from './paper-words'

/** A booking as input of its printed forms: the fields that the reader may see, with titles of references. */
export interface PaperBooking {
  [field: string]: unknown
  booking_no: string
  status: string
  exceptions: readonly string[] | null
  dangerous_goods: boolean
  hanging: boolean
  part_shipment: boolean
  lines: readonly PaperBookingLine[]
  cartons: readonly PaperCartons[]
  containers: readonly Record<string, unknown>[]
}
export interface PaperBookingLine {
  [field: string]: unknown
  po_line_id: number
  qty: number
  cartons_qty: number
  sizes: readonly { size_id: number | null; qty: number; size: Named | null }[]
}
/** A row of the packing list: a range of carton numbers. */
export interface PaperCartons extends CartonMeasures {
  [field: string]: unknown
  first_no: number
  last_no: number
  po_line_id: number
  size_id: number | null
  size: Named | null
  units_per_carton: number
}

export interface BookingPaperOptions {
  areas: { booking: Area; line: Area; carton: Area; container: Area }
  tongues: PaperLanguageFormats
  mayRead(area: Area, field: string): boolean
  /** Positions of sizes in their scale, by size id. */
  ranks: ReadonlyMap<number, number>
  /** Time zone of the port of loading, used for cut-offs. */
  zone: string
  /** Lines of address below the names of the supplier and of the destination. */
  supplier: readonly string[]
  destination: readonly string[]
  /** Name of the retailer's company, the consignee if the booking names none. */
  company: string
}

/**
 * The printed booking form for the forwarder: parties, lane, dates, carrier and cut-offs, goods by size, cargo,
 * containers, and exceptions, without internal fields.
 */
export const bookingPaper = (booking: PaperBooking, options: BookingPaperOptions): Paper => {
  const { areas, tongues, mayRead, company } = options
  const { word } = paperTexts(tongues)
  const { notes } = recordBlocks(areas.booking, booking, tongues, mayRead)
  const { facts } = bookingFacts(booking, options)
  const reference = joined(' · ', booking.booking_no, word(`areas.${areas.booking.name}.states.${booking.status}`))
  return {
    title: `${word('paper.booking.title')} ${reference}`,
    language: tongues[0].language,
    heading: word('paper.booking.title'),
    reference,
    owner: [company].filter(Boolean),
    blocks: [
      ...facts('parties', 'supplier_id', 'factory_id', 'consignee', 'notify_party', 'ship_to_location_id'),
      ...facts(
        'lane',
        ...['load_type', 'transport_mode', 'incoterm', 'port_of_loading_id', 'port_of_discharge_id', 'ship_to_country'],
      ),
      ...facts('dates', 'cargo_ready_date', 'requested_etd', 'etd', 'eta', 'atd', 'ata', 'cargo_received_on'),
      ...facts(
        'carrier',
        ...['forwarder', 'carrier', 'vessel', 'voyage_no', 'so_no', 'hbl_no', 'mbl_no', 'awb_no', 'bl_release'],
      ),
      ...facts('cut_offs', ...cutOffs),
      ...sameSizes(booking.lines, options.ranks).map((part) => goodsTable(part, options)),
      ...facts('totals', 'pieces_qty', 'cartons_qty', 'gross_kg', 'net_kg', 'volume_m3', 'chargeable'),
      ...facts('cargo', 'part_shipment', 'hanging', 'dangerous_goods'),
      ...notes('goods_description'),
      ...containerTable(booking, options),
      ...exceptionNotes(booking, options),
      ...notes('exception_reason', 'remarks'),
      {
        kind: 'signatures',
        names: [word('paper.booking.for_supplier'), word('paper.booking.for_forwarder')],
      },
    ],
  }
}

/** The exceptions of the booking, one line each. */
const exceptionNotes = (
  { exceptions }: PaperBooking,
  { areas, tongues, mayRead }: BookingPaperOptions,
): PaperBlock[] => {
  if (!exceptions?.length || !mayRead(areas.booking, 'exceptions')) return []
  const { label, word } = paperTexts(tongues)
  const text = exceptions.map((name) => word(`areas.${areas.booking.name}.choices.exceptions.${name}`)).join('\n')
  return [{ kind: 'notes', title: label(areas.booking, 'exceptions'), text }]
}

/** Returns functions that build blocks of a booking's fields below the titles of their sections. */
export const bookingFacts = (booking: PaperBooking, options: BookingPaperOptions) => {
  const { areas, tongues, mayRead, zone } = options
  const { label, value, word } = paperTexts(tongues)
  const [{ language }] = tongues
  const area = areas.booking
  const lines = (name: string): string[] => {
    const plain = value(area, name, booking)
    switch (name) {
      case 'supplier_id':
        return [plain, ...options.supplier]
      case 'ship_to_location_id':
        return [plain, ...options.destination]
      case 'consignee':
        return [plain || options.company]
      case 'incoterm':
        return [joined(' ', plain, String(booking.incoterm_place ?? ''))]
      case 'cfs_cutoff':
      case 'cy_cutoff':
      case 'si_cutoff':
      case 'vgm_cutoff':
        return [momentIn(booking[name], zone, language)]
      case 'dangerous_goods':
        return [joined(' · ', yes(name), value(area, 'dangerous_class', booking))]
      case 'part_shipment':
      case 'hanging':
        return [yes(name)]
      case 'pieces_qty':
      case 'cartons_qty':
        return [plain && formatDecimal(plain, language)]
      default:
        return [plain]
    }
  }
  const yes = (name: string) => word(booking[name] ? 'paper.yes' : 'paper.no')
  return {
    facts: (section: string | null, ...names: readonly string[]): PaperBlock[] => {
      const facts = names.flatMap((name): PaperFact[] => {
        const [first, ...details] = mayRead(area, name) ? lines(name) : []
        return first ? [{ name, label: label(area, name), lines: [first, ...details] }] : []
      })
      const title = section === null ? {} : { title: word(`areas.${area.name}.sections.${section}`) }
      return facts.length > 0 ? [{ kind: 'facts', ...title, facts }] : []
    },
  }
}

export interface SizeColumn {
  id: number
  label: string
}
interface Part {
  sizes: SizeColumn[]
  lines: PaperBookingLine[]
}

/** The sizes of rows in the order of their scale, without duplicates. */
export const orderedSizes = (
  sizes: readonly { size_id: number | null; size: Named | null }[],
  ranks: ReadonlyMap<number, number>,
): SizeColumn[] => {
  const known = new Map<number, string>()
  for (const { size_id, size } of sizes) if (size_id !== null) known.set(size_id, size?.title ?? '')
  const rank = (id: number) => ranks.get(id) ?? id
  return [...known].map(([id, label]) => ({ id, label })).sort((a, b) => rank(a.id) - rank(b.id) || a.id - b.id)
}

/** Groups lines with the same sizes: pages are narrow, so a table must not have empty size columns. */
const sameSizes = (lines: readonly PaperBookingLine[], ranks: ReadonlyMap<number, number>): Part[] => {
  const parts = new Map<string, Part>()
  for (const line of lines) {
    const sizes = orderedSizes(line.sizes, ranks)
    const key = sizes.map(({ id }) => id).join()
    const part = parts.get(key) ?? { sizes, lines: [] }
    parts.set(key, part)
    part.lines.push(line)
  }
  return [...parts.values()]
}

const goodsTable = ({ sizes, lines }: Part, options: BookingPaperOptions): PaperBlock => {
  const { areas, tongues } = options
  const { labels, value } = paperTexts(tongues)
  const [{ language }] = tongues
  const area = areas.line
  const units = (count: number) => formatDecimal(String(count), language)
  const columns: (PaperColumn & { cell: (line: PaperBookingLine) => PaperCell })[] = [
    { title: labels(area, 'po_line_id'), kind: 'main', cell: ({ po_line }) => titlesIn(po_line, tongues) },
    { title: labels(area, 'article_id'), kind: 'text', cell: ({ article }) => titlesIn(article, tongues) },
    { title: labels(area, 'colourway_id'), kind: 'text', cell: ({ colourway }) => titlesIn(colourway, tongues) },
    ...sizes.map(({ id, label: title }) => ({
      title: [title],
      kind: 'number' as const,
      cell: (line: PaperBookingLine) => [units(line.sizes.find(({ size_id }) => size_id === id)?.qty ?? 0)],
    })),
    { title: labels(area, 'qty'), kind: 'number', cell: ({ qty }) => [units(qty)] },
    { title: labels(area, 'cartons_qty'), kind: 'number', cell: ({ cartons_qty }) => [units(cartons_qty ?? 0)] },
    ...['gross_kg', 'volume_m3'].map((name) => ({
      title: labels(area, name),
      kind: 'number' as const,
      cell: (line: PaperBookingLine) => [value(area, name, line)],
    })),
  ]
  return {
    kind: 'table',
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: lines.map((line) => columns.map(({ cell }) => cell(line))),
  }
}

/** A table of the containers with seals and verified gross masses; empty without containers. */
export const containerTable = (
  { containers }: PaperBooking,
  { areas, tongues }: Pick<BookingPaperOptions, 'areas' | 'tongues'>,
): PaperBlock[] => {
  if (containers.length === 0) return []
  const { labels, value } = paperTexts(tongues)
  const area = areas.container
  const columns = [
    ['container_no', 'main'],
    ['type', 'text'],
    ['seal_no', 'text'],
    ['cartons_qty', 'number'],
    ['gross_kg', 'number'],
    ['vgm_kg', 'number'],
    ['volume_m3', 'number'],
  ] as const
  return [
    {
      kind: 'table',
      columns: columns.map(([name, kind]) => ({ title: labels(area, name), kind })),
      rows: containers.map((container) => columns.map(([name]) => [value(area, name, container)])),
    },
  ]
}

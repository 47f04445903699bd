import { formatDecimal, withoutTrailingZeros } from '#shared/base/money.ts'
import type { Paper, PaperBlock, PaperCell, PaperColumn } from '#shared/kit/paper.ts'
import {
  type BookingPaperOptions,
  bookingFacts,
  containerTable,
  orderedSizes,
  type PaperBooking,
  type PaperBookingLine,
  type PaperCartons,
  type SizeColumn,
} from './booking-paper'
import { type Cargo, cargoOf, cubicMetres, kilograms, noCargo } from './cargo'
import { cargoByLine, cargoOfRows, cartonCount, firstOfRuns, packedUnits, rowPieces, runKey, unitKey } from './packing'
import { joined, paperTexts, titlesIn } from './paper-words'

/**
 * The printed packing list of a booking: the contents of the cartons, and the sums by order line and size and in total.
 */
export const packingListPaper = (booking: PaperBooking, options: BookingPaperOptions): Paper => {
  const { areas, tongues, company } = options
  const { word } = paperTexts(tongues)
  const { facts } = bookingFacts(booking, options)
  const reference = joined(' · ', booking.booking_no, word(`areas.${areas.booking.name}.states.${booking.status}`))
  const parts = partsOf(booking, options)
  return {
    title: `${word('paper.packing.title')} ${reference}`,
    language: tongues[0].language,
    isLandscape: true,
    heading: word('paper.packing.title'),
    reference,
    owner: [company].filter(Boolean),
    blocks: [
      ...facts(
        null,
        ...['supplier_id', 'factory_id', 'consignee', 'notify_party', 'ship_to_location_id', 'incoterm'],
        ...['port_of_loading_id', 'port_of_discharge_id', 'vessel', 'voyage_no', 'etd', 'eta'],
        ...['so_no', 'hbl_no', 'mbl_no', 'awb_no'],
      ),
      ...(booking.cartons.length === 0
        ? [{ kind: 'notes' as const, title: word('paper.packing.title'), text: word('paper.packing.empty') }]
        : [
            ...parts.map((part) => cartonTable(part, options)),
            ...totalTexts(booking, options).map((text) => ({ kind: 'total' as const, text })),
            {
              kind: 'notes' as const,
              title: word('paper.packing.by_line'),
              text: word('paper.packing.mixed'),
            },
            ...parts.map((part) => lineTable(part, booking, options)),
          ]),
      ...containerTable(booking, options),
      { kind: 'signatures', names: [word('paper.booking.for_supplier')] },
    ],
  }
}

/** Carton rows of one line and one run, printed as one row. */
interface ListRow {
  line: PaperBookingLine | undefined
  rows: PaperCartons[]
  /** The cartons of the run; null in rows after the first one of a run. */
  cargo: Cargo | null
}

/** Lines with the same sizes, which share a table so that no column is empty. */
interface Part {
  sizes: SizeColumn[]
  lines: PaperBookingLine[]
  list: ListRow[]
}

const partsOf = ({ lines, cartons }: PaperBooking, { ranks }: BookingPaperOptions): Part[] => {
  const parts = new Map<string, Part>()
  const partByLine = new Map<number, Part>()
  const packed = new Map<number, PaperCartons[]>()
  for (const row of cartons) packed.set(row.po_line_id, [...(packed.get(row.po_line_id) ?? []), row])
  for (const line of lines) {
    const sizes = orderedSizes([...line.sizes, ...(packed.get(line.po_line_id) ?? [])], ranks)
    const key = sizes.map(({ id }) => id).join()
    const part = parts.get(key) ?? { sizes, lines: [], list: [] }
    parts.set(key, part)
    part.lines.push(line)
    partByLine.set(line.po_line_id, part)
  }
  for (const listRow of listOf(cartons, lines)) partByLine.get(listRow.rows[0]?.po_line_id ?? 0)?.list.push(listRow)
  return [...parts.values()]
}

/** Groups carton rows by run and line, so that sizes of a line in the same cartons share a row. */
const listOf = (cartons: readonly PaperCartons[], lines: readonly PaperBookingLine[]): ListRow[] => {
  const byLine = new Map(lines.map((line) => [line.po_line_id, line]))
  const first = firstOfRuns(cartons)
  const list = new Map<string, ListRow>()
  cartons.forEach((row, index) => {
    const key = `${runKey(row)} ${row.po_line_id}`
    const listRow = list.get(key) ?? {
      line: byLine.get(row.po_line_id),
      rows: [],
      cargo: first[index] ? cargoOf(cartonCount(row), 0, row) : null,
    }
    list.set(key, listRow)
    listRow.rows.push(row)
  })
  return [...list.values()]
}

type Column<Row> = PaperColumn & { cell: (row: Row) => PaperCell }

const tableOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): PaperBlock => ({
  kind: 'table',
  columns: columns.map(({ title, kind }) => ({ title, kind })),
  rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
})

const cartonTable = ({ sizes, list }: Part, { areas, tongues }: BookingPaperOptions): PaperBlock => {
  const { labels, words } = paperTexts(tongues)
  const [{ language }] = tongues
  const number = (value: number | string) => formatDecimal(String(value), language)
  const sum = (rows: readonly PaperCartons[], unitsIn: (row: PaperCartons) => number) =>
    number(rows.reduce((total, row) => total + unitsIn(row), 0))
  const columns: Column<ListRow>[] = [
    { title: words('paper.packing.numbers'), kind: 'text', cell: ({ rows: [row] }) => [row ? numbersOf(row) : ''] },
    {
      title: labels(areas.booking, 'cartons_qty'),
      kind: 'number',
      cell: ({ cargo }) => [cargo ? number(cargo.cartons) : ''],
    },
    {
      title: labels(areas.line, 'po_line_id'),
      kind: 'main',
      cell: ({ line }) => titlesIn(line?.po_line, tongues),
    },
    { title: labels(areas.line, 'article_id'), kind: 'text', cell: ({ line }) => titlesIn(line?.article, tongues) },
    { title: labels(areas.line, 'colourway_id'), kind: 'text', cell: ({ line }) => titlesIn(line?.colourway, tongues) },
    ...sizes.map(({ id, label: title }) => ({
      title: [title],
      kind: 'number' as const,
      cell: ({ rows }: ListRow) => {
        const ofSize = rows.filter(({ size_id }) => size_id === id)
        return [ofSize.length > 0 ? sum(ofSize, ({ units_per_carton }) => units_per_carton) : '']
      },
    })),
    {
      title: labels(areas.carton, 'units_per_carton'),
      kind: 'number',
      cell: ({ rows }) => [sum(rows, ({ units_per_carton }) => units_per_carton)],
    },
    { title: labels(areas.booking, 'pieces_qty'), kind: 'number', cell: ({ rows }) => [sum(rows, rowPieces)] },
    {
      title: words('paper.packing.carton'),
      kind: 'text',
      cell: ({ rows: [row], cargo }) => (row && cargo ? measuresOf(row) : []),
    },
    {
      title: labels(areas.booking, 'gross_kg'),
      kind: 'number',
      cell: ({ cargo }) => [cargo ? number(kilograms(cargo.gross_g)) : ''],
    },
    {
      title: labels(areas.booking, 'net_kg'),
      kind: 'number',
      cell: ({ cargo }) => [cargo ? number(kilograms(cargo.net_g)) : ''],
    },
    {
      title: labels(areas.booking, 'volume_m3'),
      kind: 'number',
      cell: ({ cargo }) => [cargo ? number(cubicMetres(cargo.volume_mm3)) : ''],
    },
    {
      title: labels(areas.carton, 'container_no'),
      kind: 'text',
      cell: ({ rows }) => [String(rows.find(({ container_no }) => container_no)?.container_no ?? '')],
    },
  ]
  return tableOf(columns, list)
}

/** The carton numbers of a row: `1–20`, or the number of a single carton. */
const numbersOf = ({ first_no, last_no }: PaperCartons) =>
  first_no === last_no ? String(first_no) : `${first_no}–${last_no}`

/** The dimensions of a carton in cm, and below them its weights in kg. */
const measuresOf = ({ length_cm, width_cm, height_cm, gross_kg, net_kg }: PaperCartons): string[] => {
  const join = (by: string, ...values: readonly unknown[]) =>
    values.every((value) => value !== null && value !== undefined)
      ? values.map((value) => withoutTrailingZeros(String(value))).join(by)
      : ''
  return [join(' × ', length_cm, width_cm, height_cm), join(' / ', gross_kg, net_kg)].filter(Boolean)
}

/** The packed units of each line, by size. */
const lineTable = (
  { sizes, lines }: Part,
  { cartons }: PaperBooking,
  { areas, tongues }: BookingPaperOptions,
): PaperBlock => {
  const { labels } = paperTexts(tongues)
  const [{ language }] = tongues
  const number = (value: number | string) => formatDecimal(String(value), language)
  const units = packedUnits(cartons)
  const cargo = cargoByLine(cartons)
  const cargoOfLine = ({ po_line_id }: PaperBookingLine) => cargo.get(po_line_id) ?? noCargo
  const figures: [string, (cargo: Cargo) => number | string][] = [
    ['qty', ({ pieces }) => pieces],
    ['cartons_qty', ({ cartons: count }) => count],
    ['gross_kg', ({ gross_g }) => kilograms(gross_g)],
    ['net_kg', ({ net_g }) => kilograms(net_g)],
    ['volume_m3', ({ volume_mm3 }) => cubicMetres(volume_mm3)],
  ]
  const columns: Column<PaperBookingLine>[] = [
    { title: labels(areas.line, 'po_line_id'), kind: 'main', cell: ({ po_line }) => titlesIn(po_line, tongues) },
    { title: labels(areas.line, 'article_id'), kind: 'text', cell: ({ article }) => titlesIn(article, tongues) },
    { title: labels(areas.line, 'colourway_id'), kind: 'text', cell: ({ colourway }) => titlesIn(colourway, tongues) },
    ...sizes.map(({ id, label: title }) => ({
      title: [title],
      kind: 'number' as const,
      cell: ({ po_line_id }: PaperBookingLine) => [number(units.get(unitKey(po_line_id, id)) ?? 0)],
    })),
    ...figures.map(([name, figure]) => ({
      title: labels(areas.line, name),
      kind: 'number' as const,
      cell: (line: PaperBookingLine) => [number(figure(cargoOfLine(line)))],
    })),
  ]
  return tableOf(columns, lines)
}

/**
 * The totals over all cartons, one line for each language: `Total: 120 cartons · 2,880 units · 1,500 kg gross · 1,320
 * kg net · 25.92 m³`.
 */
const totalTexts = ({ cartons }: PaperBooking, { tongues }: BookingPaperOptions): string[] => {
  const { words } = paperTexts(tongues)
  const [{ language }] = tongues
  const number = (value: number | string) => formatDecimal(String(value), language)
  const total = cargoOfRows(cartons)
  return words('paper.packing.total', {
    cartons: number(total.cartons),
    units: number(total.pieces),
    gross: number(kilograms(total.gross_g)),
    net: number(kilograms(total.net_g)),
    volume: number(cubicMetres(total.volume_mm3)),
  })
}

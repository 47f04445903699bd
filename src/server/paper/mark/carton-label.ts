import { type Encoder, placedBarcode } from '#server/paper/barcode.ts'
import type { Widths } from '#server/paper/label/layout.ts'
import type { CartonContent, CartonLabel } from '#shared/trade/carton-label.ts'
import { type PrintSheet, pointsOf } from '#shared/trade/print-sheet.ts'
import type { LabelGrid } from './on-sheets'
import { type Pen, textAt, write, writeRows } from './pen'

/** A6, a common format of label printers. */
const width = pointsOf(105)
const height = pointsOf(148)
const margin = pointsOf(5)
const inner = width - 2 * margin

/** Four labels on a sheet of A4, which is cut in half in both directions. */
export const cartonLabelGrid: LabelGrid = { columns: 2, rows: 2, left: 0, top: 0, across: 105, down: 148.5 }

/**
 * GS1 requires bars of logistic labels to be at least 31.75 mm high, with modules of at least 0.495 mm. Half a millimetre
 * is a whole number of dots of common printers: 4 at 203 dpi, 6 at 300 dpi.
 */
const module = pointsOf(0.5)
const barsHeight = pointsOf(32)
const foot = height - margin - barsHeight - pointsOf(7)

/** Lays out the label of one carton: sender, receiver, carton number, contents and the serial shipping container code. */
export const layOutCartonLabel = (label: CartonLabel, widths: Widths, encode: Encoder): PrintSheet => {
  const pen: Pen = { y: margin, items: [], widths }
  drawParties(pen, label)
  pen.items.push({ kind: 'rule', x: margin, y: pen.y, width: inner, height: 1 })
  pen.y += pointsOf(1)
  write(pen, cartonText(label), margin, inner, { size: 20, isStrong: true, most: 1 })
  writeRows(pen, rowsOf(label), {
    x: margin,
    room: inner,
    headings: pointsOf(22),
    foot: foot - pointsOf(2),
    most: isOfOneLine(label) ? 6 : 2,
  })
  drawFoot(pen, label, encode)
  return { width, height, items: pen.items }
}

/** `Carton 3 of 120`; the carton number comes first if it differs from the carton's place, as numbers may have gaps. */
const cartonText = ({ number, place, cartons }: CartonLabel) =>
  number === place ? `Carton ${number} of ${cartons}` : `Carton ${number} · ${place} of ${cartons}`

const drawParties = (pen: Pen, { ship_from, ship_to }: CartonLabel) => {
  const top = pen.y
  const half = (inner - pointsOf(3)) / 2
  const block = (heading: string, [name = '', ...lines]: readonly string[], x: number, size: number) => {
    pen.y = top
    write(pen, heading, x, half, { size: 7 })
    write(pen, name, x, half, { size, isStrong: true, most: 2 })
    // The last line is the country, so it is never left out.
    for (const line of lines.length > 3 ? [...lines.slice(0, 2), ...lines.slice(-1)] : lines)
      write(pen, line, x, half, { size: 8, most: 1 })
    return pen.y
  }
  const left = block('Ship from', ship_from, margin, 9)
  const right = block('Ship to', ship_to, margin + half + pointsOf(3), 11)
  pen.y = Math.max(left, right) + pointsOf(1)
}

/** The most order lines that a label has room for. */
const mostLines = 5

const rowsOf = (label: CartonLabel): [heading: string, value: string][] => {
  const { contents, booking_no, gross_kg, net_kg, dims_cm, container_no, units } = label
  const all = linesOf(contents)
  const lines = all.slice(0, mostLines)
  const [only, second] = lines
  const rows: [string, string | null][] = [
    ['Booking', booking_no],
    ...(only && !second
      ? ([
          ['Order', only.order],
          ['Style', only.style],
          ['Colour', only.colour],
          [only.sizes.includes(' · ') ? 'Sizes' : 'Size', only.sizes],
        ] as [string, string | null][])
      : lines.map(({ order, style, colour, sizes }, at): [string, string] => [
          at === 0 ? 'Contents' : '',
          [order, style, colour, sizes].filter(Boolean).join(' · '),
        ])),
    ['', all.length > lines.length ? `and ${all.length - lines.length} more, see the packing list` : null],
    ['Quantity', `${units} pcs`],
    [
      'G.W. / N.W.',
      gross_kg && net_kg
        ? `${gross_kg} / ${net_kg} kg`
        : gross_kg || net_kg
          ? `${gross_kg ?? '–'} / ${net_kg ?? '–'} kg`
          : null,
    ],
    ['Meas.', dims_cm && `${dims_cm} cm`],
    ['Container', container_no],
  ]
  return rows.filter((row): row is [string, string] => Boolean(row[1]))
}

const isOfOneLine = ({ contents }: CartonLabel) => linesOf(contents).length <= 1

/** Groups contents by order, style and colour, with sizes as one text: `S 6 · M 12`, or only the size if there is one. */
const linesOf = (contents: readonly CartonContent[]) => {
  const lines = new Map<string, CartonContent[]>()
  for (const content of contents) {
    const key = JSON.stringify([content.order, content.style, content.colour])
    lines.set(key, [...(lines.get(key) ?? []), content])
  }
  return [...lines.values()].map((sizes) => {
    const [first] = sizes as [CartonContent, ...CartonContent[]]
    const isAlone = lines.size === 1 && sizes.length === 1
    const texts = sizes.map(({ size, units }) => (isAlone ? (size ?? '') : [size, units].filter(Boolean).join(' ')))
    return { ...first, sizes: texts.join(' · ') }
  })
}

/** Draws the GS1-128 barcode of the serial shipping container code; a label without a code shows its note. */
const drawFoot = (pen: Pen, { sscc, note }: CartonLabel, encode: Encoder) => {
  if (sscc === null) {
    pen.y = foot + pointsOf(3)
    if (note) write(pen, note, margin, inner, { size: 8, most: 4, align: 'centre' })
    return
  }
  const text = `(00)${sscc}`
  const pattern = encode('gs1-128', text)
  const x = (width - pattern.width * module) / 2
  pen.items.push(placedBarcode(pattern, { x, y: foot, module, height: barsHeight }))
  pen.items.push(
    textAt(pen, `(00) ${sscc}`, margin, foot + barsHeight + pointsOf(5), inner, { size: 12, align: 'centre' }),
  )
}

import { type Encoder, placedBarcode, quietZones } from '#server/paper/barcode.ts'
import type { Widths } from '#server/paper/label/layout.ts'
import { type CartonMark, cartonReference } from '#shared/trade/carton-mark.ts'
import { type PrintSheet, pointsOf } from '#shared/trade/print-sheet.ts'
import { type Pen, textAt, write, writeRows } from './pen'

/** 100 × 150 mm, the common format of carton label printers. */
const width = pointsOf(100)
const height = pointsOf(150)
const margin = pointsOf(5)
const inner = width - 2 * margin

/** The upper edge of the foot with the barcode. */
const foot = height - pointsOf(42)

/** Lays out the mark of one carton: contents and destination, a barcode for scanners and a QR code for telephones. */
export const layOutCarton = (mark: CartonMark, widths: Widths, encode: Encoder): PrintSheet => {
  const pen: Pen = { y: margin, items: [], widths }
  const pattern = encode('qrcode', cartonReference(mark))
  const module = pointsOf(26) / pattern.width
  const qr = placedBarcode(pattern, {
    x: width - margin - pointsOf(26),
    y: margin,
    module,
    height: 0,
  })
  const textWidth = inner - pointsOf(26) - 4 * module
  write(pen, mark.po_no, margin, textWidth, { size: 20, isStrong: true, most: 2 })
  write(pen, `Line ${mark.line_no}`, margin, textWidth, { size: 12 })
  write(pen, `Carton ${mark.carton} of ${mark.cartons}`, margin, textWidth, { size: 15, isStrong: true })
  pen.y = Math.max(pen.y, margin + pointsOf(26)) + pointsOf(3)
  writeRows(pen, rowsOf(mark), { x: margin, room: inner, headings: pointsOf(26), foot, most: 6 })
  drawFoot(pen, mark, encode)
  return { width, height, items: [qr, ...pen.items] }
}

const rowsOf = (mark: CartonMark): [heading: string, value: string][] => [
  ['Article', mark.article_no],
  ...(mark.colour ? [['Colour', mark.colour] as [string, string]] : []),
  ...(mark.sizes.length > 0 ? [[mark.sizes.length > 1 ? 'Sizes' : 'Size', sizesText(mark)] as [string, string]] : []),
  ['Quantity', `${mark.units} pcs`],
  ['G.W. / N.W.', `${mark.gross_kg} / ${mark.net_kg} kg`],
  ['Meas.', `${mark.dims_cm} cm`],
  ['Origin', mark.origin],
  ['Destination', mark.destination],
]

/** `S 6 · M 12 · L 6`, or only the size if the carton has one size. */
const sizesText = ({ sizes }: CartonMark): string =>
  sizes.map(({ size, qty }) => (qty === null || sizes.length === 1 ? size : `${size} ${qty}`)).join(' · ')

/** Draws ITF-14 between bearer bars if the carton has a GTIN-14, else Code 128 with order, line and carton. */
const drawFoot = (pen: Pen, mark: CartonMark, encode: Encoder) => {
  const [symbology, value] = mark.gtin
    ? (['itf14', mark.gtin] as const)
    : (['code128', `${mark.po_no}-${mark.line_no}-${mark.carton}`] as const)
  const pattern = encode(symbology, value)
  const [left, right] = quietZones[symbology]
  const module = Math.min(pointsOf(symbology === 'itf14' ? 0.635 : 0.5), inner / (pattern.width + left + right))
  const x = (width - pattern.width * module) / 2
  const barsHeight = pointsOf(27)
  const y = foot + pointsOf(3)
  if (symbology === 'itf14') {
    const bearer = { kind: 'rule', x: x - left * module, width: (pattern.width + left + right) * module } as const
    const thickness = 2 * module
    pen.items.push(
      { ...bearer, y: y - thickness, height: thickness },
      { ...bearer, y: y + barsHeight, height: thickness },
    )
  }
  pen.items.push(placedBarcode(pattern, { x, y, module, height: barsHeight }))
  pen.items.push(textAt(pen, value, margin, height - margin, inner, { size: 11, align: 'centre' }))
}

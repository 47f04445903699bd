import { type Encoder, placedBarcode } from '#server/paper/barcode.ts'
import type { Widths } from '#server/paper/label/layout.ts'
import { type PrintSheet, pointsOf } from '#shared/trade/print-sheet.ts'
import type { SampleLabel } from '#shared/trade/sample-label.ts'
import type { LabelGrid } from './on-sheets'
import { type Pen, write } from './pen'

const width = pointsOf(62)
const height = pointsOf(38)
const margin = pointsOf(2.5)
const side = pointsOf(23)

/** Lays out the label of one sample piece: a QR code with its description beside it, supplier and due date below. */
export const layOutSampleLabel = (label: SampleLabel, widths: Widths, encode: Encoder): PrintSheet => {
  const pen: Pen = { y: margin, items: [], widths }
  const pattern = encode('qrcode', label.address)
  const module = side / (pattern.width + 2 * quiet)
  const qr = placedBarcode(pattern, { x: margin + quiet * module, y: margin + quiet * module, module, height: 0 })
  const left = margin + side + pointsOf(1.5)
  const room = width - left - margin
  write(pen, `${label.request_no} · R${label.round}`, left, room, { size: 8, isStrong: true, most: 1 })
  write(pen, [label.type_en, label.type_zh].filter(Boolean).join(' '), left, room, { size: 7.5, most: 2 })
  write(pen, label.article, left, room, { size: 7.5, isStrong: true, most: 2 })
  if (label.colour) write(pen, label.colour, left, room, { size: 7, most: 1 })
  write(pen, [label.size, `${label.piece}/${label.pieces}`].filter(Boolean).join('   '), left, room, {
    ...{ size: 11, isStrong: true, most: 1 },
  })
  pen.y = Math.max(pen.y, margin + side + pointsOf(0.5))
  write(pen, label.supplier, margin, width - 2 * margin, { size: 7, most: 1 })
  write(pen, `Due 到期 ${label.due_date}`, margin, width - 2 * margin, { size: 7, most: 1 })
  return { width, height, items: [qr, ...pen.items] }
}

/** Empty modules around the QR code; they are fewer than required, because the label is white up to its edge. */
const quiet = 2

/** A4 with 3 × 7 labels of 63.5 × 38.1 mm, the most common label sheet. */
export const sampleGrid: LabelGrid = { columns: 3, rows: 7, left: 7.25, top: 15.1, across: 66, down: 38.1 }

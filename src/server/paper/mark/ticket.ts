import { type Encoder, placedBarcode, quietZones } from '#server/paper/barcode.ts'
import type { Widths } from '#server/paper/label/layout.ts'
import type { PriceTicket } from '#shared/trade/price-ticket.ts'
import { type PrintSheet, pointsOf, type SheetItem } from '#shared/trade/print-sheet.ts'
import { type Pen, textAt, write } from './pen'

/** A swing ticket of 45 × 80 mm; the upper 8 mm are reserved for the hole. */
const width = pointsOf(45)
const height = pointsOf(80)
const margin = pointsOf(3)
const inner = width - 2 * margin

/** Lays out the ticket of one size: article, EAN-13 and the price in the format of the market. */
export const layOutTicket = (ticket: PriceTicket, widths: Widths, encode: Encoder): PrintSheet => {
  const pen: Pen = { y: pointsOf(8), items: [], widths }
  const line = (text: string | null, size: number, isStrong = false, most = 2) => {
    if (text) write(pen, text, margin, inner, { size, isStrong, align: 'centre', most })
  }
  line(ticket.article_name, 8, true)
  line(ticket.article_no, 8)
  line(ticket.colour, 8)
  pen.y += 4
  line(ticket.size, 16, true, 1)
  const module = pointsOf(0.33)
  const [left] = quietZones.ean13
  const pattern = encode('ean13', ticket.gtin)
  // The left quiet zone is wider, because it contains the first digit.
  const x = (width - pattern.width * module) / 2 + ((left - quietZones.ean13[1]) / 2) * module
  const y = pointsOf(41)
  const bars = placedBarcode(pattern, { x, y, module, height: pointsOf(21), guard: 5 * module })
  pen.items.push(bars, ...digitsOf(pen, ticket.gtin, { x, y: y + bars.height + module, module }))
  if (ticket.sku)
    pen.items.push(
      textAt(pen, ticket.sku, margin, pointsOf(39.5), inner, { size: fitted(widths, ticket.sku, 6), align: 'centre' }),
    )
  const size = fitted(widths, ticket.price, 20, true)
  pen.items.push(
    textAt(pen, ticket.price, margin, height - pointsOf(5), inner, { size, isStrong: true, align: 'centre' }),
  )
  return { width, height, items: pen.items }
}

/** The font size, at most `most`, at which the text fits on one line. */
const fitted = (widths: Widths, text: string, most: number, isStrong = false) =>
  Math.min(most, inner / Math.max(widths(text, isStrong), 1e-6))

/** The digits of an EAN-13: the first left of the bars, the others below their seven modules, in two groups of six. */
const digitsOf = (pen: Pen, gtin: string, { x, y, module }: { x: number; y: number; module: number }): SheetItem[] => {
  const size = 9 * module
  const cell = 7 * module
  return [...gtin].map((digit, index) => {
    const offset = index === 0 ? -9 : index <= 6 ? 3 + (index - 1) * 7 : 50 + (index - 7) * 7
    const left = x + offset * module
    return textAt(pen, digit, left, y + module, cell, { size, align: 'centre' })
  })
}

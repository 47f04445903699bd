import { type Encoder, placedBarcode, quietZones } from '#server/paper/barcode.ts'
import type { Widths } from '#server/paper/label/layout.ts'
import type { PriceTicket } from '#shared/trade/price-ticket.ts'
import { type PrintSheet, pointsOf, type SheetItem } from '#shared/trade/print-sheet.ts'
import { type Pen, textAt, write } from './pen'

/** A swing ticket of 45 × 80 mm; the upper 8 mm are left for the hole. */
const width = pointsOf(45)
const height = pointsOf(80)
const margin = pointsOf(3)
const inner = width - 2 * margin

/** The ticket of one size: what it is, its EAN-13, and the price as the market writes it. */
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
  // The quiet zone at the left is wider: the first digit stands there.
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

/** A size at which the text stands in one line. */
const fitted = (widths: Widths, text: string, most: number, isStrong = false) =>
  Math.min(most, inner / Math.max(widths(text, isStrong), 1e-6))

/** The first digit stands left of the bars; two groups of six, each digit beneath its seven modules, between the guards. */
const digitsOf = (pen: Pen, gtin: string, { x, y, module }: { x: number; y: number; module: number }): SheetItem[] => {
  const size = 9 * module
  const cell = 7 * module
  return [...gtin].map((digit, at) => {
    const left = at === 0 ? x - 9 * module : x + (at <= 6 ? 3 + (at - 1) * 7 : 50 + (at - 7) * 7) * module
    return textAt(pen, digit, left, y + module, cell, { size, align: 'centre' })
  })
}

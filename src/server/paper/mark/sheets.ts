import { loadEncoder } from '#server/paper/barcode.ts'
import { widthOf } from '#server/paper/fonts.ts'
import type { Widths } from '#server/paper/label/layout.ts'
import { printable } from '#server/paper/pdf-document.ts'
import { sheetsPdf } from '#server/paper/sheet-pdf.ts'
import { sheetSvg } from '#server/paper/sheet-svg.ts'
import type { PrintSheet } from '#shared/trade/print-sheet.ts'
import { layOutCarton } from './carton'
import { cartonLabelGrid, layOutCartonLabel } from './carton-label'
import { onSheets } from './on-sheets'
import type { MarkOrder } from './order'
import { layOutSampleLabel, sampleGrid } from './sample'
import { layOutTicket } from './ticket'

/** Lays out marks, one sheet each, or several labels on a sheet of A4. */
export const markSheets = async (markOrder: MarkOrder): Promise<PrintSheet[]> => {
  const encode = await loadEncoder()
  const order = printable(markOrder)
  switch (order.kind) {
    case 'carton_mark':
      return order.marks.map((mark) => layOutCarton(mark, widths, encode))
    case 'price_ticket':
      return order.marks.map((ticket) => layOutTicket(ticket, widths, encode))
    case 'sample_label': {
      const labels = order.marks.map((label) => layOutSampleLabel(label, widths, encode))
      return order.form === 'a4' ? onSheets(labels, sampleGrid) : labels
    }
    case 'carton_label': {
      const labels = order.marks.map((label) => layOutCartonLabel(label, widths, encode))
      return order.form === 'a4' ? onSheets(labels, cartonLabelGrid) : labels
    }
  }
}

/** Renders marks as a PDF in true size, one page for each sheet. */
export const marksPdf = async (order: MarkOrder): Promise<Buffer> => sheetsPdf(await markSheets(order), order)

/** Renders the first mark as an SVG in true size. */
export const markSvg = async (order: MarkOrder): Promise<Buffer> => {
  const [sheet] = await markSheets(order)
  if (!sheet) throw new Error('The order has no marks, so there is no sheet to draw as SVG')
  return Buffer.from(sheetSvg(sheet, printable(order.title)))
}

const widths: Widths = (text, isStrong) => widthOf(text, isStrong ? 'strong' : 'regular')

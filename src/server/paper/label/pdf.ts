import { widthOf } from '#server/paper/fonts.ts'
import { printable } from '#server/paper/pdf-document.ts'
import { sheetsPdf } from '#server/paper/sheet-pdf.ts'
import type { LabelSheet } from '#shared/trade/label-sheet.ts'
import { layOutLabel } from './layout'
import type { LabelOrder } from './order'

/** Lays out labels, one sheet each. */
export const sheetsOf = ({ labels, format }: LabelOrder): LabelSheet[] =>
  printable(labels).map((label) =>
    layOutLabel(label, format, (text, isStrong) => widthOf(text, isStrong ? 'strong' : 'regular')),
  )

/** Renders labels as a PDF in true size, one page each. */
export const labelPdf = (order: LabelOrder): Promise<Buffer> => sheetsPdf(sheetsOf(order), order)

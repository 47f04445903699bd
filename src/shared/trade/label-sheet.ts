import type { LabelPart } from './label-parts'
import type { PrintSheet, SheetSymbol, SheetText } from './print-sheet'

/** A label with everything at its place. */
export interface LabelSheet extends PrintSheet {
  size: string | null
  items: LabelItem[]
}

export type LabelItem = (SheetText & { part: LabelPart }) | SheetSymbol

/** The measures of a label's tape. */
export interface LabelFormat {
  width_mm: number
  font_pt: number
  /** Left empty at the top, where the label is sewn in. */
  seam_mm: number
}

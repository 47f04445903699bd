import type { LabelPart } from './label-parts'
import type { PrintSheet, SheetSymbol, SheetText } from './print-sheet'

/** A label with the position of every item. */
export interface LabelSheet extends PrintSheet {
  size: string | null
  items: LabelItem[]
}

export type LabelItem = (SheetText & { part: LabelPart }) | SheetSymbol

/** The dimensions of the label tape. */
export interface LabelFormat {
  width_mm: number
  font_pt: number
  /** Height that stays empty at the top, where the label is sewn in. */
  seam_mm: number
}

import type { LabelLanguage, LabelPart } from './label-parts'

/** A label with everything at its place, in points from its upper left corner. */
export interface LabelSheet {
  size: string | null
  width: number
  height: number
  items: LabelItem[]
}

export type LabelItem =
  /** A line of text: `y` is its baseline. */
  | {
      kind: 'text'
      part: LabelPart
      text: string
      language: LabelLanguage | null
      x: number
      y: number
      width: number
      size: number
      isStrong: boolean
    }
  /** A care symbol in a square of `size`. */
  | { kind: 'symbol'; code: string; x: number; y: number; size: number }

/** The measures of a label's tape. */
export interface LabelFormat {
  width_mm: number
  font_pt: number
  /** Left empty at the top, where the label is sewn in. */
  seam_mm: number
}

/** Millimetres as points of 1/72 inch. */
export const pointsOf = (millimetres: number): number => (millimetres * 72) / 25.4
/** Points as millimetres. */
export const millimetresOf = (points: number): number => (points * 25.4) / 72

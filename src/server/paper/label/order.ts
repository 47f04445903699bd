import type { GarmentLabel } from '#shared/trade/garment-label.ts'
import type { LabelFormat } from '#shared/trade/label-sheet.ts'

/** Labels that are to be laid out or printed. */
export interface LabelOrder {
  labels: readonly GarmentLabel[]
  format: LabelFormat
  /** Of the document, for those who have it read to them. */
  title: string
  language: string
}

import type { GarmentLabel } from '#shared/trade/garment-label.ts'
import type { LabelFormat } from '#shared/trade/label-sheet.ts'

/** Labels that are to be laid out or printed. */
export interface LabelOrder {
  labels: readonly GarmentLabel[]
  format: LabelFormat
  /** Title and language of the document, for screen readers. */
  title: string
  language: string
}

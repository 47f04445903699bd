import { recordPath } from './sample-address'

/** The content of the label of one piece of a sample. */
export interface SampleLabel {
  /** The address in the QR code: the page of the sample. */
  address: string
  request_no: string
  round: number
  type_en: string
  type_zh: string | null
  article: string
  colour: string | null
  /** Null for fabric and prints. */
  size: string | null
  piece: number
  pieces: number
  supplier: string
  due_date: string
}

/** Print forms: single labels for printers with a 62 mm roll, or 21 labels on an A4 sheet (63.5 × 38.1 mm). */
export const sampleLabelForms = ['roll', 'a4'] as const
export type SampleLabelForm = (typeof sampleLabelForms)[number]

/** Maximum number of labels in one file. */
export const mostSampleLabels = 500

/** A sample request, as far as labels need it. */
export interface LabelledSample extends Omit<SampleLabel, 'address' | 'size' | 'piece' | 'pieces'> {
  id: number
  sizes: readonly { size: string | null; qty: number }[]
}

/** A label for each requested piece, size by size. */
export const sampleLabels = (samples: readonly LabelledSample[], publicUrl: string): SampleLabel[] =>
  samples.flatMap(({ id, sizes, ...sample }) => {
    const pieces = sizes.reduce((sum, { qty }) => sum + qty, 0)
    const sizeOfPiece = sizes.flatMap(({ size, qty }) => Array.from({ length: qty }, () => size))
    return sizeOfPiece.map((size, index) => ({
      ...sample,
      address: `${publicUrl}${recordPath}/${id}`,
      size,
      piece: index + 1,
      pieces,
    }))
  })

import { recordPath } from './sample-address'

/** What stands on the label of one piece of a sample. */
export interface SampleLabel {
  /** What telephones open: the page of the sample. */
  address: string
  request_no: string
  round: number
  type_en: string
  type_zh: string | null
  article: string
  colour: string | null
  /** Null for cloth and prints. */
  size: string | null
  piece: number
  pieces: number
  supplier: string
  due_date: string
}

/** A label each for printers with a roll of 62 mm, or 21 on a sheet of A4 (63.5 × 38.1 mm). */
export const sampleLabelForms = ['roll', 'a4'] as const
export type SampleLabelForm = (typeof sampleLabelForms)[number]

/** As many labels as one file has. */
export const mostSampleLabels = 500

/** A request as labels are made of it. */
export interface LabelledSample extends Omit<SampleLabel, 'address' | 'size' | 'piece' | 'pieces'> {
  id: number
  sizes: readonly { size: string | null; qty: number }[]
}

/** A label for each piece that is asked for, size by size. */
export const sampleLabels = (samples: readonly LabelledSample[], publicUrl: string): SampleLabel[] =>
  samples.flatMap(({ id, sizes, ...sample }) => {
    const pieces = sizes.reduce((sum, { qty }) => sum + qty, 0)
    const each = sizes.flatMap(({ size, qty }) => Array.from({ length: qty }, () => size))
    return each.map((size, at) => ({
      ...sample,
      address: `${publicUrl}${recordPath}/${id}`,
      size,
      piece: at + 1,
      pieces,
    }))
  })

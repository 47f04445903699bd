import type { DocumentType } from '#shared/trade/document-types.ts'

/** A file with its chosen document type. */
export interface TypedFile {
  id: number
  file: File
  type: DocumentType | null
  /** The basis of the suggested type; null when the user chose it. */
  by: 'name' | 'text' | null
  isReading: boolean
  problem?: string | undefined
  /** The upload progress; null before the upload. */
  percent: number | null
  isDone: boolean
}

import type { DocumentType } from '#shared/trade/document-types.ts'

/** A file with the type that it will have. */
export interface TypedFile {
  id: number
  file: File
  type: DocumentType | null
  /** What its type was proposed by; null where a person chose it. */
  by: 'name' | 'text' | null
  isReading: boolean
  problem?: string | undefined
  /** How much of it is sent; null before. */
  percent: number | null
  isDone: boolean
}

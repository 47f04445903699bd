/** A file of a record. */
export interface Attachment {
  id: number
  name: string
  type: string
  size: number
  created_at: string
  created_by: { id: number; title: string } | null
  visibility: 'internal' | 'shared'
  kind: string | null
  description: string | null
  /** The same for all versions of one file. */
  series: number
  version_no: number
  /** Only a clean file can be opened: one that waits for its check or was refused answers 409. */
  scan: 'clean' | 'waiting' | 'refused'
  /** The pages of a PDF. */
  pages: number | null
  /** Expires after a quarter of an hour. */
  url: string
  /** A small picture of the file for lists: WebP, at most 320 pixels; null while there is none. */
  thumb: string | null
  /** A picture of the file, or of its first page: WebP, at most 2400 pixels; null while there is none. */
  preview: string | null
  may: Record<'change' | 'share' | 'replace' | 'remove', boolean>
}

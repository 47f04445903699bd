/** An attachment of a record, as the API returns it. */
export interface Attachment {
  id: number
  name: string
  type: string
  /** In bytes. */
  size: number
  created_at: string
  created_by: { id: number; title: string } | null
  visibility: 'internal' | 'shared'
  kind: string | null
  description: string | null
  /** Identifies the file across its versions. */
  series: number
  version_no: number
  /** The result of the virus scan. `url` answers 409 unless it is `clean`. */
  scan: 'clean' | 'waiting' | 'refused'
  /** Number of pages of a PDF. */
  pages: number | null
  /** A signed URL, valid for 15 minutes. */
  url: string
  /** URL of a thumbnail for lists (WebP, at most 320 pixels); null until it is rendered. */
  thumb: string | null
  /** URL of a picture of the file or its first page (WebP, at most 2400 pixels); null until it is rendered. */
  preview: string | null
  /** What the caller may do with the file. */
  may: Record<'change' | 'share' | 'replace' | 'remove', boolean>
}

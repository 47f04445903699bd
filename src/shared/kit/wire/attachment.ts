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
  /** Expires after a quarter of an hour. */
  url: string
  may: Record<'change' | 'share' | 'replace' | 'remove', boolean>
}

/** A comment that is pinned to a point of an attached picture, with its answers. */
export interface Pin {
  id: number
  file_id: number
  /** Counted from 1 for each file and never reused, including pins that the caller cannot see. */
  seq: number
  page: number
  /** Position as fractions of the picture's width and height, from 0 to 1. */
  x: number
  y: number
  visibility: 'internal' | 'shared'
  created_at: string
  created_by: PinAuthor | null
  resolved_at: string | null
  resolved_by: PinAuthor | null
  /** The pinned comment, followed by its answers. */
  comments: PinComment[]
  may: Record<'answer' | 'resolve', boolean>
}

export interface PinComment {
  id: number
  version: number
  body: string
  created_at: string
  created_by: PinAuthor | null
  edited_at: string | null
  may: Record<'edit' | 'remove', boolean>
}

export interface PinAuthor {
  id: number
  title: string
}

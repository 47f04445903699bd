import type { AnyRecord } from '#shared/kit/area.ts'

/** What the API says about a move of a record for the person who asks. */
export interface MoveOffer {
  name: string
  allowed: boolean
  /** Why not, in the reader's language. */
  reason: string | null
  /** What to know before it is made. */
  warnings?: string[]
}

/** A record as the API answers it by id: with what may be done to it, and the paths that may be set. */
export type OpenRecord = AnyRecord & { moves?: MoveOffer[]; editable?: string[] }

/** Whether anything of the record may be changed by hand. */
export const isEditable = (record: OpenRecord) => record.editable === undefined || record.editable.length > 0

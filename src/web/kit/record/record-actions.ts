import type { AnyRecord, Area } from '#shared/kit/area.ts'

/** A move of a record for the current person, as the API returns it. */
export interface MoveOffer {
  name: string
  allowed: boolean
  /** Why not, in the reader's language. */
  reason: string | null
  /** Warnings before it is made. */
  warnings?: string[]
}

/** A record as the API answers it by id: with what may be done to it, and the paths that may be set. */
export type OpenRecord = AnyRecord & { moves?: MoveOffer[]; editable?: string[] }

/** Whether the record's form has any field that can be edited. */
export const isEditable = ({ fields }: Area, { editable }: OpenRecord) =>
  editable === undefined || editable.some((path) => !fields[path.split('.')[0] ?? '']?.options.inPlace)

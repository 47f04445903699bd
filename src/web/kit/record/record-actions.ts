import type { AnyRecord, Area } from '#shared/kit/area.ts'

/** A move that the API offers the person for a record. */
export interface MoveOffer {
  name: string
  allowed: boolean
  /** Why it is not allowed, in the reader's language. */
  reason: string | null
  /** Warnings to confirm before the move. */
  warnings?: string[]
}

/** A record as the API returns it by id: with its moves and the paths of its editable fields. */
export type OpenRecord = AnyRecord & { moves?: MoveOffer[]; editable?: string[] }

/** Whether any field of the record is editable. */
export const isEditable = ({ fields }: Area, { editable }: OpenRecord) =>
  editable === undefined || editable.some((path) => !fields[path.split('.')[0] ?? '']?.options.inPlace)

/** Maximum number of records that one bulk request changes. */
export const maxBulk = 1000

/** The result of a bulk request for one record. */
export interface BulkResult {
  id: number
  ok: boolean
  /** The HTTP status that a request for this record alone would have. */
  status: number
  /** Code and message of the refusal, and its errors by field path. */
  code?: string
  message?: string
  errors?: Record<string, string[]>
  /** The version after an edit, and the values before it. */
  version?: number
  before?: Record<string, unknown>
}

/** The selected records with their current versions, and the moves that are possible for at least one of them. */
export interface FittingMoves {
  rows: { id: number; version: number }[]
  /** False if there are too many records to check the guards of each one. */
  isExact: boolean
  moves: FittingMove[]
}

export interface FittingMove {
  name: string
  /** The records that the move is possible for. */
  ids: number[]
  /** The cautions of the move; null if guards were not checked. */
  cautions?: Caution[] | null
}

/** A caution, and the number of records that it concerns. */
export interface Caution {
  text: string
  count: number
}

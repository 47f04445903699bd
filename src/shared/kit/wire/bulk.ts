/** Records that one bulk request changes at most. */
export const maxBulk = 1000

/** The result of a bulk request for one record. */
export interface BulkResult {
  id: number
  ok: boolean
  status: number
  /** Code of a refusal. */
  code?: string
  message?: string
  errors?: Record<string, string[]>
  /** The version after an edit, and the values before it. */
  version?: number
  before?: Record<string, unknown>
}

/** The selected records in their current versions, and the moves that fit at least one of them. */
export interface FittingMoves {
  rows: { id: number; version: number }[]
  /** False where there are too many records to check the guards of each. */
  isExact: boolean
  moves: FittingMove[]
}

export interface FittingMove {
  name: string
  ids: number[]
  /** Cautions of the move with the number of records; null when the guards were not checked. */
  cautions?: Caution[] | null
}

export interface Caution {
  text: string
  count: number
}

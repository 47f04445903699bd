import type { OpenLine, OpenOrder } from '../open-order'

/** Data shared by all lines on an order's page. */
export interface LinesView {
  order: OpenOrder
  shows: { price: boolean; forecast: boolean; approval: boolean }
  /** Problems and warnings of a line. */
  notesOf: (line: OpenLine) => string[]
  /** Answers one line of the order otherwise than as ordered; absent where that is not for this person to do. */
  onAnswer?: (line: OpenLine) => void
  /** Drops one line of the order; absent where that is not for this person to do now. */
  onDrop?: (line: OpenLine) => void
}
